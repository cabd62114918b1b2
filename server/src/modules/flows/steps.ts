import { setTimeout as pause } from 'node:timers/promises'
import type { Tx } from '#/platform/db/db.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Session } from '#/modules/sessions/index.ts'
import type { User, Users } from '#/modules/users/index.ts'
import { checkedMetadata } from '#/modules/users/index.ts'
import { mergePatch } from '#/platform/merge-patch.ts'
import type { FlowFacts } from './condition.ts'
import type { Program, StepInstruction } from './program.ts'
import type { FlowRun, StoredWait } from './run.ts'
import { StepFailure } from './step-failure.ts'
import type { ConfigOf, StepType } from './step-types.ts'
import { mayRedirectTo } from './targets.ts'
import type { TargetRules } from './targets.ts'
import type { WebhookCalls } from './webhook-call.ts'

/** A step of a run that is due. */
export interface DueStep {
  readonly run: FlowRun
  readonly program: Program
  readonly instruction: StepInstruction
  readonly session: Session
  readonly user: User
  readonly facts: FlowFacts
  /** What the step asked for and the person has done since. */
  readonly met: StoredWait | null
  /** Who makes the changes: the flow, in the request of the person. */
  readonly actor: Actor
}

/** What comes of a step. `writes` is done in the transaction in which the run goes on, so it is done once. */
export type StepResult =
  | { readonly kind: 'passed'; readonly reason?: string }
  | { readonly kind: 'skipped'; readonly reason: string }
  | { readonly kind: 'waits'; readonly wait: StoredWait }
  | { readonly kind: 'denied'; readonly reason: string; readonly message: string | null }
  | { readonly kind: 'writes'; readonly reason: string; readonly write: (tx: Tx) => Promise<void> }

/** What steps do in rooms that don't know flows. */
export interface StepActions {
  /** Gives a role for good, to whoever does not have it. */
  assignRole(userId: string, roleId: string, actor: Actor): Promise<void>
  /** Makes somebody a member who is none. */
  addMember(organizationId: string, userId: string, role: string, actor: Actor): Promise<void>
  /** How a person can present a second factor. */
  secondFactorWays(user: User): Promise<readonly string[]>
}

interface StepsDeps {
  readonly users: Pick<Users, 'hold' | 'change'>
  readonly actions: StepActions
  readonly targets: TargetRules
  readonly calls: WebhookCalls
}

/** The member of the metadata that belongs to flows. */
const METADATA_MEMBER = 'flows'
const MULTI_FACTOR = 'mfa'
const DEFAULT_MIN_LENGTH = 12
/** How many sign-ins may wait in a delay on one node. They hold nothing but memory. */
const MAX_DELAYED = 500

const passed: StepResult = { kind: 'passed' }

type Execute = (step: DueStep) => Promise<StepResult>
/** Its own config, of the one type it stands for. */
const configOf = <T extends StepType>({ instruction }: DueStep): ConfigOf<T> => instruction.step.config as ConfigOf<T>

/** Does what a step says, but for the one that only chooses a way. */
export class Steps {
  readonly #deps: StepsDeps
  #delayed = 0
  constructor(deps: StepsDeps) {
    this.#deps = deps
  }

  execute(step: DueStep): Promise<StepResult> {
    return this.#executors[step.instruction.step.type](step)
  }

