/** How the value of a flag becomes a member of a request. */
export type FieldKind = 'string' | 'integer' | 'number' | 'boolean' | 'list' | 'words' | 'json'

/** A member of a body or a query, which is a flag of the command. */
export interface Field {
  readonly name: string
  readonly kind: FieldKind
  readonly about?: string
  readonly values?: readonly string[]
  readonly required?: true
  readonly nullable?: true
  /** Whether a boolean of a query is true when nobody says otherwise. */
  readonly default?: true
}

/** One operation of the admin API, and the command that calls it. Made from the OpenAPI document. */
export interface Operation {
  readonly id: string
  /** The words behind the noun, such as `policies create`; none where the command is written by hand. */
  readonly verb: readonly string[]
  readonly aliases?: readonly string[]
  readonly about: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly scope?: string
  readonly query?: readonly Field[]
  readonly body?: readonly Field[]
  /** Members of the response that no other response shows. */
  readonly secrets?: readonly string[]
  /** What a table shows of an entry when nobody says. */
  readonly columns?: readonly string[]
  /** Whether the response is one page of a list with a cursor. */
  readonly paged?: true
  /** Whether the response is text, not JSON. */
  readonly text?: true
  /** The member of a form that takes a file. */
  readonly upload?: string
  /** Whether something ends that does not come back. */
  readonly ends?: true
  /** Whether what isn't given has to be read first, because PUT replaces the whole. */
  readonly replaces?: true
  /** Whether the server honours an idempotency key, so that a lost request may be sent again. */
  readonly keyed?: true
}

/** A noun of the command line with the operations below it. */
export interface Noun {
  readonly name: string
  readonly about: string
  readonly aliases?: readonly string[]
}

/** A noun whose operations are loaded when it is asked for. */
export interface LazyNoun extends Noun {
  readonly load: () => Promise<{ readonly operations: readonly Operation[] }>
}
