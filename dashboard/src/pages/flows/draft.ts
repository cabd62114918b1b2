/** A step as the API has it. */
export interface WireStep {
  readonly type: string
  readonly config?: Readonly<Record<string, unknown>> | undefined
  readonly on_error?: 'deny' | 'continue' | undefined
}

/** The two ways out of a conditional step. */
export const branches = ['then', 'else'] as const
/** One of them. */
export type Branch = (typeof branches)[number]

/** A step while it is edited. Its key stays the same wherever it is moved. */
export interface DraftStep {
  readonly key: number
  readonly type: string
  /** Without its branches. */
  readonly config: Readonly<Record<string, unknown>>
  readonly onError: 'deny' | 'continue'
  /** Of a conditional step alone. */
  readonly branches: Readonly<Record<Branch, readonly DraftStep[]>> | undefined
}

/** The steps of a flow while they are edited. */
export interface Draft {
  readonly steps: readonly DraftStep[]
  /** The key that the next step gets. */
  readonly next: number
}

/** A list that steps stand in: that of the flow, or a branch of a conditional step. */
export type ListOf = 'flow' | { readonly key: number; readonly branch: Branch }

/** A step with where it stands. */
export interface Placed<Step> {
  readonly step: Step
  /** As the API names it: `/steps/2/config/then/0`. */
  readonly pointer: string
  /** Its number in its list, from 0, and how many there are. */
  readonly index: number
  readonly count: number
}

const nested = 'conditional'
type Steps = readonly DraftStep[]

/** What is edited, made from the steps of a flow. */
export function draftOf(steps: readonly WireStep[]): Draft {
  let next = 0
  const read = (list: readonly WireStep[]): Steps =>
    list.map(({ type, config = {}, on_error: onError = 'deny' }) => {
      const key = next++
      if (type !== nested) return { key, type, config, onError, branches: undefined }
      const { then: yes, else: no, ...rest } = config
      return { key, type, config: rest, onError, branches: { then: read(listIn(yes)), else: read(listIn(no)) } }
    })
  return { steps: read(steps), next }
}

/** The steps to save. */
export const stepsOf = (steps: Steps): WireStep[] =>
  steps.map(({ type, config, onError, branches: ways }) => ({
    type,
    config:
      ways === undefined
        ? config
        : {
            ...config,
            then: stepsOf(ways.then),
            ...(ways.else.length === 0 ? {} : { else: stepsOf(ways.else) }),
          },
    ...(onError === 'continue' ? { on_error: onError } : {}),
  }))

/** A new step at the end of a list, and its key. */
export function added({ steps, next }: Draft, list: ListOf, type: string): Draft {
  const ways = type === nested ? { then: [], else: [] } : undefined
  const config = ways === undefined ? {} : { condition: {} }
  const step: DraftStep = { key: next, type, config, onError: 'deny', branches: ways }
  return { steps: withLast(steps, list, step), next: next + 1 }
}

/** With a step at the end of a list. */
function withLast(steps: Steps, list: ListOf, step: DraftStep): Steps {
  if (list === 'flow') return [...steps, step]
  const { key, branch } = list
  return replaced(steps, key, ({ branches: its, ...rest }) => ({
    ...rest,
    branches: its && { ...its, [branch]: [...its[branch], step] },
  }))
}

/** A list that a step can be moved to; a branch with the step that it is of. */
export type Target = 'flow' | { readonly of: Placed<DraftStep>; readonly branch: Branch }

/** The lists that a step can be moved to: not the one that it stands in, and none within itself. */
export function targetsOf({ steps }: Draft, key: number): readonly Target[] {
  const all = placed(steps)
  const step = all.find((one) => one.step.key === key)
  if (step === undefined) return []
  const [from, own] = [step.pointer.slice(0, step.pointer.lastIndexOf('/')), `${step.pointer}/`]
  const outside = all.filter(({ pointer }) => !`${pointer}/`.startsWith(own))
  const inBranches = outside.flatMap((of) =>
    of.step.branches === undefined
      ? []
      : branches
          .filter((branch) => branchPointer(of.pointer, branch) !== from)
          .map((branch): Target => ({ of, branch })),
  )
  return [...(from === '/steps' ? [] : ['flow' as const]), ...inBranches]
}

/** The step, with what stands in it, at the end of another list; where it can't go, nothing changes. */
export function movedTo(draft: Draft, key: number, list: ListOf): Draft {
  const step = placed(draft.steps).find((one) => one.step.key === key)?.step
  const isFit = targetsOf(draft, key).some((target) =>
    target === 'flow' || list === 'flow'
      ? target === list
      : target.of.step.key === list.key && target.branch === list.branch,
  )
  return step && isFit ? { ...draft, steps: withLast(removed(draft, key).steps, list, step) } : draft
}

/** The step one further up or down in its list; at an end it stays. */
export function moved(draft: Draft, key: number, by: -1 | 1): Draft {
  const swap = (list: Steps): Steps => {
    const from = list.findIndex((step) => step.key === key)
    const [step, other] = [list[from], list[from + by]]
    if (step === undefined || other === undefined) return list
    return list.map((one, i) => (i === from ? other : i === from + by ? step : one))
  }
  return { ...draft, steps: inEachList(draft.steps, swap) }
}

/** Without a step, and what stands in it. */
export const removed = (draft: Draft, key: number): Draft => ({
  ...draft,
  steps: inEachList(draft.steps, (list) => list.filter((step) => step.key !== key)),
})

/** Another config, or another answer to an error. */
export const changed = (draft: Draft, key: number, change: Partial<Pick<DraftStep, 'config' | 'onError'>>): Draft => ({
  ...draft,
  steps: replaced(draft.steps, key, (step) => ({ ...step, ...change })),
})

const replaced = (steps: Steps, key: number, change: (step: DraftStep) => DraftStep): Steps =>
  inEachList(steps, (list) => list.map((step) => (step.key === key ? change(step) : step)))

/** Does something to the list of the flow and to every branch in it. */
const inEachList = (steps: Steps, change: (list: Steps) => Steps): Steps =>
  change(steps).map((step) =>
    step.branches === undefined
      ? step
      : {
          ...step,
          branches: { then: inEachList(step.branches.then, change), else: inEachList(step.branches.else, change) },
        },
  )

/** Every step with where it stands, in the order of reading. */
export const placed = (steps: Steps, pointer = '/steps'): readonly Placed<DraftStep>[] =>
  steps.flatMap((step, index) => {
    const at = `${pointer}/${index}`
    const inside = branches.flatMap((branch) => placed(step.branches?.[branch] ?? [], branchPointer(at, branch)))
    return [{ step, pointer: at, index, count: steps.length }, ...inside]
  })

/** Where the list of a branch stands, by where its step does. */
export const branchPointer = (step: string, branch: Branch): string => `${step}/config/${branch}`

/** The steps in a branch of a step as the API has it. */
export const stepsIn = ({ config }: WireStep, branch: Branch): readonly WireStep[] => listIn(config?.[branch])

const listIn = (value: unknown): readonly WireStep[] => (Array.isArray(value) ? (value as WireStep[]) : [])

/** What is told of a step's config in its row: its short values, in their order. */
export const summaryOf = ({ config = {} }: WireStep): string =>
  Object.entries(config)
    .filter(([name]) => name !== 'then' && name !== 'else')
    .map(([name, value]) => (value === true ? name : typeof value === 'object' ? named(value) : String(value)))
    .filter((text) => text !== '' && text !== 'false')
    .join(' · ')

const named = (value: unknown): string =>
  value === null || Array.isArray(value) ? '' : Object.keys(value as object).join(', ')
