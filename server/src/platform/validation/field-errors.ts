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
  const byPointer = new Map<string, FieldError>()
  for (const finding of settled(findings.filter(({ keyword }) => keyword !== 'boolean'))) {
    for (const error of describe(finding, schema)) {
      if (!byPointer.has(error.pointer)) byPointer.set(error.pointer, error)
    }
  }
  return [...byPointer.values()]
}

/**
 * The findings without those of variants that were not meant. A union of which one variant takes this kind of value says
 * what is wrong by that variant: a text that is too long for `string or null` is neither another type nor meant as null.
 */
function settled(findings: readonly Finding[]): Finding[] {
  const union = findings.filter(isUnion).toSorted((a, b) => a.schemaPath.length - b.schemaPath.length)[0]
  if (!union) return [...findings]
  const inside = findings.filter((it) => isInside(it, union))
  const others = findings.filter((it) => it !== union && !inside.includes(it))
  const start = variantsOf(union).length
  const variants = Map.groupBy(inside, ({ schemaPath }) => schemaPath.slice(start).split('/', 1)[0])
  const meant = [...variants.values()]
    .map((variant) => settled(variant))
    .filter((variant) => !variant.some((it) => isMismatch(it) && it.instancePath === union.instancePath))
    .toSorted((a, b) => a.filter(isOtherValue).length - b.filter(isOtherValue).length)
  return [...settled(others), ...(meant[0] ?? [union])]
}

const isUnion = ({ keyword }: Finding): boolean => keyword === 'anyOf' || keyword === 'oneOf'

/** Whether a value is of another kind than was asked for, and not only of the wrong length or form. */
const isMismatch = ({ keyword }: Finding): boolean => ['type', 'const', 'enum', 'anyOf', 'oneOf'].includes(keyword)

/** What tells variants apart that are objects: another `kind` than the one this variant is for. */
const isOtherValue = ({ keyword }: Finding): boolean => keyword === 'const' || keyword === 'enum'

const variantsOf = ({ schemaPath, keyword }: Finding): string => `${schemaPath}/${keyword}/`

const isInside = ({ schemaPath, instancePath }: Finding, union: Finding): boolean =>
  schemaPath.startsWith(variantsOf(union)) && `${instancePath}/`.startsWith(`${union.instancePath}/`)

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
  if (finding.keyword === 'enum') return `must be ${listOf(params['allowedValues'] as unknown[])}`
  if (finding.keyword === 'const') return `must be ${quote(declared?.['const'])}`
  if (isUnion(finding)) return `must be ${formsOf(declared).join(' or ')}`
  if (finding.keyword === 'pattern') return 'does not have the expected form'
  return finding.message
}

/** What a value may be, the single values first: `one of open, off`, `null`. */
function formsOf(schema: unknown): string[] {
  const variants = leavesOf(schema)
  const values = variants.flatMap((it) => ('const' in it ? [it['const']] : ((it['enum'] ?? []) as unknown[])))
  const kinds = variants.flatMap((it) => ('const' in it || 'enum' in it ? [] : [String(it['type'] ?? 'another form')]))
  const listed = values.length > 1 ? [listOf(values)] : values.map(quote)
  return [...listed, ...new Set(kinds)]
}

const leavesOf = (schema: unknown): Params[] => {
  const { anyOf, oneOf } = (schema ?? {}) as Params
  const variants = (anyOf ?? oneOf) as unknown[] | undefined
  return variants === undefined ? [(schema ?? {}) as Params] : variants.flatMap(leavesOf)
}

const listOf = (values: readonly unknown[]): string => `one of ${values.map(quote).join(', ')}`

const quote = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** The schema a finding speaks of: `#/properties/u` is where its keyword stands. */
function schemaAt(schema: unknown, schemaPath: string): Params | undefined {
  return Pointer.Get(schema, schemaPath.slice(1)) as Params | undefined
}

const MAX_NAME_LENGTH = 100

/** The JSON pointer (RFC 6901) to a member; a name too long for an error is cut. */
export const pointerTo = (name: string, parent = ''): string =>
  `${parent}/${name.slice(0, MAX_NAME_LENGTH).replaceAll('~', '~0').replaceAll('/', '~1')}`
