import { actorOf } from '#/platform/audit/event.ts'
import type { EventType } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { newId } from '#/platform/ids.ts'
import type { RequestContext } from '#/platform/request-context.ts'
import type { Session } from '#/modules/sessions/index.ts'
import type { User, Users } from '#/modules/users/index.ts'
import type { FlowFacts } from './condition.ts'
import { flowErrors } from './errors.ts'
import { flowRunDenied, flowRunFailed, flowRunPassed, flowStepIgnored } from './events.ts'
import { factsOf } from './facts.ts'
import type { FactSources } from './facts.ts'
import { flowActor } from './flow-actor.ts'
import type { BranchInstruction, Program, StepInstruction } from './program.ts'
import type { Programs } from './programs.ts'
import { actorAndTarget, runFields } from './run-events.ts'
import type { FlowRun, StepOutcome, TimelineEntry } from './run.ts'
import type { Lease, RunStore } from './run-store.ts'
import { reasonOf, StepFailure } from './step-failure.ts'
import type { StepType } from './step-types.ts'
import type { StepResult, Steps } from './steps.ts'

interface RunWalkDeps {
  readonly db: Db
  readonly clock: Clock
  readonly events: Events
  readonly users: Pick<Users, 'find'>
  readonly runs: RunStore
  readonly programs: Programs
  readonly facts: FactSources
  readonly steps: Steps
  readonly log: { warn(details: object, message: string): void }
}

/** Whose sign-in it is, and what they brought. */
export interface Walker {
  readonly user: User
  readonly session: Session
  readonly context: RequestContext
  /** Takes the new password that was asked for. */
  readonly set: (() => Promise<void>) | undefined
}

/** Longer than all that one request can spend in a flow: three calls of ten seconds and three delays of five. */
const LEASE_MS = 90_000

/** What the recovery of an owner leaves in force: what they can do here, without anybody else. */
const OWN_SECURITY: readonly StepType[] = [
  'require_mfa_enrollment',
  'require_mfa_challenge',
  'require_password_strength',
]

/**
 * Takes a run from where it stands to where it waits or is over. What only looks at something is kept in memory; before a
 * call goes out, and with whatever is changed, the row says how far it came. A node that dies leaves its lease: then the
 * run goes on from there, unless a call was out, of which nobody knows what it did.
 */
export class RunWalk {
  readonly #deps: RunWalkDeps
  constructor(deps: RunWalkDeps) {
    this.#deps = deps
  }

  /** Goes on with a run. Throws `flow_busy` when another request has it. Returns it as it is then. */
  async go(seen: FlowRun, walker: Walker): Promise<FlowRun> {
    const { clock, runs, programs } = this.#deps
    const now = clock.now()
    const lease = { runId: seen.id, owner: newId('node', now) }
    const run = await runs.take(seen, lease, now, now + LEASE_MS)
    if (!run) throw new AppError(flowErrors.flow_busy)
    const program = await programs.find(run.flowId, run.flowVersion)
    const walk = new Walk(this.#deps, { run, lease, walker, program, wasInterrupted: seen.state === 'running' })
    return walk.go()
  }
}

interface WalkStart {
  readonly run: FlowRun
  readonly lease: Lease
  readonly walker: Walker
  readonly program: Program | undefined
  readonly wasInterrupted: boolean
}

/** One request's way through a run. */
class Walk {
  readonly #deps: RunWalkDeps
  readonly #start: WalkStart
  #run: FlowRun
  #user: User
  #facts: FlowFacts
  #met: FlowRun['wait']
  constructor(deps: RunWalkDeps, start: WalkStart) {
    this.#deps = deps
    this.#start = start
    this.#run = start.run
    this.#user = start.walker.user
    this.#facts = this.#look()
    this.#met = start.run.wait
  }

