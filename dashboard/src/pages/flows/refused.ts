import type { DraftStep, Placed } from './draft.ts'

/** Something that the server refused, as `details.errors` has it. */
export interface Refused {
  readonly pointer: string
  readonly message: string
}

/** What was refused: by the key of the step that it is about, and what is about the list of steps or the conditions. */
export interface RefusedParts {
  readonly steps: ReadonlyMap<number, readonly Refused[]>
  readonly list: readonly Refused[]
  readonly conditions: readonly Refused[]
}

/** Nothing was. */
export const nothingRefused: RefusedParts = { steps: new Map(), list: [], conditions: [] }

/**
 * Sorts what the server refused by the steps of the moment it was sent; a pointer there begins at the step:
 * `/steps/1/config/url` is `/config/url` of the second one.
 */
export function refusedParts(errors: readonly Refused[], sent: readonly Placed<DraftStep>[]): RefusedParts {
  const steps = new Map<number, Refused[]>()
  const list: Refused[] = []
  for (const error of errors.filter(({ pointer }) => isWithin(pointer, '/steps'))) {
    // The innermost one: a step of a branch stands in the pointer behind that of its conditional.
    const at = sent.findLast(({ pointer }) => isWithin(error.pointer, pointer))
    if (at === undefined) list.push(error)
    else {
      const { key } = at.step
      steps.set(key, [...(steps.get(key) ?? []), { ...error, pointer: error.pointer.slice(at.pointer.length) }])
    }
  }
  const conditions = errors
    .filter(({ pointer }) => isWithin(pointer, '/conditions'))
    .map((error) => ({ ...error, pointer: error.pointer.slice('/conditions'.length) }))
  return { steps, list, conditions }
}

const isWithin = (pointer: string, outer: string): boolean => pointer === outer || pointer.startsWith(`${outer}/`)
