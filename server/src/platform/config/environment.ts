import { ConfigSchema } from './keys.ts'
import { nearest } from './nearest.ts'
import type { ConfigValues } from './keys.ts'

const PREFIX = 'MANDATE_'
/** The tests' own variables, which may be set around a server that they start. */
const TEST_PREFIX = 'MANDATE_TEST_'
/** Variables of the command line, which may be set where it starts the server: they are nothing to it. */
const OF_COMMAND_LINE = /^MANDATE_(URL|API_KEY|CLIENT_ID|CLIENT_SECRET|SECRET_.+)$/

/** What a key's schema can say, read without TypeBox's types: the page and the parser treat all keys alike. */
export interface KeySchema {
  readonly type?: string
  readonly enum?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly default?: unknown
  readonly description: string
  readonly secret?: true
}

/** Every key with its schema, in the order of the reference page. */
export const configKeys = Object.entries(ConfigSchema.properties) as unknown as readonly [string, KeySchema][]

/** Turns an environment into typed values with defaults; problems are collected, not thrown. */
export function readEnvironment(environment: NodeJS.ProcessEnv): { values: ConfigValues; problems: string[] } {
  const problems = unknownNames(environment).map(explainUnknown)
  const values: Record<string, unknown> = {}
  for (const [name, schema] of configKeys) {
    const text = environment[name]?.trim()
    // A variable that is set to nothing counts as not set, as a line `NAME=` in a compose file means it.
    if (text === undefined || text === '') {
      if (schema.default !== undefined) values[name] = schema.default
      continue
    }
    const value = parse(text, schema)
    if (value === undefined) problems.push(explainBad(name, schema, text))
    else values[name] = value
  }
  return { values: values as ConfigValues, problems }
}

function parse(text: string, schema: KeySchema): unknown {
  if (schema.enum) return schema.enum.includes(text) ? text : undefined
  if (schema.type === 'array') return text.split(/[\s,]+/).filter((item) => item !== '')
  if (schema.type !== 'integer') return text
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  return number >= (schema.minimum ?? 0) && number <= (schema.maximum ?? Infinity) ? number : undefined
}

function explainBad(name: string, schema: KeySchema, text: string): string {
  const wanted = schema.enum
    ? `one of ${schema.enum.join(', ')}`
    : `a whole number from ${schema.minimum} to ${schema.maximum}`
  return `${name} must be ${wanted}, not "${text}".`
}

const unknownNames = (environment: NodeJS.ProcessEnv): string[] =>
  Object.keys(environment).filter(
    (name) =>
      name.startsWith(PREFIX) &&
      !name.startsWith(TEST_PREFIX) &&
      !OF_COMMAND_LINE.test(name) &&
      !Object.hasOwn(ConfigSchema.properties, name),
  )

function explainUnknown(name: string): string {
  const meant = nearest(
    name,
    configKeys.map(([key]) => key),
  )
  const help = meant ? `Did you mean ${meant}?` : 'docs/reference/configuration.md lists them all.'
  return `${name} is not a setting of Mandate. ${help}`
}
