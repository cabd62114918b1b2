import type { Asked } from '#/modules/authorization-requests/index.ts'
import type { Client } from '#/modules/clients/index.ts'
import type { Settings } from '#/modules/system/index.ts'
import type { IdTokenHints } from '#/oauth/shared/id-token-hint.ts'
import type { Targets } from '#/oauth/shared/targets.ts'
import type { RequestContext } from '#/platform/request-context.ts'
import type { Form } from '#/platform/http/input/form.ts'
import { OAuthError } from '#/platform/errors/oauth-error.ts'
import type { Directory } from './client-and-redirect.ts'
import { afterTrust, beforeTrust } from './check-order.ts'
import { wasPushed } from './parameter-checks.ts'
import type { Addressed, Check, Unaddressed } from './validated-request.ts'

export interface RequestValidationDeps extends Directory {
  readonly settings: Settings
  readonly idTokenHints: IdTokenHints
  readonly targets: Targets
}

/** A request that passed every check. */
export interface ValidRequest {
  readonly client: Client
  readonly asked: Asked
  /** The parameters that were checked: those that were pushed, where a request URI stood for them. */
  readonly params: Form
  /** What it was pushed as, where a request URI stood for it. */
  readonly pushedHash: string | undefined
}

/** A fault that is the client's to hear of: it goes to the redirect URI. */
export class Refusal extends Error {
  readonly request: Addressed
  readonly error: OAuthError
  constructor(request: Addressed, error: OAuthError) {
    super(error.message, { cause: error })
    this.request = request
    this.error = error
  }
}

/** Runs the two lists of checks over a request, whichever door it came through. */
export class RequestValidation {
  readonly #deps: RequestValidationDeps
  constructor(deps: RequestValidationDeps) {
    this.#deps = deps
  }

  /** A request as a browser brings it. Throws an OAuthError while the redirect URI is not trusted, and a Refusal after. */
  validate(params: Form, context: RequestContext): Promise<ValidRequest> {
    return this.#validate({ params, context }, [wasPushed, ...afterTrust])
  }

  /** The same for what a client pushes. */
  validatePushed(params: Form, context: RequestContext): Promise<ValidRequest> {
    return this.#validate({ params, context }, afterTrust)
  }

  async #validate(unaddressed: Unaddressed, checks: readonly Check[]): Promise<ValidRequest> {
    const request = await this.#address(unaddressed)
    try {
      const { client, params, pushedHash } = request
      return { client, asked: await this.#ask(request, checks), params, pushedHash }
    } catch (error) {
      throw error instanceof OAuthError ? new Refusal(request, error) : error
    }
  }

  async #address(request: Unaddressed): Promise<Addressed> {
    for (const check of beforeTrust) await check(request, this.#deps)
    const { client, redirectUri, pushedHash } = request
    if (!client || redirectUri === undefined) throw new TypeError('the checks before trust let a request through')
    // A state that came twice is no state: the client could not tell which one we mean.
    const state = request.params.duplicates.includes('state') ? null : (request.params.get('state') ?? null)
    return { params: request.params, client, redirectUri, state, pushedHash }
  }

  async #ask(request: Addressed, checks: readonly Check[]): Promise<Asked> {
    const { targets, settings, idTokenHints } = this.#deps
    const [mode, values] = await Promise.all([settings.mode(), settings.current()])
    const requirePushedRequests = values['oauth.require_pushed_authorization_requests']
    const rules = { targets, mode, requirePushedRequests, idTokenHints }
    let asked: Asked = { ...nothingAsked, redirectUri: request.redirectUri, state: request.state }
    for (const check of checks) asked = { ...asked, ...(await check(request, rules)) }
    return asked
  }
}

const nothingAsked: Asked = {
  redirectUri: '',
  state: null,
  scope: '',
  resource: [],
  codeChallenge: '',
  nonce: null,
  dpopJkt: null,
  prompt: [],
  maxAgeSeconds: null,
  loginHint: null,
  hintedUserId: null,
}
