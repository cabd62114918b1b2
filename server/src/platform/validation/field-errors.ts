import { Pointer } from 'typebox/schema'
import type { FieldError } from '#/platform/errors/app-error.ts'

/** The parts of a validation error that we read; each keyword has its own `params`. */
interface Finding {
  readonly keyword: string
  readonly schemaPath: string
  readonly instancePath: string
  readonly params: object
  readonly message: string
}

type Params = Record<string, unknown>

/** Validation findings as one line per field, in words that say what to send instead. */
export function fieldErrors(findings: readonly Finding[], schema: unknown): FieldError[] {
  const unions = findings.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf')
  const specific = findings.filter(
    ({ keyword, schemaPath }) =>
      keyword !== 'boolean' && !unions.some((union) => schemaPath.startsWith(`${union.schemaPath}/${union.keyword}/`)),
  )
  const byPointer = new Map<string, FieldError>()
  for (const finding of specific) {
    for (const error of describe(finding, schema)) {
      if (!byPointer.has(error.pointer)) byPointer.set(error.pointer, error)
    }
  }
  return [...byPointer.values()]
}

function describe(finding: Finding, schema: unknown): FieldError[] {
  const { instancePath: pointer, keyword } = finding
  const params = finding.params as Params
  const each = (names: unknown, message: string): FieldError[] =>
    (names as string[]).map((name) => ({ pointer: pointerTo(name, pointer), message }))
  if (keyword === 'required') return each(params['requiredProperties'], 'is required')
  if (keyword === 'additionalProperties') return each(params['additionalProperties'], 'is not a known field')
  if (keyword === 'unevaluatedProperties') return each(params['unevaluatedProperties'], 'is not a known field')
  return [{ pointer, message: explain(finding, params, schema) }]
}

function explain(finding: Finding, params: Params, schema: unknown): string {
  const declared = schemaAt(schema, finding.schemaPath)
  if (finding.keyword === 'enum') return oneOf(params['allowedValues'] as unknown[])
  if (finding.keyword === 'const') return `must be ${quote(declared?.['const'])}`
  if (finding.keyword === 'anyOf') return explainUnion(declared?.['anyOf'])
  if (finding.keyword === 'pattern') return 'does not have the expected form'
  return finding.message
}

function explainUnion(variants: unknown): string {
  const parts = (Array.isArray(variants) ? variants : []) as Params[]
  if (parts.every((part) => 'const' in part)) return oneOf(parts.map((part) => part['const']))
  return `must be ${parts.map((part) => ('const' in part ? quote(part['const']) : String(part['type'] ?? 'another form'))).join(' or ')}`
}

const oneOf = (values: readonly unknown[]): string => `must be one of ${values.map(quote).join(', ')}`

const quote = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** The schema a finding speaks of: `#/properties/u` is where its keyword stands. */
function schemaAt(schema: unknown, schemaPath: string): Params | undefined {
  return Pointer.Get(schema, schemaPath.slice(1)) as Params | undefined
}

const MAX_NAME_LENGTH = 100

/** The JSON pointer (RFC 6901) to a member; a name too long for an error is cut. */
export const pointerTo = (name: string, parent = ''): string =>
  `${parent}/${name.slice(0, MAX_NAME_LENGTH).replaceAll('~', '~0').replaceAll('/', '~1')}`
