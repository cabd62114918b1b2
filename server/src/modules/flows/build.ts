import type { Lifecycle } from '#/modules/lifecycle/index.ts'
import type { Users } from '#/modules/users/index.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Keyring } from '#/platform/crypto/keyring.ts'
import type { Db } from '#/platform/db/db.ts'
import type { Outbound } from '#/platform/http-client/outbound.ts'
import { DryRuns } from './dry-run.ts'
import { FlowEngine } from './engine.ts'
import type { FactSources } from './facts.ts'
import { FlowRuns } from './flow-runs.ts'
import { FlowStore } from './flow-store.ts'
import { Flows } from './flows.ts'
import { PasswordJudge } from './password-judge.ts'
import type { PasswordRule } from './password-judge.ts'
import { Programs } from './programs.ts'
import { RunExpiry } from './run-expiry.ts'
import { RunStore } from './run-store.ts'
import { RunWalk } from './run-walk.ts'
import { Steps } from './steps.ts'
import type { StepActions } from './steps.ts'
import { TargetCheck } from './targets.ts'
import type { Directories } from './targets.ts'
import { WebhookCalls } from './webhook-call.ts'
import type { SignCall } from './webhook-call.ts'

/** What flows look at and do in rooms that don't know them. */
export interface FlowNeighbours {
  readonly directories: Directories
  readonly facts: FactSources
  readonly actions: StepActions
}

interface FlowRoomDeps {
  readonly db: Db
  readonly clock: Clock
  readonly keyring: Keyring
  readonly events: Events
  readonly lifecycle: Lifecycle
  readonly outbound: Outbound
  readonly users: Users
  readonly baseUrl: string
  readonly redirectOrigins: () => Promise<readonly string[]>
  readonly passwordRule: PasswordRule
  readonly neighbours: FlowNeighbours
  readonly newSecret: () => string
  readonly signCall: SignCall
  readonly log: { warn(details: object, message: string): void }
}

/** The services of this module, and the gate that sign-ins go through. */
export function buildFlows(deps: FlowRoomDeps) {
  const { db, clock, keyring, events, lifecycle, outbound, users, baseUrl, redirectOrigins, log } = deps
  const { passwordRule, newSecret, signCall } = deps
  const { directories, facts, actions } = deps.neighbours
  const store = new FlowStore(db)
  const runs = new RunStore(db)
  const programs = new Programs(store)
  const targets = { outbound, baseUrl, redirectOrigins }
  const passwords = new PasswordJudge(passwordRule)
  const calls = new WebhookCalls({ clock, keyring, store, fetch: outbound.fetch, sign: signCall })
  const steps = new Steps({ users, actions, targets, calls })
  const walk = new RunWalk({ db, clock, events, users, runs, programs, facts, steps, log })
  const flows = new Flows({
    db,
    clock,
    keyring,
    events,
    lifecycle,
    newSecret,
    targets: new TargetCheck(targets, directories),
    onChanged: () => programs.invalidate(),
  })
  return {
    expiry: new RunExpiry({ db, clock, events, runs }),
    services: {
      flows,
      flowRuns: new FlowRuns({ runs, clock }),
      flowTests: new DryRuns({ db, clock, events, users, flows, programs, facts, actions, passwords, targets, calls }),
    },
    gate: new FlowEngine({
      clock,
      keyring,
      events,
      users,
      flows: store,
      runs,
      programs,
      facts,
      actions,
      passwords,
      walk,
      log,
    }),
  }
}
