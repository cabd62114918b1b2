import {
  acrFor,
  authorizationErrors,
  isFreshEnough,
  isSignInFor,
  isStrongEnough,
} from '#/modules/authorization-requests/index.ts'
import type {
  AuthorizationCodes,
  AuthorizationRequest,
  AuthorizationRequests,
  PushedRequests,
} from '#/modules/authorization-requests/index.ts'
import type { Client } from '#/modules/clients/index.ts'
import { isRemembered, reasonToAsk } from '#/modules/consents/index.ts'
import type { Consent, Consents, ReasonToAsk } from '#/modules/consents/index.ts'
import type { SessionPrincipal, Sessions } from '#/modules/sessions/index.ts'
import type { Settings } from '#/modules/system/index.ts'
import type { VaultGrants } from '#/modules/vault/index.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import type { Actor } from '#/platform/audit/event.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { seeOther } from '#/platform/http/routing/reply.ts'
import type { Reply } from '#/platform/http/routing/reply.ts'
import type { Locale } from '#/ui/i18n/index.ts'
import type { OAuthErrorCode } from '#/protocol/oauth.ts'
import type { Answers } from './answer.ts'

export interface StepsDeps {
  readonly db: Db
  readonly requests: AuthorizationRequests
  readonly pushedRequests: PushedRequests
  readonly codes: AuthorizationCodes
  readonly consents: Consents
  readonly vaultGrants: Pick<VaultGrants, 'giveChosen'>
  readonly sessions: Sessions
  readonly passkeys: { has(userId: string): Promise<boolean> }
  readonly settings: Settings
  readonly answers: Answers
}

/** A request as it comes in. */
interface Arrival {
  readonly locale: Locale
}

/** How a person's yes came about: said now, remembered from an earlier time, or taken for granted by an operator. */
type Permission =
  | { readonly kind: 'said'; readonly accounts: readonly string[] }
  | { readonly kind: 'granted' }
  | { readonly kind: 'remembered'; readonly consent: Consent }

/** Why `prompt=none` can't be granted, and what to do about it. */
const whyConsent: Readonly<Record<ReasonToAsk, string>> = {
  prompt: 'The request asks for consent.',
  unverified:
    'People are asked each time, since this client registered itself and nobody here vouches for it. Send the request ' +
    'without prompt=none, or have an operator make the client an application.',
  receiver:
    'People are asked each time, since any program on their device could pose as this client at its redirect_uri ' +
    '(RFC 8252). Send the request without prompt=none, or use an https redirect_uri, a client with a secret ' +
    'or key, or one that an operator marked first_party.',
  not_allowed: 'The person has not allowed all of this yet. Send the request once without prompt=none.',
}

const UNMET = 'The person did not sign in by the acr that the request insists on.'

/** Where a pending request goes next, and how it ends. Each request ends once. */
export class Steps {
  readonly #deps: StepsDeps
  constructor(deps: StepsDeps) {
    this.#deps = deps
  }

