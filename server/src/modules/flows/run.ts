import { integer, integerOrNull, json, jsonOrNull, named, table, text, textOrNull, word } from '#/platform/db/table.ts'
import type { EntityOf } from '#/platform/db/table.ts'
import type { FlowTrigger, FlowWait } from '#/modules/sessions/index.ts'
import type { Locale } from '#/ui/i18n/index.ts'
import type { StepType } from './step-types.ts'

/**
 * Where a run stands, as its row says: `ready` has yet to begin, `running` is at work in a request, `waiting` has asked the
 * person for something; the rest is over. `denied` by what a step decided, `failed` because a step broke, `ended` because
 * the flow was deleted, `expired` because it went on for too long: so it is from that moment on, and a job writes it down.
 */
export const runStates = ['ready', 'running', 'waiting', 'passed', 'denied', 'failed', 'ended', 'expired'] as const
export type RunState = (typeof runStates)[number]

/** What came of a step. */
export const stepOutcomes = ['passed', 'skipped', 'waiting', 'denied', 'failed', 'continued'] as const
export type StepOutcome = (typeof stepOutcomes)[number]

/** One thing that happened in a run. */
export interface TimelineEntry {
  /** Where the step stands in its version: `/steps/2/config/then/0`. */
  readonly step: string
  readonly type: StepType
  readonly outcome: StepOutcome
  /** Why, for operators. */
  readonly reason: string | null
  readonly at: number
  readonly durationMs: number
}

/** What a run keeps of the request that began it, since it goes on in others. */
export interface RunOrigin {
  readonly clientId: string | null
  readonly ip: string
  readonly locale: Locale
  /** Whether an owner asked to skip all but the steps of their own security. */
  readonly recovery: boolean
  /** What the password lacks that the sign-in came with, by the pointer of each step that judges it; empty without one. */
  readonly passwordFaults: Readonly<Record<string, PasswordFault | null>>
  /** Why the flow could not say whether it takes the sign-in: then the run has failed from the beginning. */
  readonly conditionFault?: string
}

/** What a password lacks. */
export const passwordFaults = ['too_short', 'too_common'] as const
export type PasswordFault = (typeof passwordFaults)[number]

/** What is kept of a wait: its `state` follows from the row, and the words for a fault from the language. */
export type StoredWait =
  | Extract<FlowWait, { type: 'email_verification' | 'mfa_enrollment' }>
  /** With what the session was known by: another one was given for another proof. */
  | { readonly type: 'mfa_challenge'; readonly sessionHash: string }
  | { readonly type: 'redirect'; readonly url: string }
  | { readonly type: 'password_change'; readonly minLength: number; readonly fault: PasswordFault | null }

/** The codec of `flow_runs`. */
export const flowRuns = table('flow_runs', {
  id: text,
  flowId: text,
  flowVersion: integer,
  userId: text,
  sessionId: text,
  trigger: named('trigger_name', word<FlowTrigger>()),
  state: word<RunState>(),
  position: integer,
  wait: jsonOrNull<StoredWait>(),
  waitsSince: integerOrNull,
  message: textOrNull,
  stoppedAt: textOrNull,
  origin: json<RunOrigin>(),
  timeline: json<readonly TimelineEntry[]>(),
  lease: textOrNull,
  leaseUntil: integerOrNull,
  createdAt: integer,
  expiresAt: integer,
  finishedAt: integerOrNull,
})

/** One sign-in on its way through a flow, or what became of it. */
export type FlowRun = EntityOf<typeof flowRuns>

/** How long a sign-in may take from the proof to the end of its flow. */
export const RUN_LIFE_MS = 15 * 60_000

/** The state of a run at a moment. */
export const stateAt = ({ state, finishedAt, expiresAt }: FlowRun, now: number): RunState =>
  finishedAt === null && now >= expiresAt ? 'expired' : state
