import { BlockList } from 'node:net'
import type { FieldError } from '#/platform/errors/app-error.ts'
import { pointerTo } from '#/platform/validation/field-errors.ts'
import { LazyValidator } from '#/platform/validation/validator.ts'
import { addNetwork, clockIn } from './condition.ts'
import { combinators, conditionSchemas } from './condition-types.ts'
import type { LeafName, LeafValue } from './condition-types.ts'

const MAX_DEPTH = 5
const MAX_PARTS = 50

const validators = new Map(
  Object.entries(conditionSchemas).map(([name, schema]) => [name, new LazyValidator(schema, true)] as const),
)

/** A role or an organization that a condition names, and where. */
export interface NamedThing {
  readonly kind: 'role' | 'organization'
  readonly id: string
  readonly pointer: string
}

/** What is wrong with a condition that somebody wants to save, and what it names; both grow as it is read. */
export interface Findings {
  readonly errors: FieldError[]
  readonly named: NamedThing[]
}

/** Reads a condition of any shape. One that is not known is wrong, not false. */
export function checkCondition(condition: unknown, pointer: string, findings: Findings, depth = 1): void {
  const { errors } = findings
  if (!isObject(condition)) return void errors.push({ pointer, message: 'must be object' })
  if (depth > MAX_DEPTH) return void errors.push({ pointer, message: `must not be more than ${MAX_DEPTH} deep` })
  for (const [name, value] of Object.entries(condition)) {
    const at = pointerTo(name, pointer)
    if (name === 'not') checkCondition(value, at, findings, depth + 1)
    else if (name in combinators) checkParts(value, at, findings, depth)
    else if (Object.hasOwn(conditionSchemas, name)) checkLeaf(name as LeafName, value, at, findings)
    else errors.push({ pointer: at, message: 'is not a known condition' })
  }
}

function checkParts(value: unknown, pointer: string, findings: Findings, depth: number): void {
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_PARTS) {
    findings.errors.push({ pointer, message: `must be a list of 1 to ${MAX_PARTS} conditions` })
    return
  }
  for (const [i, part] of value.entries()) checkCondition(part, `${pointer}/${i}`, findings, depth + 1)
}

function checkLeaf(name: LeafName, value: unknown, pointer: string, { errors, named }: Findings): void {
  const wrong = (validators.get(name) as LazyValidator).check(value)
    ? beyondSchema(name, value)
    : (validators.get(name) as LazyValidator).errors(value)
  errors.push(...wrong.map((error) => ({ pointer: `${pointer}${error.pointer}`, message: error.message })))
  const kind = name === 'user_has_role' ? 'role' : name === 'in_org' ? 'organization' : undefined
  if (kind === undefined || wrong.length > 0) return
  for (const id of [value].flat()) named.push({ kind, id: String(id), pointer })
}

/** What no schema can say. */
function beyondSchema(name: LeafName, value: unknown): FieldError[] {
  if (name === 'ip_in') {
    const isNetwork = (text: string): boolean => addNetwork(new BlockList(), text)
    return ([value].flat() as string[]).every(isNetwork)
      ? []
      : [{ pointer: '', message: 'must be IP addresses or networks such as 10.0.0.0/8' }]
  }
  if (name !== 'time_of_day') return []
  const { from, to, time_zone: zone = 'UTC' } = value as LeafValue<'time_of_day'>
  if (from === to) return [{ pointer: '/to', message: 'must not be the same as from' }]
  try {
    clockIn(zone)
    return []
  } catch {
    return [{ pointer: '/time_zone', message: 'must be the name of a time zone' }]
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