  /**
   * The next thing a request needs: a sign-in, a decision, or nothing but its code. `arrival` is there when the request
   * just came and its person has not done anything here yet.
   */
  async advance(
    request: AuthorizationRequest,
    client: Client,
    person: SessionPrincipal | undefined,
    arrival?: Arrival,
  ): Promise<Reply> {
    const silently = request.asked.prompt.includes('none')
    const refuse = (error: OAuthErrorCode, description: string): Promise<Reply> =>
      arrival
        ? this.#refuseOnArrival(request, client, arrival, error, description)
        : this.refuse(request, error, description)
    if (!person || !isFreshEnough(request, person.session)) {
      return silently ? refuse('login_required', 'The person must sign in.') : this.toSignIn(request)
    }
    if (isSomebodyElse(request, person)) {
      // Whoever signs in for this request had the choice; the client gets nobody it did not mean.
      const isOver = silently || isSignInFor(request, person.session)
      return isOver ? refuse('login_required', 'Somebody else is signed in.') : this.toSignIn(request)
    }
    const unmet = await this.#stepUp(request, person, silently)
    if (unmet !== undefined) return unmet === 'sign-in' ? this.toSignIn(request) : refuse(unmet, UNMET)
    const living = await this.#deps.consents.findLiving(person.user.id, client.clientId)
    const reason = reasonToAsk({ client, mode: await this.#deps.settings.mode(), ...request.asked }, living)
    if (reason === undefined) {
      const remembered = isRemembered(request.asked, living)
      return this.allow(request, person, remembered ? { kind: 'remembered', consent: living } : { kind: 'granted' })
    }
    return silently ? refuse('consent_required', whyConsent[reason]) : seeOther(`/consent?request=${request.id}`)
  }

  /**
   * What to do about a person who did not sign in as strongly as the client would have it: undefined to go on. An
   * authenticator app is in every sign-in of whoever has one, so what is left to ask for is a passkey.
   */
  async #stepUp(
    request: AuthorizationRequest,
    { session, user }: SessionPrincipal,
    silently: boolean,
  ): Promise<'sign-in' | 'login_required' | 'unmet_authentication_requirements' | undefined> {
    if (isStrongEnough(request, session)) return undefined
    const isEssential = request.asked.acr?.essential === true
    if (!isSignInFor(request, session) && (await this.#deps.passkeys.has(user.id))) {
      if (!silently) return 'sign-in'
      return isEssential ? 'login_required' : undefined
    }
    // OpenID Connect Core §5.5.1.1: an essential class that can't be had is a sign-in that failed.
    return isEssential ? 'unmet_authentication_requirements' : undefined
  }

  /** Off to the sign-in page, which leads back. */
  toSignIn(request: AuthorizationRequest): Reply {
    return seeOther(`/login?request=${request.id}`)
  }

  /** Ends the request with a code. Answer, consent and code come to be in one transaction, or none of them. */
  async allow(request: AuthorizationRequest, person: SessionPrincipal, permission: Permission): Promise<Reply> {
    const { db, codes, answers } = this.#deps
    const { clientId, asked } = request
    const { session, user } = person
    const code = await db.tx(async (tx) => {
      await this.#holdSession(tx, session)
      await this.#finish(tx, request)
      const consent = await this.#permit(tx, request, person, permission)
      return codes.issue(tx, {
        clientId,
        userId: user.id,
        sessionId: session.id,
        consentId: consent.id,
        redirectUri: asked.redirectUri,
        codeChallenge: asked.codeChallenge,
        scope: asked.scope,
        resource: asked.resource,
        nonce: asked.nonce,
        dpopJkt: asked.dpopJkt,
        authenticatedAt: session.authenticatedAt,
        idToken: { claims: asked.idTokenClaims ?? [], acr: acrFor(request, session), amr: session.methods },
      })
    })
    return answers.code(asked, code)
  }

  /** Ends the request because the person said no. */
  async deny(request: AuthorizationRequest, { user, actor }: SessionPrincipal): Promise<Reply> {
    await this.#deps.db.tx(async (tx) => {
      await this.#finish(tx, request)
      await this.#deps.consents.refuse(tx, permissionOf(request, user.id), actor)
    })
    return this.#deps.answers.error(request.asked, 'access_denied', 'The person refused.')
  }

  /** Ends the request with an error for the client. */
  async refuse(request: AuthorizationRequest, error: OAuthErrorCode, description: string): Promise<Reply> {
    await this.#deps.db.tx((tx) => this.#finish(tx, request))
    return this.#deps.answers.error(request.asked, error, description)
  }

  async #refuseOnArrival(
    request: AuthorizationRequest,
    client: Client,
    { locale }: Arrival,
    error: OAuthErrorCode,
    description: string,
  ): Promise<Reply> {
    await this.#deps.db.tx((tx) => this.#finish(tx, request))
    return this.#deps.answers.errorUnasked(request.asked, client, locale, error, description)
  }

  async #permit(
    tx: Tx,
    request: AuthorizationRequest,
    { user, actor }: SessionPrincipal,
    permission: Permission,
  ): Promise<Consent> {
    const { consents, vaultGrants } = this.#deps
    if (permission.kind === 'said') {
      const allowed = permissionOf(request, user.id)
      const consent = await consents.grant(tx, allowed, actor)
      await vaultGrants.giveChosen(tx, { ...allowed, connectionIds: permission.accounts }, actor)
      return consent
    }
    if (permission.kind === 'granted') {
      // The log tells a yes that nobody was asked for by whoever says it.
      const by: Actor = { ...actor, type: 'system', id: 'first-party' }
      return consents.grant(tx, permissionOf(request, user.id), by)
    }
    // Held until the code is written, so that taking the consent back finds the code and ends it.
    if (await consents.hold(tx, permission.consent.id)) return permission.consent
    throw new AppError(authorizationErrors.authorization_request_gone)
  }

  /** Held until the code is written: who ends the session comes before, or finds the code and voids it. */
  async #holdSession(tx: Tx, { id }: SessionPrincipal['session']): Promise<void> {
    if (await this.#deps.sessions.hold(tx, id)) return
    throw new AppError(authorizationErrors.authorization_request_gone)
  }

  /** Ends the request, and the pushed one that it came by: whoever opened that elsewhere gets no second answer. */
  async #finish(tx: Tx, { id, pushedHash }: AuthorizationRequest): Promise<void> {
    const { requests, pushedRequests } = this.#deps
    const isFirst = await requests.finish(tx, id)
    if (isFirst && (pushedHash === null || (await pushedRequests.consume(tx, pushedHash)))) return
    throw new AppError(authorizationErrors.authorization_request_gone)
  }
}

const isSomebodyElse = ({ asked }: AuthorizationRequest, { user }: SessionPrincipal): boolean =>
  typeof asked.hintedUserId === 'string' && asked.hintedUserId !== user.id

const permissionOf = ({ clientId, asked }: AuthorizationRequest, userId: string) => ({
  userId,
  clientId,
  scope: asked.scope,
  resource: asked.resource,
})
