import { actorOf } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Keyring } from '#/platform/crypto/keyring.ts'
import { constantTimeEqual } from '#/platform/crypto/secrets.ts'
import type { Tx } from '#/platform/db/db.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { newId } from '#/platform/ids.ts'
import type { RequestContext } from '#/platform/request-context.ts'
import type {
  ChosenFlow,
  ChosenPassword,
  FlowInput,
  FlowOutcome,
  FlowTrigger,
  ProvenSignIn,
  Session,
  SignInGate,
} from '#/modules/sessions/index.ts'
import type { User, Users } from '#/modules/users/index.ts'
import { flowErrors } from './errors.ts'
import { flowRecoveryUsed, flowRunFailed } from './events.ts'
import type { FlowFacts } from './condition.ts'
import { factsOf } from './facts.ts'
import type { FactSources } from './facts.ts'
import type { FlowStore } from './flow-store.ts'
import type { PasswordJudge } from './password-judge.ts'
import type { Program } from './program.ts'
import type { Programs } from './programs.ts'
import { actorAndTarget, runFields } from './run-events.ts'
import { reasonOf } from './step-failure.ts'
import { RUN_LIFE_MS, stateAt } from './run.ts'
import type { FlowRun, RunOrigin, StoredWait } from './run.ts'
import type { RunStore } from './run-store.ts'
import type { RunWalk } from './run-walk.ts'
import type { StepActions } from './steps.ts'
import { faultText, flowTexts } from './texts.ts'

interface FlowEngineDeps {
  readonly clock: Clock
  readonly keyring: Pick<Keyring, 'mac'>
  readonly events: Events
  readonly users: Pick<Users, 'find'>
  readonly flows: FlowStore
  readonly runs: RunStore
  readonly programs: Programs
  readonly facts: FactSources
  readonly actions: Pick<StepActions, 'secondFactorWays'>
  readonly passwords: PasswordJudge
  readonly walk: RunWalk
  readonly log: { warn(details: object, message: string): void }
}

/** The first flow whose conditions hold, or can't be asked. */
interface Found {
  readonly program: Program
  /** Why its conditions could not be asked; null where they hold. */
  readonly fault: string | null
}

/** A flow that takes a sign-in, with what its run keeps of it. */
class Choice implements ChosenFlow {
  readonly flowId: string
  readonly program: Program
  readonly signIn: ProvenSignIn
  readonly origin: RunOrigin
  constructor(program: Program, signIn: ProvenSignIn, origin: RunOrigin) {
    this.flowId = program.flowId
    this.program = program
    this.signIn = signIn
    this.origin = origin
  }
}

const MULTI_FACTOR = 'mfa'
const SYSTEM_OWNER = 'owner'
/** Where a run stopped whose flow could not say whether it takes the sign-in. */
const CONDITIONS = '/conditions'

/**
 * What stands between a proof and its session. A run is one row, written with its session: it outlives the process and
 * goes on at any node. Whoever goes on with it takes it by one conditional write, so what a wait asked for counts once.
 */
export class FlowEngine implements SignInGate {
  readonly #deps: FlowEngineDeps
  constructor(deps: FlowEngineDeps) {
    this.#deps = deps
  }

  async choose(signIn: ProvenSignIn): Promise<ChosenFlow | null> {
    const recovery = signIn.recovery && signIn.user.systemRole === SYSTEM_OWNER
    const found = await this.#find(signIn.trigger, this.#factsOf(signIn), recovery)
    return found && new Choice(found.program, signIn, await this.#originOf(found, signIn, recovery))
  }

  async judge(it: ChosenPassword): Promise<void> {
    const facts = this.#factsOf(it)
    const found = await this.#find(it.trigger, facts, false)
    if (found) await this.#deps.passwords.require(found.program, it.password, facts)
  }

  #factsOf({ context, ...signIn }: ProvenSignIn | ChosenPassword): FlowFacts {
    const { ip, userAgent } = context
    return factsOf(this.#deps.facts, { ...signIn, ip, userAgent, now: this.#deps.clock.now() })
  }

  /** The first flow of a trigger whose conditions hold. One that can't be asked takes the sign-in, and ends it. */
  async #find(trigger: FlowTrigger, facts: FlowFacts, recovery: boolean): Promise<Found | null> {
    for (const program of await this.#deps.programs.enabledFor(trigger)) {
      try {
        if (await program.condition(facts)) return { program, fault: null }
      } catch (error) {
        this.#deps.log.warn({ err: error, flow: program.flowId }, 'the conditions of an auth flow broke')
        // A broken condition must not lock owners out.
        if (!recovery) return { program, fault: reasonOf(error) }
      }
    }
    return null
  }

