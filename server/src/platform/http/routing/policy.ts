import type { Form } from '#/platform/http/input/form.ts'

/**
 * Who may call a route, and what the request has to prove besides. A route without a policy does not register (rule G9),
 * and the endpoint enforces all of it before the handler runs, so that no handler has a guard to forget.
 */
export type Policy =
  | PublicPolicy
  /** The handler authenticates an OAuth client in the order RFC 6749 wants. */
  | { readonly kind: 'client' }
  | BrowserPolicy
  | PersonPolicy
  | AdminPolicy
  | SessionPolicy
  | { readonly kind: 'registration' }
  /** An identity provider that keeps the people of a connection in step, by a token of that connection. */
  | { readonly kind: 'provisioning' }
  | { readonly kind: 'bearer'; readonly scope: string }

/** Nobody is asked who they are. */
export interface PublicPolicy {
  readonly kind: 'public'
  /** Why a write is open to everybody; one that does not say so does not register. */
  readonly why?: string
  /** Where a browser may send a write from: `own` when not given, our own origin alone. */
  readonly origin?: 'own' | 'any'
}

/** A signed-in person; their writes come from our own origin and carry the X-CSRF-Token of the session. */
export interface SessionPolicy {
  readonly kind: 'session'
  /** Also for those who have yet to present the second factor: only what ends that wait may say so. */
  readonly pending?: true
  /** Also for those who have to set up a second factor: only what sets one up may say so. */
  readonly enrolling?: true
  /** Also for those who have a step of an auth flow left: only what such a step asks for may say so. */
  readonly inFlow?: true
  /** Only for those who proved in the last minutes who they are. */
  readonly fresh?: true
}

/**
 * An API key, or the session of an operator with the same duties as in `SessionPolicy`. A key proves itself with every
 * request, so it is always fresh.
 */
export interface AdminPolicy {
  readonly kind: 'admin'
  readonly scope: string
  /** Another scope that the caller must hold as well, since the route leads to what that one is for. */
  readonly alsoScope?: string
  /** Any of these does in the place of `scope`: the handler shows each caller what theirs lets them see. */
  readonly orScopes?: readonly string[]
  readonly fresh?: true
  /** Only for those to whom every scope is open, since the route would lead around all of them. */
  readonly fullAccess?: true
}

/** A page that anybody may open; who they are is optional, and the page decides what follows from it. */
export interface BrowserPolicy {
  readonly kind: 'browser'
  /**
   * Whose token its form carries: that of the browser, or of the session it was shown in, be that signed in or still
   * waiting for the second factor. A browser without such a session has nothing that could be misused. A form that
   * carries no token does not register.
   */
  readonly csrf?: 'browser' | 'session' | 'pending'
  /** Forms of other sites arrive at the same address. The handler gets no principal with them, and so knows them. */
  readonly foreignForms?: ForeignForms
}

export interface ForeignForms {
  readonly why: string
  /** Whether a form is one of our own pages, by what it carries: then it passes the guards of those. */
  isOurs(form: Form): boolean
}

/** A page of the person who is signed in; everybody else is led to sign in, and back. Its form carries their token. */
export interface PersonPolicy {
  readonly kind: 'person'
  /** Also for those who have to set up a second factor. */
  readonly enrolling?: true
  /** Only for those who proved in the last minutes who they are; others are led to do that, and back. */
  readonly fresh?: true
  /** The query that leads back from there; to the page itself when not given. */
  readonly returnQuery?: (request: ReturnRequest) => string
}

/** What of a request may say where its sender should return to. */
export interface ReturnRequest {
  readonly url: string
  readonly params: Readonly<Record<string, string>>
  readonly queryForm: Form
  readonly form: Form
}

/** Whether somebody looks who calls before the handler runs. */
export const asksWho = (policy: Policy): boolean =>
  policy.kind === 'browser' ? policy.csrf !== undefined : policy.kind !== 'public' && policy.kind !== 'client'

/** Whether a policy refuses a caller who brings no credential, with 401. */
export const refusesStrangers = (policy: Policy): boolean => asksWho(policy) && !isOfPage(policy)

/** Whether a policy is one of the hosted pages, whose forms carry their token in a field. */
export const isOfPage = ({ kind }: Policy): boolean => kind === 'browser' || kind === 'person'
