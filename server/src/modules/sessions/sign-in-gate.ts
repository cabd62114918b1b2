import type { Tx } from '#/platform/db/db.ts'
import type { RequestContext } from '#/platform/request-context.ts'
import type { User } from '#/modules/users/index.ts'
import type { FlowTrigger } from './flow-trigger.ts'
import type { Session } from './session.ts'

/** A proof of who somebody is, as flows see it. */
export interface ProvenSignIn {
  readonly user: User
  readonly trigger: FlowTrigger
  /** How it was proven (RFC 8176 §2); a second factor may follow before the flow begins. */
  readonly methods: readonly string[]
  /** The application that waits for the sign-in. */
  readonly clientId: string | null
  /** The password that was just typed or chosen, for what judges it before `begin` returns: it is kept nowhere. */
  readonly password: string | null
  /** Whether an owner on the way to the dashboard asked to skip what isn't their own security; theirs to decide is not. */
  readonly recovery: boolean
  readonly context: RequestContext
}

/** A password that somebody just chose, before anything of it is stored. */
export interface ChosenPassword {
  /** Whose it will be; without an id while they sign up. */
  readonly user: Pick<User, 'email' | 'metadata'> & { readonly id: string | null }
  readonly password: string
  readonly trigger: FlowTrigger
  readonly methods: readonly string[]
  readonly clientId: string | null
  readonly context: RequestContext
}

/** The flow that stands between a proof and its session, with whatever its engine needs to begin it. */
export interface ChosenFlow {
  readonly flowId: string
}

/** What a person has to do before their flow goes on. */
export type FlowWait =
  | { readonly type: 'email_verification' }
  | { readonly type: 'mfa_enrollment' }
  | { readonly type: 'mfa_challenge' }
  /** To open `url`, which gets the way back as its parameter `return_to`; that carries `state`, which goes on once. */
  | { readonly type: 'redirect'; readonly url: string; readonly state: string }
  /** To choose a password as strong as the step asks; `reason` says what the last one lacked, in the person's words. */
  | { readonly type: 'password_change'; readonly minLength: number; readonly reason: string | null }

/** Where a run stands. It passed once for its session: asked again, it still did. */
export type FlowOutcome =
  | { readonly kind: 'passed' }
  | { readonly kind: 'waits'; readonly wait: FlowWait; readonly runId: string }
  | { readonly kind: 'denied'; readonly message: string; readonly runId: string }

/** What a person brings to the step that waits for them. */
export interface FlowInput {
  /** What the way back from a `redirect` carried. */
  readonly state?: string
  /** A new password. The engine judges it, calls `set` when it is strong enough, and goes on. `set` may throw. */
  readonly password?: { readonly value: string; readonly set: () => Promise<void> }
}

/**
 * What stands between a proof and a session that opens things; `flows` implements it. `choose` and `advance` may take
 * seconds and are called outside of any transaction. Everything but `choose` finds the run by `session.id`.
 */
export interface SignInGate {
  /**
   * Throws what the flow that applies would ask another password for (`password_too_short`, `password_too_common`), while
   * nothing is stored yet. Runs no step.
   */
  judge(it: ChosenPassword): Promise<void>
  /** The flow for this sign-in, if one applies. A condition that can't be asked chooses its flow, whose run has failed. */
  choose(it: ProvenSignIn): Promise<ChosenFlow | null>
  /** Writes the run, at its beginning, in the transaction that writes its session. Runs no step. */
  begin(tx: Tx, chosen: ChosenFlow, session: Session): Promise<void>
  /**
   * Runs steps until one waits or stops the sign-in. Called once every factor that the session itself asks for was
   * presented, with the session as it is then: `session.methods` says what was proven. Never throws for what a step did.
   */
  advance(session: Session, context: RequestContext, input?: FlowInput): Promise<FlowOutcome>
  /** Where the run stands, without running anything; null when it has yet to begin its first step. */
  read(session: Session): Promise<FlowOutcome | null>
}

/** A server without flows. */
export const noFlows: SignInGate = {
  judge: () => Promise.resolve(),
  choose: () => Promise.resolve(null),
  begin: () => Promise.resolve(),
  advance: () => Promise.resolve({ kind: 'passed' }),
  read: () => Promise.resolve({ kind: 'passed' }),
}
