import { usageError } from '#/frame/failure.ts'
import type { Terminal } from '#/frame/terminal.ts'
import { flagOf } from './names.ts'
import type { Field, Operation } from './operation.ts'
import type { Said } from './flags.ts'
import { contentsOf, parseJson, valueOf } from './values.ts'

interface InputParts {
  readonly operation: Operation
  readonly said: Said
  /** A whole body as JSON, `@file` or `-`, below what the flags say. */
  readonly body: string | undefined
  /** Members to clear: null on the wire. */
  readonly clear: readonly string[]
  readonly terminal: Pick<Terminal, 'input'>
}

type Members = Record<string, unknown>

/** The query and the body that the flags of a call make. */
export async function inputOf(parts: InputParts): Promise<{ query: Members; body: Members | undefined }> {
  const { operation, said, terminal } = parts
  const query = await membersOf(operation.query ?? [], said, terminal)
  if (!operation.body) return { query, body: undefined }
  const whole = parts.body === undefined ? {} : objectIn(await contentsOf(parts.body, terminal))
  const cleared = Object.fromEntries(parts.clear.map((name) => [clearable(operation, name), null]))
  const members = await membersOf(operation.body, said, terminal)
  return { query, body: { ...whole, ...members, ...cleared } }
}

async function membersOf(fields: readonly Field[], said: Said, terminal: Pick<Terminal, 'input'>): Promise<Members> {
  const members: Members = {}
  for (const field of fields) {
    const given = said.get(field)
    if (given) members[field.name] = await valueOf(field, given, terminal)
  }
  return members
}

function objectIn(text: string): Members {
  const value = parseJson(text, '--body')
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw usageError('--body takes a JSON object.')
  return { ...value }
}

function clearable({ body = [] }: Operation, said: string): string {
  const field = body.find(({ name }) => name === said || flagOf(name) === said)
  if (field?.nullable) return field.name
  const names = body.flatMap(({ name, nullable }) => (nullable ? [name] : []))
  throw usageError(`--clear can't clear "${said}".`, names.length > 0 ? `It takes: ${names.join(', ')}` : undefined)
}

/** Required members that nothing gave. */
export const missing = (
  { body = [], query = [] }: Operation,
  given: { query: Members; body: Members | undefined },
): Field[] => [
  ...query.filter(({ name, required }) => required && given.query[name] === undefined),
  ...body.filter(({ name, required }) => required && given.body?.[name] === undefined),
]