  readonly #executors: { readonly [T in Exclude<StepType, 'conditional'>]: Execute } = {
    require_email_verification: async ({ user }) =>
      user.emailVerified ? passed : { kind: 'waits', wait: { type: 'email_verification' } },
    require_mfa_enrollment: async ({ user, session }) => {
      if (session.methods.includes(MULTI_FACTOR) || (await this.#hasFactor(user))) return passed
      return { kind: 'waits', wait: { type: 'mfa_enrollment' } }
    },
    require_mfa_challenge: (step) => this.#challenge(step),
    require_password_strength: async (step) => judgePassword(step),
    redirect: (step) => this.#redirect(step),
    webhook: (step) => this.#ask(step),
    set_metadata: async (step) => {
      const { key, value } = configOf<'set_metadata'>(step)
      return { kind: 'writes', reason: `set ${key}`, write: (tx) => this.#note(tx, step, { [key]: value }) }
    },
    assign_role: async (step) => {
      requireProven(step.user)
      await this.#deps.actions.assignRole(step.user.id, configOf<'assign_role'>(step).role_id, step.actor)
      return passed
    },
    add_to_org: async (step) => {
      requireProven(step.user)
      const { organization_id: id, role = 'member' } = configOf<'add_to_org'>(step)
      await this.#deps.actions.addMember(id, step.user.id, role, step.actor)
      return passed
    },
    custom_check: async (step) => {
      const holds = await step.instruction.check?.(step.facts)
      if (holds === true) return passed
      return { kind: 'denied', reason: 'the condition does not hold', message: configOf<'custom_check'>(step).message }
    },
    delay: (step) => this.#delay(configOf<'delay'>(step).seconds),
  }

  async #hasFactor(user: User): Promise<boolean> {
    return (await this.#deps.actions.secondFactorWays(user)).length > 0
  }

  async #challenge(step: DueStep): Promise<StepResult> {
    const { session, user, met } = step
    const isPresented = session.methods.includes(MULTI_FACTOR)
    const { always = false } = configOf<'require_mfa_challenge'>(step)
    if (isPresented && (!always || met?.type === 'mfa_challenge')) return passed
    // Whoever has only a passkey and presented it has nothing else to be asked for.
    if (isPresented && !user.mfaEnabled) return { kind: 'passed', reason: 'the person has no other factor' }
    if (!(await this.#hasFactor(user))) return { kind: 'waits', wait: { type: 'mfa_enrollment' } }
    return { kind: 'waits', wait: { type: 'mfa_challenge', sessionHash: session.hash } }
  }

  async #redirect(step: DueStep): Promise<StepResult> {
    if (step.met?.type === 'redirect') return passed
    const { url } = configOf<'redirect'>(step)
    // The settings may have changed since the flow was saved.
    if (!(await mayRedirectTo(url, this.#deps.targets))) throw new StepFailure('the address is not allowed any more')
    return { kind: 'waits', wait: { type: 'redirect', url } }
  }

  async #ask(step: DueStep): Promise<StepResult> {
    const { run, program, instruction, user, facts } = step
    const verdict = await this.#deps.calls.ask({
      config: configOf<'webhook'>(step),
      program,
      pointer: instruction.pointer,
      runId: run.id,
      messageId: `${run.id}_${run.position}`,
      user,
      facts,
    })
    if (verdict.action === 'deny') {
      return { kind: 'denied', reason: 'the server refused', message: verdict.message ?? null }
    }
    const { metadata = {} } = verdict
    if (Object.keys(metadata).length === 0) return passed
    return {
      kind: 'writes',
      reason: `set ${Object.keys(metadata).join(', ')}`,
      write: (tx) => this.#note(tx, step, metadata),
    }
  }

  async #delay(seconds: number): Promise<StepResult> {
    if (this.#delayed >= MAX_DELAYED) throw new StepFailure('too many sign-ins are delayed at once')
    this.#delayed++
    try {
      await pause(seconds * 1000)
      return passed
    } finally {
      this.#delayed--
    }
  }

  /** Writes into our own member of the metadata, whatever else changed there since. */
  async #note(tx: Tx, { user, actor }: DueStep, changes: Readonly<Record<string, unknown>>): Promise<void> {
    const { users } = this.#deps
    const held = await users.hold(tx, user.id)
    if (!held) throw new StepFailure('the user is gone')
    const metadata = checkedMetadata(mergePatch(held.metadata, { [METADATA_MEMBER]: changes }))
    if (JSON.stringify(metadata) === JSON.stringify(held.metadata)) return
    await users.change(tx, user.id, { metadata }, actor)
  }
}

function judgePassword(step: DueStep): StepResult {
  if (step.met?.type === 'password_change') return passed
  const fault = step.run.origin.passwordFaults[step.instruction.pointer]
  if (fault === undefined) return { kind: 'skipped', reason: 'no password came along' }
  if (fault === null) return passed
  return {
    kind: 'waits',
    wait: { type: 'password_change', minLength: minLengthOf(configOf<'require_password_strength'>(step)), fault },
  }
}

/** The shortest password that a step takes. */
export const minLengthOf = (config: ConfigOf<'require_password_strength'>): number =>
  config.min_length ?? DEFAULT_MIN_LENGTH

/** An address that nobody proved may be anybody's: what is given by its domain would be given to strangers. */
function requireProven({ emailVerified }: User): void {
  if (!emailVerified)
    throw new StepFailure('the address is not proven: put require_email_verification before this step')
}
