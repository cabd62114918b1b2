import { isIP } from 'node:net'
import type { Static } from 'typebox'
import type { Actor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Db } from '#/platform/db/db.ts'
import { invalid } from '#/platform/errors/invalid.ts'
import { OutboundError } from '#/platform/http-client/outbound-error.ts'
import { newId } from '#/platform/ids.ts'
import type { Users } from '#/modules/users/index.ts'
import type { FlowFacts, Seen } from './condition.ts'
import { flowTested } from './events.ts'
import { factsOf } from './facts.ts'
import type { FactSources } from './facts.ts'
import type { FlowVersion } from './flow.ts'
import type { Flows } from './flows.ts'
import type { PasswordJudge } from './password-judge.ts'
import { Preview } from './preview.ts'
import type { Person, Previewed } from './preview.ts'
import type { Program } from './program.ts'
import type { Programs } from './programs.ts'
import type { TestFlowSchema } from './schemas.ts'
import { StepFailure } from './step-failure.ts'
import type { StepOf, StepType } from './step-types.ts'
import type { StepActions } from './steps.ts'
import type { TargetRules } from './targets.ts'
import type { WebhookCalls } from './webhook-call.ts'

export type TestFlow = Static<typeof TestFlowSchema>

interface DryRunsDeps {
  readonly db: Db
  readonly clock: Clock
  readonly events: Events
  readonly users: Pick<Users, 'find'>
  readonly flows: Flows
  readonly programs: Programs
  readonly facts: FactSources
  readonly actions: Pick<StepActions, 'secondFactorWays'>
  readonly passwords: PasswordJudge
  readonly targets: TargetRules
  readonly calls: WebhookCalls
}

/** A step of a dry run, with where it stands and what its condition saw. */
export interface TriedStep extends Previewed {
  readonly step: string
  readonly type: StepType
  readonly saw: readonly Seen[]
}

/** What a flow would do with a sign-in. */
export interface DryRun {
  readonly version: FlowVersion
  readonly taken: boolean
  readonly saw: readonly Seen[]
  readonly timeline: readonly TriedStep[]
  readonly outcome: 'not_taken' | 'passed' | 'waiting' | 'denied' | 'failed'
}

/** Goes through a flow without doing anything: nothing is written, and nobody is called unless that is asked for. */
export class DryRuns {
  readonly #deps: DryRunsDeps
  constructor(deps: DryRunsDeps) {
    this.#deps = deps
  }

  async try(id: string, input: TestFlow, liveWebhooks: boolean, actor: Actor): Promise<DryRun> {
    const { flows, programs, db, events } = this.#deps
    const version = await flows.getVersion(id, input.version ?? (await flows.get(id)).version)
    const program = programs.of(version)
    const [person, facts] = await this.#personOf(version, input)
    const saw: Seen[] = []
    const holds = await program.condition(facts, saw)
    if (liveWebhooks) {
      const data = { id, name: version.name, version: version.version }
      await events.recordAlone(db, flowTested, { actor, target: { type: 'flow', id }, data })
    }
    const timeline = await this.#walk(program, { person, facts, password: input.password, liveWebhooks })
    const taken = holds && version.enabled
    return { version, taken, saw, timeline, outcome: taken ? outcomeOf(timeline) : 'not_taken' }
  }