  async go(): Promise<FlowRun> {
    const { program } = this.#start
    if (!program) return this.#end({ state: 'ended' })
    if (this.#met?.type === 'password_change') await this.#takePassword()
    for (;;) {
      const instruction = program.instructions[this.#run.position]
      if (!instruction) return this.#end({ state: 'passed' }, flowRunPassed)
      if (instruction.kind === 'jump') this.#moveTo(instruction.to)
      else if (instruction.kind === 'branch') {
        const stopped = await this.#branch(instruction)
        if (stopped) return stopped
      } else {
        const stopped = await this.#step(program, instruction)
        if (stopped) return stopped
      }
    }
  }

  /** Sets the password that was asked for; one that is refused leaves the run waiting. */
  async #takePassword(): Promise<void> {
    try {
      await this.#start.walker.set?.()
    } catch (error) {
      await this.#write({ state: 'waiting', lease: null, leaseUntil: null })
      throw error
    }
  }

  async #branch({ pointer, condition, otherwise, end, step }: BranchInstruction): Promise<FlowRun | undefined> {
    const begun = performance.now()
    try {
      const holds = await condition(this.#facts)
      this.#note(pointer, step.type, 'passed', holds ? 'then' : 'else', begun)
      this.#moveTo(holds ? this.#run.position + 1 : otherwise)
      return undefined
    } catch (error) {
      const goesOn = step.on_error === 'continue' || this.#run.origin.recovery
      return this.#broke({ pointer, type: step.type, goesOn, to: end, begun }, error)
    }
  }

  async #step(program: Program, instruction: StepInstruction): Promise<FlowRun | undefined> {
    const { pointer, step } = instruction
    const begun = performance.now()
    const to = this.#run.position + 1
    if (this.#run.origin.recovery && !OWN_SECURITY.includes(step.type)) {
      this.#note(pointer, step.type, 'skipped', 'an owner signs in by ?recovery', begun)
      this.#moveTo(to)
      return undefined
    }
    try {
      if (step.type === 'webhook') await this.#beforeCall()
      const { session, context } = this.#start.walker
      const [run, user, facts, met] = [this.#run, this.#user, this.#facts, this.#met]
      const actor = flowActor(run, context)
      const result = await this.#deps.steps.execute({ run, program, instruction, session, user, facts, met, actor })
      return await this.#follow(result, { pointer, type: step.type, to, begun })
    } catch (error) {
      if (error instanceof LostRun) throw error
      return this.#broke({ pointer, type: step.type, goesOn: step.on_error === 'continue', to, begun }, error)
    }
  }

  /** Says that a call is out. What was out when a node died may have been heard or not: that is not done twice. */
  async #beforeCall(): Promise<void> {
    const { timeline, position } = this.#run
    if (this.#start.wasInterrupted && position === this.#start.run.position) {
      throw new StepFailure('the server stopped while it waited for a response')
    }
    await this.#write({ position, timeline, wait: null })
  }

  async #follow(result: StepResult, { pointer, type, to, begun }: Taken): Promise<FlowRun | undefined> {
    if (result.kind === 'waits') {
      this.#note(pointer, type, 'waiting', result.wait.type, begun)
      const { wait, position, timeline } = { ...this.#run, wait: result.wait }
      const now = this.#deps.clock.now()
      await this.#write({ state: 'waiting', wait, waitsSince: now, position, timeline, lease: null, leaseUntil: null })
      return this.#run
    }
    if (result.kind === 'denied') {
      this.#note(pointer, type, 'denied', result.reason, begun)
      const data = { step: pointer, type, reason: result.reason }
      return this.#end({ state: 'denied', message: result.message, stoppedAt: pointer }, flowRunDenied, data)
    }
    const before = this.#run
    this.#note(pointer, type, result.kind === 'skipped' ? 'skipped' : 'passed', result.reason ?? null, begun)
    this.#moveTo(to)
    if (result.kind !== 'writes') return undefined
    try {
      await this.#writeWith(result.write)
    } catch (error) {
      this.#run = before
      throw error
    }
    return undefined
  }

