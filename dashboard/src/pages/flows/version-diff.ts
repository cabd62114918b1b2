import type { Flow } from '@mandate/sdk'
import { branches, stepsIn } from './draft.ts'
import type { Branch, WireStep } from './draft.ts'

/** What of a flow a version keeps. */
export type Definition = Pick<Flow, 'name' | 'trigger' | 'priority' | 'enabled' | 'conditions' | 'steps'>

/** A value that would be another one. */
export interface Changed {
  readonly name: string
  /** Undefined where there was none. */
  readonly from: unknown
  readonly to: unknown
}

/** A step of either side, and what would become of it. */
export interface StepChange {
  readonly kind: 'same' | 'added' | 'removed' | 'changed'
  readonly step: WireStep
  /** Of a changed one, without its branches. */
  readonly values: readonly Changed[]
  readonly branches: Readonly<Record<Branch, readonly StepChange[]>>
}

/** What would change if a flow became another definition. */
export interface VersionDiff {
  readonly values: readonly Changed[]
  /** The steps of both sides, in the order of the wanted one. */
  readonly steps: readonly StepChange[]
  readonly isSame: boolean
}

const fields = ['name', 'trigger', 'priority', 'enabled', 'conditions'] as const

/** Compares what a flow is with what it would be. */
export function versionDiff(now: Definition, wanted: Definition): VersionDiff {
  const values = changedValues(pick(now), pick(wanted))
  const steps = stepChanges(now.steps, wanted.steps)
  return { values, steps, isSame: values.length === 0 && steps.every(isUntouched) }
}

const pick = (definition: Definition): Readonly<Record<string, unknown>> =>
  Object.fromEntries(fields.map((name) => [name, definition[name]]))

/** A conditional step stays what it is when something in a branch changes. */
const isUntouched = (change: StepChange): boolean =>
  change.kind === 'same' && branches.every((branch) => change.branches[branch].every(isUntouched))

/** Pairs steps of one type in their order, as many as there can be and equal ones first; the rest came or went. */
function stepChanges(now: readonly WireStep[], wanted: readonly WireStep[]): readonly StepChange[] {
  const alike = (i: number, j: number): number => likeness(now[i], wanted[j])
  // best[i][j]: how much alike the steps from i and from j on can be paired.
  const best = Array.from({ length: now.length + 1 }, () => Array.from({ length: wanted.length + 1 }, () => 0))
  const at = (i: number, j: number): number => best[i]?.[j] ?? 0
  for (let i = now.length - 1; i >= 0; i--) {
    const row = best[i] ?? []
    for (let j = wanted.length - 1; j >= 0; j--) {
      row[j] = Math.max(at(i + 1, j), at(i, j + 1), alike(i, j) > 0 ? at(i + 1, j + 1) + alike(i, j) : 0)
    }
  }
  const changes: StepChange[] = []
  let [i, j] = [0, 0]
  for (;;) {
    const [before, after] = [now[i], wanted[j]]
    if (before && after && alike(i, j) > 0 && at(i, j) === at(i + 1, j + 1) + alike(i, j)) {
      changes.push(paired(before, after))
      i++
      j++
    } else if (before && at(i, j) === at(i + 1, j)) {
      changes.push(whole('removed', before))
      i++
    } else if (after) {
      changes.push(whole('added', after))
      j++
    } else return changes
  }
}

/** Three for the same, one for another of the same type, none for another type. */
const likeness = (one: WireStep | undefined, other: WireStep | undefined): number =>
  one === undefined || other === undefined || one.type !== other.type ? 0 : isEqual(plain(one), plain(other)) ? 3 : 1

function paired(before: WireStep, after: WireStep): StepChange {
  const values = changedValues(ownValues(before), ownValues(after))
  const inside = (branch: Branch): readonly StepChange[] => stepChanges(stepsIn(before, branch), stepsIn(after, branch))
  return {
    kind: values.length === 0 ? 'same' : 'changed',
    step: after,
    values,
    branches: { then: inside('then'), else: inside('else') },
  }
}

function whole(kind: 'added' | 'removed', step: WireStep): StepChange {
  const inside = (branch: Branch): readonly StepChange[] => stepsIn(step, branch).map((one) => whole(kind, one))
  return { kind, step, values: [], branches: { then: inside('then'), else: inside('else') } }
}

/** The config without the branches, and what happens when the step breaks. */
function ownValues({ config = {}, on_error: onError = 'deny' }: WireStep): Readonly<Record<string, unknown>> {
  const { then: _, else: __, ...own } = config
  return { ...own, on_error: onError }
}

const plain = ({ type, config = {}, on_error: onError = 'deny' }: WireStep): unknown => [type, config, onError]

function changedValues(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): readonly Changed[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => !isEqual(before[name], after[name]))
    .map((name) => ({ name, from: before[name], to: after[name] }))
}

/** Whether two values are the same as JSON, in whatever order their members stand. */
const isEqual = (one: unknown, other: unknown): boolean => textOf(one) === textOf(other)

const textOf = (value: unknown): string => JSON.stringify(sorted(value)) ?? ''

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(members.map(([name, member]) => [name, sorted(member)]))
}
