import { usageError } from '#/frame/failure.ts'
import type { Field, Operation } from '#/operations/operation.ts'

type Members = Readonly<Record<string, unknown>>

/** An operation as a tool of the Model Context Protocol. */
export interface Tool {
  readonly operation: Operation
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: { readonly type: 'object'; readonly [member: string]: unknown }
  readonly annotations: Readonly<Record<string, boolean>>
}

/** What a caller of a tool said, in the parts of the request. */
export interface ToolInput {
  readonly path: readonly string[]
  readonly query: Members
  readonly body: Members | undefined
}

/** What a caller confirms by, where nobody can be asked. */
export const CONFIRM = 'confirm'

/** Whether an operation ends something, which is asked about before. */
export const isDestructive = (operation: Operation): boolean => operation.ends === true || counts(operation)

/** Whether the server counts what would end before it does. */
export const counts = ({ query = [], body = [] }: Operation): boolean =>
  [...query, ...body].some(({ name }) => name === 'dry_run')

/** Members of a body that turn somebody or something off, or give power over the server, whichever operation takes them. */
const isGrave: Readonly<Record<string, (value: unknown) => boolean>> = {
  active: (value) => value !== true,
  disabled: (value) => value !== false,
  system_role: (value) => value !== null,
}

/** What of a body somebody is asked about, whatever the operation. */
export const graveIn = (body: Members = {}): Members =>
  Object.fromEntries(Object.entries(body).filter(([name, value]) => isGrave[name]?.(value) === true))

/** Whether somebody is asked before a call: it ends something, or its body turns off or gives power. */
export const isAskedAbout = (operation: Operation, { body }: Pick<ToolInput, 'body'>): boolean =>
  operation.method !== 'GET' && (isDestructive(operation) || Object.keys(graveIn(body)).length > 0)

/** What takes the place of something else: a new secret ends the old one, and a change what was there. */
const REPLACES = /\.(rotate|rotateSecret|activate|stop)$/

/** Whether an operation changes or ends what is there, and not only adds to it, as the protocol means the word. */
const isNotAdditive = (operation: Operation): boolean =>
  isDestructive(operation) || ['PATCH', 'PUT'].includes(operation.method) || REPLACES.test(operation.id)

/** `agents.policies.create` as a tool: `agents_policies_create`. */
export function toolOf(operation: Operation): Tool {
  const reads = operation.method === 'GET'
  const destructive = !reads && isDestructive(operation)
  const mayAsk = destructive || operation.body?.some(({ name }) => Object.hasOwn(isGrave, name)) === true
  const scope = operation.scope === undefined ? '' : ` Needs the scope ${operation.scope}.`
  const asks = destructive ? ' It ends something, so it is confirmed first.' : ''
  return {
    operation,
    name: operation.id.replaceAll(/[^\w-]/g, '_'),
    title: operation.about,
    description: `${operation.about}: ${operation.method} ${operation.path}.${scope}${asks}`,
    inputSchema: schemaOf(operation, !reads && mayAsk),
    annotations: { readOnlyHint: reads, destructiveHint: !reads && isNotAdditive(operation), openWorldHint: false },
  }
}

const parametersOf = ({ path }: Operation): string[] =>
  [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) =>
    name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  )

function schemaOf(operation: Operation, mayAsk: boolean): Tool['inputSchema'] {
  const parameters = parametersOf(operation)
  const fields = fieldsOf(operation)
  const confirm = { type: 'string', description: 'What the tool said to confirm with, once somebody agreed to it.' }
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(parameters.map((name) => [name, { type: 'string' }])),
      ...Object.fromEntries(fields.map((field) => [field.name, schemaOfField(field)])),
      ...(mayAsk ? { [CONFIRM]: confirm } : {}),
    },
    required: [
      ...parameters,
      // A PUT keeps what nobody says.
      ...fields.filter(({ required }) => required && !operation.replaces).map(({ name }) => name),
    ],
    additionalProperties: false,
  }
}

/** Members of query and body; one that is called as a parameter of the path is that parameter. */
function fieldsOf(operation: Operation): Field[] {
  const parameters = parametersOf(operation)
  return [...(operation.query ?? []), ...(operation.body ?? [])].filter(({ name }) => !parameters.includes(name))
}

const types = { string: 'string', words: 'string', integer: 'integer', number: 'number', boolean: 'boolean' } as const

function schemaOfField({ kind, about, values, nullable }: Field): Members {
  const described = about === undefined ? {} : { description: about }
  if (kind === 'json') return described
  const items = { type: 'string', ...(values ? { enum: values } : {}) }
  const type = kind === 'list' ? 'array' : types[kind]
  return {
    ...described,
    type: nullable ? [type, 'null'] : type,
    ...(kind === 'list' ? { items } : {}),
    ...(kind === 'string' && values ? { enum: nullable ? [...values, null] : values } : {}),
  }
}

/** The arguments of a call as parts of the request. The server looks at their values; here they only have to be known. */
export function inputOf({ operation, inputSchema }: Tool, given: Members): ToolInput {
  const { properties, required } = inputSchema as unknown as { properties: Members; required: readonly string[] }
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(properties, name))
  if (unknown !== undefined) throw usageError(`There is no ${unknown}: ${Object.keys(properties).join(', ')}.`)
  const lacking = required.filter((name) => given[name] === undefined)
  if (lacking.length > 0) throw usageError(`${lacking.join(', ')} must be given.`)
  const pick = (fields: readonly Field[]): Members =>
    Object.fromEntries(fields.flatMap(({ name }) => (Object.hasOwn(given, name) ? [[name, given[name]] as const] : [])))
  return {
    path: parametersOf(operation).map((name) => String(given[name])),
    query: pick(operation.query ?? []),
    body: operation.body && pick(operation.body),
  }
}