  /** A step that could not do what it says: the sign-in ends there, unless the step says to go on. */
  async #broke({ pointer, type, goesOn, to, begun }: Broken, error: unknown): Promise<FlowRun | undefined> {
    const reason = reasonOf(error)
    const { id, flowId } = this.#run
    this.#deps.log.warn({ err: error, run: id, flow: flowId, step: pointer }, 'a step of an auth flow broke')
    const data = { step: pointer, type, reason }
    this.#note(pointer, type, goesOn ? 'continued' : 'failed', reason, begun)
    if (!goesOn) return this.#end({ state: 'failed', stoppedAt: pointer }, flowRunFailed, data)
    this.#moveTo(to)
    await this.#writeWith((tx) => this.#record(tx, flowStepIgnored, data, 'failure'))
    return undefined
  }

  /** Ends the run, if it is still ours to end, and tells how. */
  async #end(
    changes: Pick<FlowRun, 'state'> & Partial<FlowRun>,
    event?: EventType,
    more: object = {},
  ): Promise<FlowRun> {
    const { position, timeline, origin } = this.#run
    const finishedAt = this.#deps.clock.now()
    const ended: Partial<FlowRun> = {
      ...changes,
      position,
      timeline,
      wait: null,
      lease: null,
      leaseUntil: null,
      finishedAt,
      origin: { ...origin, passwordFaults: {} },
    }
    if (finishedAt >= this.#run.expiresAt) return this.#run
    const result = changes.state === 'denied' ? 'denied' : changes.state === 'passed' ? 'success' : 'failure'
    await this.#deps.db.tx(async (tx) => {
      await this.#writeIn(tx, ended)
      if (event) await this.#record(tx, event, more, result)
    })
    this.#run = { ...this.#run, ...ended }
    return this.#run
  }

  async #writeWith(work: (tx: Tx) => Promise<unknown>): Promise<void> {
    const { position, timeline } = this.#run
    const changes = { position, timeline, wait: null }
    await this.#deps.db.tx(async (tx) => {
      await this.#writeIn(tx, changes)
      await work(tx)
    })
    this.#run = { ...this.#run, ...changes }
    // What was changed is what later steps look at.
    this.#user = (await this.#deps.users.find(this.#run.userId)) ?? this.#user
    this.#facts = this.#look()
  }

  async #write(changes: Partial<FlowRun>): Promise<void> {
    await this.#deps.db.tx((tx) => this.#writeIn(tx, changes))
    this.#run = { ...this.#run, ...changes }
  }

  async #writeIn(tx: Tx, changes: Partial<FlowRun>): Promise<void> {
    if (!(await this.#deps.runs.write(tx, this.#start.lease, changes))) throw new LostRun()
  }

  async #record(tx: Tx, event: EventType, more: object, result: 'success' | 'denied' | 'failure'): Promise<void> {
    const actor = actorOf('user', this.#run.userId, this.#start.walker.context)
    const data = { ...runFields(this.#run), ...more }
    await this.#deps.events.record(tx, event, { ...actorAndTarget(this.#run, actor), result, data })
  }

  #look(): FlowFacts {
    const { run, walker } = this.#start
    const { session } = walker
    const { clientId, ip } = run.origin
    const userAgent = session.userAgent ?? undefined
    const { trigger } = run
    const now = this.#deps.clock.now()
    return factsOf(this.#deps.facts, {
      trigger,
      user: this.#user,
      methods: session.methods,
      clientId,
      ip,
      userAgent,
      now,
    })
  }

  #moveTo(position: number): void {
    this.#run = { ...this.#run, position }
    this.#met = null
  }

  #note(step: string, type: StepType, outcome: StepOutcome, reason: string | null, begun: number): void {
    const durationMs = Math.round(performance.now() - begun)
    const entry: TimelineEntry = { step, type, outcome, reason, at: this.#deps.clock.now(), durationMs }
    this.#run = { ...this.#run, timeline: [...this.#run.timeline, entry] }
  }
}

interface Taken {
  readonly pointer: string
  readonly type: StepType
  readonly to: number
  readonly begun: number
}
type Broken = Taken & { readonly goesOn: boolean }

/** Somebody else ended the run, or took it because this request fell silent: nothing of this request counts any more. */
class LostRun extends AppError {
  constructor() {
    super(flowErrors.flow_busy)
  }
}
