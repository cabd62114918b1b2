import type { Asked } from '#/modules/authorization-requests/index.ts'
import type { Client } from '#/modules/clients/index.ts'
import type { Mode } from '#/modules/system/index.ts'
import type { Targets } from '#/oauth/shared/targets.ts'
import type { IdTokenHints } from '#/oauth/shared/id-token-hint.ts'
import type { RequestContext } from '#/platform/request-context.ts'
import type { Form } from '#/platform/http/input/form.ts'

/** A request whose sender and redirect URI nobody has vouched for yet; the first list fills in both. */
export interface Unaddressed {
  params: Form
  readonly context: RequestContext
  client?: Client
  /** What it was pushed as. */
  pushedHash?: string
  redirectUri?: string
}

/** A request whose answer has a place to go. */
export interface Addressed {
  readonly params: Form
  readonly client: Client
  readonly redirectUri: string
  readonly state: string | null
  readonly pushedHash: string | undefined
}

/** What the checks may look at besides the request. */
export interface Rules {
  readonly mode: Mode
  /** Whether every client must push. */
  readonly requirePushedRequests: boolean
  readonly targets: Targets
  readonly idTokenHints: IdTokenHints
}

/** Looks at one thing and answers what it found for the request, or throws an OAuthError. */
export type Check = (request: Addressed, rules: Rules) => Found | Promise<Found>

/** What a check found. */
export type Found = Partial<Asked> | undefined
