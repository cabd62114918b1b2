/** Reads the OpenAPI document and makes the operations of the command line. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Field, FieldKind, Operation } from '#/operations/operation.ts'
import { wordsOf } from './naming.ts'

interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly format?: string
  readonly default?: unknown
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>

interface DocumentedOperation {
  readonly operationId: string
  readonly summary: string
  readonly security?: readonly Readonly<Record<string, unknown>>[]
  readonly 'x-required-scope'?: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
}

interface DocumentPart {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> }
}

/** An operation below its noun. */
export interface Placed {
  readonly noun: string
  readonly operation: Operation
}

const SECRETS = new Set(['client_secret', 'secret', 'key', 'token'])

/** Every operation that an API key may call, in the order of the document. */
export function operationsIn(folder: string): Placed[] {
  const parts = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .toSorted()
    .map((file) => JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as DocumentPart)
  const schemas = Object.assign({}, ...parts.map(({ components }) => components?.schemas ?? {}))
  const reader = new SchemaReader(schemas)
  return parts.flatMap(({ paths = {} }) =>
    Object.entries(paths).flatMap(([url, methods]) =>
      Object.entries(methods).flatMap(([method, it]) => placed(reader, { url, method: method.toUpperCase(), it })),
    ),
  )
}

interface Source {
  readonly url: string
  readonly method: string
  readonly it: DocumentedOperation
}

function placed(reader: SchemaReader, { url, method, it }: Source): Placed[] {
  const isAdmin = it.security?.some((way) => 'adminKey' in way)
  const words = isAdmin ? wordsOf(it.operationId, method) : undefined
  if (!words) return []
  const answer = Object.entries(it.responses).find(([status]) => status.startsWith('2'))?.[1].content ?? {}
  const json = answer['application/json']?.schema
  const members = json ? reader.members(json) : {}
  const upload = it.requestBody?.content['multipart/form-data']
  const query = (it.parameters ?? []).filter((parameter) => parameter.in === 'query')
  const body = it.requestBody?.content['application/json']?.schema
  const paged = 'next_cursor' in members
  const secrets = method === 'POST' ? Object.keys(members).filter((name) => SECRETS.has(name)) : []
  const ends = method === 'DELETE' || /\.(revokeAll|purge|reset)$/.test(it.operationId)
  const operation: Operation = {
    id: it.operationId,
    verb: words.verb,
    ...(words.aliases.length > 0 ? { aliases: words.aliases } : {}),
    about: it.summary,
    method: method as Operation['method'],
    path: url,
    ...(it['x-required-scope'] === undefined ? {} : { scope: it['x-required-scope'] }),
    ...(query.length > 0 ? { query: query.map((parameter) => reader.parameter(parameter)) } : {}),
    ...(body ? { body: reader.fields(body) } : {}),
    ...(secrets.length > 0 ? { secrets } : {}),
    ...('data' in members ? { columns: columnsOf(reader, members['data']) } : {}),
    ...(paged ? { paged } : {}),
    ...(json === undefined && Object.keys(answer).length > 0 ? { text: true } : {}),
    ...(upload ? { upload: Object.keys(reader.members(upload.schema))[0] ?? 'file' } : {}),
    ...(ends ? { ends } : {}),
    ...(method === 'PUT' ? { replaces: true } : {}),
    ...(it.parameters?.some(({ name }) => name === 'Idempotency-Key') ? { keyed: true } : {}),
  }
  return [{ noun: words.noun, operation }]
}

/** What says most about an entry, in the order that people read it. */
const TELLING = [
  'client_name',
  'name',
  'display_name',
  'email',
  'action',
  'domain',
  'slug',
  'kid',
  'url',
  'user_code',
  'subject',
  'provider',
  'status',
  'result',
  'type',
  'client_id',
  'user_id',
  'role',
  'system_role',
  'active',
  'enabled',
  'scope',
]

function columnsOf(reader: SchemaReader, data: Schema | undefined): string[] {
  const members = Object.keys(reader.members(data?.items ?? {}))
  const telling = TELLING.filter((name) => members.includes(name)).slice(0, 4)
  const id = ['id', 'jti'].find((name) => members.includes(name))
  const time = ['created_at', 'issued_at', 'occurred_at', 'at', 'started_at'].find((name) => members.includes(name))
  const chosen = [...(id ? [id] : []), ...telling, ...(time ? [time] : [])]
  return chosen.length > 1 ? chosen : members.slice(0, 6)
}

class SchemaReader {
  readonly #schemas: Readonly<Record<string, Schema>>
  constructor(schemas: Readonly<Record<string, Schema>>) {
    this.#schemas = schemas
  }

  #resolve(schema: Schema): Schema {
    const name = schema.$ref?.split('/').at(-1)
    return name === undefined ? schema : this.#resolve(this.#schemas[name] ?? {})
  }

  /** The members of an object, of whichever form it has. */
  members(schema: Schema): Readonly<Record<string, Schema>> {
    const it = this.#resolve(schema)
    const forms = [...(it.anyOf ?? []), ...(it.oneOf ?? []), ...(it.allOf ?? [])]
    return Object.assign({}, ...forms.map((form) => this.members(form)), it.properties ?? {})
  }

  fields(schema: Schema): Field[] {
    const required = new Set(this.#resolve(schema).required ?? [])
    return Object.entries(this.members(schema)).map(([name, member]) => this.#field(name, member, required.has(name)))
  }

  parameter({ name, schema, description, required }: Parameter): Field {
    const field = this.#field(name, description === undefined ? schema : { ...schema, description }, required === true)
    return field.kind === 'boolean' && schema.default === true ? { ...field, default: true } : field
  }

  #field(name: string, schema: Schema, required: boolean): Field {
    const it = this.#resolve(schema)
    const forms = (it.anyOf ?? it.oneOf ?? [it]).map((form) => this.#resolve(form))
    const given = forms.filter(({ type }) => type !== 'null')
    const about = schema.description ?? it.description ?? given[0]?.description
    const kind = given.length === 1 && given[0] ? this.#kind(name, given[0]) : this.#kindOfForms(name, given)
    const values = given.flatMap((form) => form.enum ?? form.items?.enum ?? []).filter((value) => value !== null)
    return {
      name,
      kind,
      ...(about === undefined ? {} : { about }),
      ...(values.length > 0 && kind !== 'json' ? { values: values.map(String) } : {}),
      ...(required ? { required: true } : {}),
      ...(given.length < forms.length ? { nullable: true } : {}),
    }
  }

  /** A member of several forms is a text when one of them is, and JSON when none is. */
  #kindOfForms(name: string, forms: readonly Schema[]): FieldKind {
    const kinds = new Set(forms.map((form) => this.#kind(name, form)))
    if (kinds.size === 1) return [...kinds][0] ?? 'json'
    if (kinds.has('list')) return 'list'
    return kinds.has('words') ? 'words' : 'json'
  }

  #kind(name: string, schema: Schema): FieldKind {
    if (schema.enum) return 'string'
    if (schema.type === 'array') {
      const items = this.#resolve(schema.items ?? {})
      return items.type === 'string' || items.enum ? 'list' : 'json'
    }
    if (schema.type === 'string') return name === 'scope' || name === 'scopes' ? 'words' : 'string'
    if (schema.type === 'integer' || schema.type === 'number' || schema.type === 'boolean') return schema.type
    return 'json'
  }
}
