import { OAuthError } from '#/platform/errors/oauth-error.ts'

/** The members of a registration body. Those we don't know are ignored (RFC 7591 §2), so none is read but by name. */
export class Members {
  readonly #body: Readonly<Record<string, unknown>>
  constructor(body: Readonly<Record<string, unknown>>) {
    this.#body = body
  }

  /** The value; RFC 7592 §2.2: null says the same as leaving the member out. */
  value(name: string): unknown {
    return Object.hasOwn(this.#body, name) ? (this.#body[name] ?? undefined) : undefined
  }

  text(name: string): string | undefined {
    const value = this.value(name)
    if (value === undefined || typeof value === 'string') return value
    throw invalidMetadata(name, 'must be a text')
  }

  flag(name: string): boolean | undefined {
    const value = this.value(name)
    if (value === undefined || typeof value === 'boolean') return value
    throw invalidMetadata(name, 'must be true or false')
  }

  texts(name: string): string[] | undefined {
    const value = this.value(name)
    if (value === undefined) return undefined
    if (!Array.isArray(value) || !value.every((entry) => typeof entry === 'string')) {
      throw invalidMetadata(name, 'must be an array of texts')
    }
    return [...new Set(value)]
  }

  oneOf<W extends string>(name: string, words: readonly W[]): W | undefined {
    const value = this.text(name)
    if (value === undefined || isAmong(value, words)) return value
    throw invalidMetadata(name, `must be one of ${words.join(', ')}`)
  }

  someOf<W extends string>(name: string, words: readonly W[]): W[] | undefined {
    const values = this.texts(name)
    if (values?.every((value) => isAmong(value, words))) return values
    if (values === undefined) return undefined
    throw invalidMetadata(name, `must be among ${words.join(', ')}`)
  }

  object(name: string): Record<string, unknown> | undefined {
    const value = this.value(name)
    if (value === undefined) return undefined
    if (typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>
    throw invalidMetadata(name, 'must be an object')
  }
}

const isAmong = <W extends string>(value: string, words: readonly W[]): value is W =>
  (words as readonly string[]).includes(value)

/** 400 that names the member and what it must be (RFC 7591 §3.2.2). */
export const invalidMetadata = (member: string, message: string): OAuthError =>
  new OAuthError('invalid_client_metadata', `${member} ${message}.`)
