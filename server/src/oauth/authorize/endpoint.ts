import { authorizationErrors, isGoodFor } from '#/modules/authorization-requests/index.ts'
import type {
  AuthorizationRequest,
  AuthorizationRequests,
  PushedRequests,
} from '#/modules/authorization-requests/index.ts'
import { matchRedirectUri } from '#/modules/clients/index.ts'
import type { Client, Clients } from '#/modules/clients/index.ts'
import type { BrowserPrincipal, SessionPrincipal, Sessions } from '#/modules/sessions/index.ts'
import type { Users } from '#/modules/users/index.ts'
import { ACCOUNT_FIELD } from '#/modules/vault/index.ts'
import { AppError, commonErrors } from '#/platform/errors/app-error.ts'
import type { Form } from '#/platform/http/input/form.ts'
import { seeOther } from '#/platform/http/routing/reply.ts'
import type { Reply } from '#/platform/http/routing/reply.ts'
import type { RequestContext } from '#/platform/request-context.ts'
import type { Limits } from '#/platform/rate-limit/limits.ts'
import { networkOf } from '#/platform/rate-limit/network.ts'
import type { Answers } from './answer.ts'
import { pushableText } from './pushable.ts'
import type { Steps } from './interaction.ts'
import { Refusal } from './validation.ts'
import type { RequestValidation, ValidRequest } from './validation.ts'

export interface AuthorizationEndpointDeps {
  readonly validation: RequestValidation
  readonly steps: Steps
  readonly answers: Answers
  readonly requests: AuthorizationRequests
  readonly pushedRequests: PushedRequests
  readonly clients: Clients
  readonly users: Users
  readonly sessions: Sessions
  readonly limits: Limits
}

/** Pending requests of people who have not signed in, from one address: each takes a row for ten minutes. */
const ANONYMOUS = { burst: 300, periodMs: 60_000 }

/** The authorization endpoint (RFC 6749 §3.1): takes a client's question, leads the person through it, answers. */
export class AuthorizationEndpoint {
  readonly #deps: AuthorizationEndpointDeps
  constructor(deps: AuthorizationEndpointDeps) {
    this.#deps = deps
  }

  /** A new request, as a browser brings it from a client. */
  begin(params: Form, context: RequestContext): Promise<Reply> {
    return this.#answering(context, async () =>
      this.#open(await this.#deps.validation.validate(params, context), context),
    )
  }

  /**
   * The same by POST (OpenID Connect Core §3.1.2.1). A form on the client's site does not bring our SameSite cookies;
   * one hop through ourselves does, with the parameters waiting here.
   */
  beginByPost(params: Form, context: RequestContext): Promise<Reply> {
    const { validation, pushedRequests, sessions } = this.#deps
    return this.#answering(context, async () => {
      const valid = await validation.validate(params, context)
      if (sessions.browserOf(context.cookies).setCookie === undefined) return this.#open(valid, context)
      await this.#limit(context)
      const { clientId } = valid.client
      // What was pushed already keeps its URI: a copy could be answered a second time.
      const pushedUri = valid.pushedHash === undefined ? undefined : params.get('request_uri')
      const uri = pushedUri ?? (await pushedRequests.push(clientId, pushableText(valid.params))).requestUri
      return seeOther(`/oauth/authorize?${new URLSearchParams({ client_id: clientId, request_uri: uri })}`)
    })
  }

  async #answering({ locale }: RequestContext, work: () => Promise<Reply>): Promise<Reply> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { request } = error
      return this.#deps.answers.errorUnasked(request, request.client, locale, error.error.error, error.message)
    }
  }

  async #open({ client, asked, pushedHash }: ValidRequest, context: RequestContext): Promise<Reply> {
    const { requests, steps, sessions } = this.#deps
    const person = await sessions.authenticate(context)
    if (!person) await this.#limit(context)
    const browser = sessions.browserOf(context.cookies)
    const request = await requests.open({
      browserId: browser.id,
      clientId: client.clientId,
      asked,
      priorSessionId: person?.session.id ?? null,
      pushedHash,
    })
    const reply = await steps.advance(request, client, person, { locale: context.locale })
    return reply.withCookie(browser.setCookie)
  }

  /** A pending request that comes back from the sign-in page. */
  async resume(requestId: string, context: RequestContext): Promise<Reply> {
    const { request, client } = await this.#pending(requestId, context)
    if (!client.active) return this.#shutOut(request)
    return this.#deps.steps.advance(request, client, await this.#deps.sessions.authenticate(context))
  }

  /** The person's answer from the consent page. Only the request's id counts: what is asked was kept here. */
  async decide(form: Form, { person }: BrowserPrincipal, context: RequestContext): Promise<Reply> {
    const { steps } = this.#deps
    const { request, client } = await this.#pending(form.get('request') ?? '', context)
    if (!client.active || (!person && (await this.#lostTheirAccount(request)))) return this.#shutOut(request)
    if (!person) return steps.toSignIn(request)
    requireSamePerson(request, person)
    if (!isGoodFor(request, person.session)) return steps.toSignIn(request)
    return this.#settle(form, request, person)
  }

  /** The person went back before they signed in: the client hears that nobody allowed anything. */
  cancel(request: AuthorizationRequest): Promise<Reply> {
    return this.#deps.steps.refuse(request, 'access_denied', 'The person cancelled.')
  }

  #settle(form: Form, request: AuthorizationRequest, person: SessionPrincipal): Promise<Reply> {
    const isClear = form.duplicates.every((name) => name === ACCOUNT_FIELD)
    const decision = isClear ? form.get('decision') : undefined
    if (decision === 'allow') {
      return this.#deps.steps.allow(request, person, { kind: 'said', accounts: form.all(ACCOUNT_FIELD) })
    }
    if (decision === 'deny') return this.#deps.steps.deny(request, person)
    throw new AppError(commonErrors.invalid_request, { message: 'The form must say allow or deny, once.' })
  }

  /** The open request of this browser, and its client, whose registration may have changed since it asked. */
  async #pending(id: string, context: RequestContext): Promise<{ request: AuthorizationRequest; client: Client }> {
    const { requests, clients, sessions } = this.#deps
    const request = await requests.get(id, sessions.browserOf(context.cookies).id)
    const client = await clients.findByClientId(request.clientId)
    if (client && matchRedirectUri(client.redirectUris, request.asked.redirectUri)) return { request, client }
    throw new AppError(authorizationErrors.authorization_request_gone)
  }

  #shutOut(request: AuthorizationRequest): Promise<Reply> {
    return this.#deps.steps.refuse(request, 'access_denied', 'The client or the account was turned off.')
  }

  /** Whether the person who saw the consent page was disabled or deleted since: their session is gone with that. */
  async #lostTheirAccount({ userId }: AuthorizationRequest): Promise<boolean> {
    if (userId === null) return false
    const user = await this.#deps.users.find(userId)
    return !user || user.disabledAt !== null
  }

  #limit({ ip }: RequestContext): Promise<void> {
    return this.#deps.limits.require(`authorize:${networkOf(ip)}`, ANONYMOUS)
  }
}

function requireSamePerson(request: AuthorizationRequest, { user }: SessionPrincipal): void {
  if (request.userId === user.id) return
  throw new AppError(authorizationErrors.authorization_request_foreign)
}