  async begin(tx: Tx, chosen: ChosenFlow, session: Session): Promise<void> {
    if (!(chosen instanceof Choice)) throw new TypeError('this flow was chosen by somebody else')
    const { flows, runs, clock, events } = this.#deps
    const { program, signIn, origin } = chosen
    const { flowId, version } = program
    if (!(await flows.holdVersion(tx, flowId, version))) throw new AppError(flowErrors.flow_ended)
    const now = clock.now()
    const isFailed = origin.conditionFault !== undefined
    const run: FlowRun = {
      id: newId('run', now),
      flowId,
      flowVersion: version,
      userId: session.userId,
      sessionId: session.id,
      trigger: signIn.trigger,
      state: isFailed ? 'failed' : 'ready',
      position: 0,
      wait: null,
      waitsSince: null,
      message: null,
      stoppedAt: isFailed ? CONDITIONS : null,
      origin,
      timeline: [],
      lease: null,
      leaseUntil: null,
      createdAt: now,
      expiresAt: now + RUN_LIFE_MS,
      finishedAt: isFailed ? now : null,
    }
    await runs.insert(tx, run)
    const told = actorAndTarget(run, actorOf('user', session.userId, signIn.context))
    const data = runFields(run)
    if (origin.recovery) await events.record(tx, flowRecoveryUsed, { ...told, data })
    if (origin.conditionFault === undefined) return
    const failed = { ...data, step: CONDITIONS, type: 'conditions', reason: origin.conditionFault }
    await events.record(tx, flowRunFailed, { ...told, result: 'failure', data: failed })
  }

  async advance(session: Session, context: RequestContext, input: FlowInput = {}): Promise<FlowOutcome> {
    const run = await this.#runOf(session)
    const user = await this.#deps.users.find(run.userId)
    const over = this.#outcomeWhenOver(run)
    if (over || !user || user.disabledAt !== null) return over ?? denied(run, flowTexts(run.origin.locale).refused)
    if (run.state === 'waiting') {
      const unmet = await this.#unmet(run, { user, session, input })
      if (unmet) return { kind: 'waits', wait: this.#shown(run, unmet), runId: run.id }
    }
    const after = await this.#deps.walk.go(run, { user, session, context, set: input.password?.set })
    return this.#outcomeOf(after)
  }

  async read(session: Session): Promise<FlowOutcome | null> {
    const run = await this.#runOf(session)
    const state = stateAt(run, this.#deps.clock.now())
    return state === 'ready' || state === 'running' ? null : this.#outcomeOf(run)
  }

  async #runOf({ id }: Session): Promise<FlowRun> {
    const run = await this.#deps.runs.findBySession(id)
    if (!run) throw new AppError(flowErrors.flow_run_not_found)
    return run
  }

  async #originOf({ program, fault }: Found, signIn: ProvenSignIn, recovery: boolean): Promise<RunOrigin> {
    const { clientId, context, password, user } = signIn
    const origin = { clientId, ip: context.ip, locale: context.locale, recovery }
    if (fault !== null) return { ...origin, passwordFaults: {}, conditionFault: fault }
    const passwordFaults = password === null ? {} : await this.#deps.passwords.judgeFor(program, password, user.email)
    return { ...origin, passwordFaults }
  }

  /** What the person still has to do; undefined when they did it. */
  async #unmet(run: FlowRun, { user, session, input }: Brought): Promise<StoredWait | undefined> {
    const { wait } = run
    const isMet = (done: boolean): StoredWait | undefined => (done ? undefined : (wait ?? undefined))
    if (wait === null) return undefined
    if (wait.type === 'email_verification') return isMet(user.emailVerified)
    if (wait.type === 'mfa_enrollment') return isMet(await this.#isEnrolled(user, session))
    if (wait.type === 'mfa_challenge') {
      return isMet(session.methods.includes(MULTI_FACTOR) && session.hash !== wait.sessionHash)
    }
    if (wait.type === 'redirect') return isMet(constantTimeEqual(input.state ?? '', this.#stateOf(run)))
    if (input.password === undefined) return wait
    const fault = await this.#deps.passwords.faultOf(input.password.value, user.email, wait.minLength)
    return fault === null ? undefined : { ...wait, fault }
  }

  async #isEnrolled(user: User, session: Session): Promise<boolean> {
    if (session.methods.includes(MULTI_FACTOR)) return true
    return (await this.#deps.actions.secondFactorWays(user)).length > 0
  }

  #outcomeWhenOver(run: FlowRun): FlowOutcome | undefined {
    const state = stateAt(run, this.#deps.clock.now())
    const texts = flowTexts(run.origin.locale)
    if (state === 'passed') return { kind: 'passed' }
    if (state === 'denied') return denied(run, run.message ?? texts.refused)
    if (state === 'failed') return denied(run, texts.failed)
    if (state === 'expired') return denied(run, texts.expired)
    return state === 'ended' ? denied(run, texts.ended) : undefined
  }

  #outcomeOf(run: FlowRun): FlowOutcome {
    const over = this.#outcomeWhenOver(run)
    if (over) return over
    if (run.state === 'waiting' && run.wait) return { kind: 'waits', wait: this.#shown(run, run.wait), runId: run.id }
    throw new AppError(flowErrors.flow_busy)
  }

  #shown(run: FlowRun, wait: StoredWait) {
    if (wait.type === 'redirect') return { ...wait, state: this.#stateOf(run) }
    if (wait.type === 'password_change') {
      const { type, minLength, fault } = wait
      return { type, minLength, reason: faultText(fault, minLength, run.origin.locale) }
    }
    return { type: wait.type }
  }

  /** What the way back from a redirect carries: of this run, at this step, for this session alone. */
  #stateOf({ id, position, sessionId }: FlowRun): string {
    return this.#deps.keyring.mac('flow_return', JSON.stringify([id, position, sessionId]))
  }
}

interface Brought {
  readonly user: User
  readonly session: Session
  readonly input: FlowInput
}

const denied = (run: FlowRun, message: string): FlowOutcome => ({ kind: 'denied', message, runId: run.id })