  async #walk(program: Program, given: Given): Promise<TriedStep[]> {
    const timeline: TriedStep[] = []
    let position = 0
    for (;;) {
      const instruction = program.instructions[position]
      if (!instruction) return timeline
      if (instruction.kind === 'jump') {
        position = instruction.to
        continue
      }
      const saw: Seen[] = []
      const { pointer, step } = instruction
      if (instruction.kind === 'branch') {
        const holds = await instruction.condition(given.facts, saw)
        const would = holds ? 'Goes the way of then.' : 'Goes the way of else.'
        timeline.push({ step: pointer, type: step.type, outcome: 'passed', would, saw })
        position = holds ? position + 1 : instruction.otherwise
        continue
      }
      const holds = (await instruction.check?.(given.facts, saw)) ?? true
      const tried = await this.#try(program, { step: instruction.step, pointer, holds }, given)
      timeline.push({ step: pointer, type: step.type, saw, ...tried })
      if (tried.outcome === 'denied' || tried.outcome === 'failed') return timeline
      position++
    }
  }

  async #try(program: Program, { step, pointer, holds }: Tried, given: Given): Promise<Previewed> {
    const { actions, passwords, targets } = this.#deps
    if (step.type === 'webhook' && given.liveWebhooks) return this.#call(program, { step, pointer }, given)
    const { person, password } = given
    return new Preview({ actions, passwords, targets }).of(step, { person, password, holds })
  }

  async #call(
    program: Program,
    { step, pointer }: { step: StepOf<'webhook'>; pointer: string },
    { person: user, facts }: Given,
  ): Promise<Previewed> {
    const messageId = newId('run', this.#deps.clock.now())
    try {
      const call = { config: step.config, program, pointer, runId: null, messageId, user, facts }
      const { action, message, metadata = {} } = await this.#deps.calls.ask(call)
      if (action === 'deny')
        return { outcome: 'denied', would: `The server refuses: ${message ?? 'without a message'}` }
      const names = Object.keys(metadata).join(', ')
      return {
        outcome: 'passed',
        would: names === '' ? 'The server allows it.' : `The server allows it and sets ${names}.`,
      }
    } catch (error) {
      if (!(error instanceof StepFailure || error instanceof OutboundError)) throw error
      return {
        outcome: step.on_error === 'continue' ? 'continued' : 'failed',
        would: `The call breaks: ${error.message}`,
      }
    }
  }

  async #personOf({ trigger }: FlowVersion, input: TestFlow): Promise<[Person, FlowFacts]> {
    const { users, facts, clock } = this.#deps
    const known = input.user_id === undefined ? undefined : await users.find(input.user_id)
    if (input.user_id !== undefined && !known) throw invalid('/user_id', 'must be the id of a user')
    const { ip = '127.0.0.1', user = {} } = input
    if (isIP(ip) === 0) throw invalid('/ip', 'must be an IP address')
    const person = {
      id: known?.id ?? newId('usr', clock.now()),
      email: user.email ?? known?.email ?? 'somebody@example.com',
      emailVerified: user.email_verified ?? known?.emailVerified ?? true,
      name: user.name ?? known?.name ?? '',
      mfaEnabled: user.mfa_enabled ?? known?.mfaEnabled ?? false,
      metadata: user.metadata ?? known?.metadata ?? {},
      known,
    }
    const { client_id: clientId = null, new_device: newDevice, auth_methods: authMethods } = input
    const now = input.at === undefined ? clock.now() : Date.parse(input.at)
    const sources: FactSources = {
      rolesOf: async (id) => user.role_ids ?? (known ? facts.rolesOf(id) : []),
      organizationsOf: async (id) => user.organization_ids ?? (known ? facts.organizationsOf(id) : []),
      isKnownDevice: async (id, device) => (newDevice === undefined ? facts.isKnownDevice(id, device) : !newDevice),
    }
    const looked = factsOf(sources, { trigger, user: person, methods: [], clientId, ip, userAgent: undefined, now })
    return [person, { ...looked, authMethods: authMethods ?? ['password'] }]
  }
}

interface Given {
  readonly person: Person
  readonly facts: FlowFacts
  readonly password: string | undefined
  readonly liveWebhooks: boolean
}

interface Tried {
  readonly step: Parameters<Preview['of']>[0]
  readonly pointer: string
  readonly holds: boolean
}

function outcomeOf(timeline: readonly TriedStep[]): DryRun['outcome'] {
  const last = timeline.at(-1)?.outcome
  if (last === 'denied' || last === 'failed') return last
  return timeline.some(({ outcome }) => outcome === 'waiting') ? 'waiting' : 'passed'
}
