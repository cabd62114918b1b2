import type { FieldError } from '#/platform/errors/app-error.ts'
import { pointerTo } from '#/platform/validation/field-errors.ts'
import { LazyValidator } from '#/platform/validation/validator.ts'
import { checkCondition, isObject } from './check-condition.ts'
import type { Findings } from './check-condition.ts'
import { errorChoices, stepKinds } from './step-types.ts'
import type { Step, StepType } from './step-types.ts'

const MAX_STEPS = 30
const MAX_DEPTH = 4
/** How many of a type one flow may have: each of these keeps a sign-in waiting. */
const MAX_OF_TYPE: { readonly [T in StepType]?: number } = { webhook: 3, delay: 3, redirect: 3 }

const validators = new Map(
  Object.entries(stepKinds).map(([type, { config }]) => [type, new LazyValidator(config, true)] as const),
)

/** A step with where it stands, as those that lead elsewhere are looked at further. */
export interface PlacedStep {
  readonly step: Step
  readonly pointer: string
}

/** Reads steps of any shape; returns those that are sound, with what is in their branches. */
export function checkSteps(steps: readonly unknown[], findings: Findings): PlacedStep[] {
  const sound = new StepReader(findings).read(steps, '/steps', 1)
  if (sound.length > MAX_STEPS) {
    findings.errors.push({
      pointer: '/steps',
      message: `must not have more than ${MAX_STEPS} steps, with those in branches`,
    })
  }
  for (const [type, most] of Object.entries(MAX_OF_TYPE)) {
    const beyond = sound.filter(({ step }) => step.type === type)[most]
    if (beyond) {
      findings.errors.push({ pointer: beyond.pointer, message: `is one ${type} too many: a flow has at most ${most}` })
    }
  }
  return sound
}

class StepReader {
  readonly #findings: Findings
  constructor(findings: Findings) {
    this.#findings = findings
  }

  read(steps: readonly unknown[], pointer: string, depth: number): PlacedStep[] {
    return steps.flatMap((step, i) => this.#readOne(step, `${pointer}/${i}`, depth))
  }

  #readOne(step: unknown, pointer: string, depth: number): PlacedStep[] {
    const before = this.#findings.errors.length
    if (!isObject(step)) return this.#wrong(pointer, 'must be object')
    const { type, config = {}, on_error: onError, ...rest } = step
    for (const name of Object.keys(rest)) this.#wrong(pointerTo(name, pointer), 'is not a known field')
    if (onError !== undefined && !(errorChoices as readonly unknown[]).includes(onError)) {
      this.#wrong(`${pointer}/on_error`, `must be one of ${errorChoices.join(', ')}`)
    }
    if (typeof type !== 'string' || !Object.hasOwn(stepKinds, type)) {
      return this.#wrong(`${pointer}/type`, `must be one of ${Object.keys(stepKinds).join(', ')}`)
    }
    const at = `${pointer}/config`
    this.#addAll((validators.get(type) as LazyValidator).errors(config), at)
    if (this.#findings.errors.length > before || !isObject(config)) return []
    if ('condition' in config) checkCondition(config['condition'], `${at}/condition`, this.#findings)
    const [branches, inside] = this.#readBranches(config, at, depth)
    const goesOn = onError === undefined ? {} : { on_error: onError }
    return [{ step: { type, config: { ...config, ...branches }, ...goesOn } as Step, pointer }, ...inside]
  }

  /** The branches as they are kept, and every step in them. */
  #readBranches(config: Record<string, unknown>, at: string, depth: number): [Record<string, Step[]>, PlacedStep[]] {
    const names = (['then', 'else'] as const).filter((name) => name in config)
    if (names.length > 0 && depth === MAX_DEPTH) return [{}, this.#wrong(at, `must not be more than ${MAX_DEPTH} deep`)]
    const read = names.map((name) => [name, this.read(config[name] as unknown[], `${at}/${name}`, depth + 1)] as const)
    const branches = read.map(([name, steps]) => [name, stepsIn(steps, `${at}/${name}`)] as const)
    return [Object.fromEntries(branches), read.flatMap(([, steps]) => steps)]
  }

  #addAll(errors: readonly FieldError[], at: string): void {
    this.#findings.errors.push(...errors.map(({ pointer, message }) => ({ pointer: `${at}${pointer}`, message })))
  }

  #wrong(pointer: string, message: string): PlacedStep[] {
    this.#findings.errors.push({ pointer, message })
    return []
  }
}

/** The steps of one list, without those in their branches. */
export const stepsIn = (placed: readonly PlacedStep[], list: string): Step[] =>
  placed.filter(({ pointer }) => pointer.lastIndexOf('/') === list.length).map(({ step }) => step)
