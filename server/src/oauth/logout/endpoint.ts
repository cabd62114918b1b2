import type { Client, Clients } from '#/modules/clients/index.ts'
import { localeOfTags } from '#/ui/i18n/index.ts'
import type { BrowserRequest } from '#/oauth/shared/browser-request.ts'
import { signingOut } from '#/modules/sessions/index.ts'
import type { BrowserPrincipal, SessionPrincipal, Sessions } from '#/modules/sessions/index.ts'
import type { IdTokenHint, IdTokenHints } from '#/oauth/shared/id-token-hint.ts'
import { needsClick, signedOutOnwardPage } from '#/oauth/shared/onward-page.ts'
import type { SamlLogouts } from '#/modules/sso/index.ts'
import type { Form } from '#/platform/http/input/form.ts'
import { OAuthError } from '#/platform/errors/oauth-error.ts'
import { seeOther } from '#/platform/http/routing/reply.ts'
import type { Reply } from '#/platform/http/routing/reply.ts'
import { actorOf } from '#/platform/audit/event.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Keyring, SealContext } from '#/platform/crypto/keyring.ts'
import type { RequestContext } from '#/platform/request-context.ts'
import { confirmPage, nothingEndedPage } from './page.ts'
import { destinationOf } from './logout-request.ts'
import type { LogoutRequest } from './logout-request.ts'

export interface LogoutEndpointDeps {
  readonly clients: Clients
  readonly sessions: Sessions
  readonly samlLogouts: Pick<SamlLogouts, 'depart'>
  readonly idTokenHints: IdTokenHints
  readonly keyring: Keyring
  readonly clock: Clock
}

const PARAMETERS = ['id_token_hint', 'hint', 'client_id', 'post_logout_redirect_uri', 'state', 'ui_locales'] as const
// What a hop through ourselves can carry in an address, and for how long it is good.
const MAX_HOP_LENGTH = 6000
const HOP_MS = 60_000
const HOP: SealContext = { table: 'none', column: 'logout_hint', row: '' }

/** Signs people out at the wish of an application (OpenID Connect RP-Initiated Logout §2). */
export class LogoutEndpoint {
  readonly #deps: LogoutEndpointDeps
  constructor(deps: LogoutEndpointDeps) {
    this.#deps = deps
  }

  /**
   * An application's wish. A genuine ID token of the person who is signed in shows that it comes from where they signed
   * in to; without one anybody could have made the browser come here, so the person is asked.
   */
  async ask(params: Form, request: BrowserRequest): Promise<Reply> {
    const wish = await this.#read(params, request.context)
    const person = await this.#deps.sessions.authenticate(request.context)
    if (!person) return this.#endNamed(wish, request.context)
    if (isMeant(wish.hint, person)) return this.#end(person, wish, request.context)
    return confirmPage(wish, person, this.#csrfToken(person))
  }

  /**
   * The same by POST. A form on the application's site brings no cookies of ours; one hop through ourselves does. The ID
   * token stays here: in the address it would be in the history of the browser and in logs on the way. What it proves goes
   * along sealed.
   */
  async askByPost(params: Form, request: BrowserRequest): Promise<Reply> {
    const person = await this.#deps.sessions.authenticate(request.context)
    if (person !== undefined || params.has('hint')) return this.ask(params, request)
    const wish = await this.#read(params, request.context)
    const query = new URLSearchParams()
    for (const name of PARAMETERS) {
      const value = params.get(name)
      if (value !== undefined && name !== 'id_token_hint') query.append(name, value)
    }
    if (wish.hint !== undefined) query.append('hint', this.#sealed(wish.hint))
    return query.toString().length <= MAX_HOP_LENGTH ? seeOther(`/oauth/logout?${query}`) : this.ask(params, request)
  }

  #sealed(hint: IdTokenHint | 'unreadable'): string {
    const goodUntil = this.#deps.clock.now() + HOP_MS
    return this.#deps.keyring.seal(JSON.stringify({ hint, goodUntil }), HOP)
  }

  /** The hint that a hop brought; one that is not ours, or too old, is as good as one that can't be read. */
  #opened(text: string): IdTokenHint | 'unreadable' {
    try {
      const { hint, goodUntil } = JSON.parse(this.#deps.keyring.open(text, HOP)) as Hop
      return goodUntil > this.#deps.clock.now() ? hint : 'unreadable'
    } catch {
      return 'unreadable'
    }
  }

  /**
   * Without our cookie a genuine ID token still names the session it came from, such as one in the browser of another
   * program on the device: that ends.
   */
  async #endNamed(wish: LogoutRequest, context: RequestContext): Promise<Reply> {
    const { hint } = wish
    if (hint === undefined) return goOnUnasked(wish)
    if (!isProof(hint) || hint.sid === null) return nothingEndedPage(wish)
    const session = await this.#deps.sessions.find(hint.sid)
    if (session?.userId === hint.subject) await this.#deps.sessions.end(session, actorOf('user', hint.subject, context))
    // Whoever registered a client has ID tokens of their own for it, so a token proves nothing about this browser.
    return goOnUnasked(wish)
  }

  /** The person's yes, from our own page. What is asked was sent along and is checked again. */
  async confirm(form: Form, { person }: BrowserPrincipal, context: RequestContext): Promise<Reply> {
    const wish = await this.#read(form, context)
    return person ? this.#end(person, wish, context) : goOnUnasked(wish)
  }

  /** Signs out, and leads on by way of where the person works if that signed them in. */
  async #end({ session, actor }: SessionPrincipal, wish: LogoutRequest, { cookies }: RequestContext): Promise<Reply> {
    const { sessions, samlLogouts } = this.#deps
    await sessions.end(session, actor)
    const browser = sessions.browserOf(cookies)
    const to = await samlLogouts.depart(session, browser.id, destinationOf(wish))
    return signingOut(seeOther(to), sessions).withCookie(browser.setCookie)
  }

  async #read(params: Form, context: RequestContext): Promise<LogoutRequest> {
    const twice = params.duplicates.find((name) => (PARAMETERS as readonly string[]).includes(name))
    if (twice !== undefined) throw wrong(`The application sent ${twice} more than once.`)
    const hint = await this.#hintOf(params)
    const client = await this.#clientOf(params, hint === 'unreadable' ? undefined : hint)
    const returnTo = params.get('post_logout_redirect_uri')
    if (returnTo !== undefined && !client?.postLogoutRedirectUris.includes(returnTo)) {
      // RP-Initiated Logout §3: never to an address that was not registered, compared as text.
      throw wrong('The application did not register the address it wants you to go on to.')
    }
    const uiLocales = params.get('ui_locales')?.slice(0, 100)
    const locale = localeOfTags(params.get('ui_locales')) ?? context.locale
    return { client, hint, returnTo, state: params.get('state'), uiLocales, locale }
  }

  async #hintOf(params: Form): Promise<LogoutRequest['hint']> {
    const [text, sealed] = [params.get('id_token_hint'), params.get('hint')]
    if (text !== undefined) return (await this.#deps.idTokenHints.read(text)) ?? 'unreadable'
    return sealed === undefined ? undefined : this.#opened(sealed)
  }

  async #clientOf(params: Form, hint: IdTokenHint | undefined): Promise<Client | undefined> {
    const named = params.get('client_id')
    if (named !== undefined && hint !== undefined && named !== hint.clientId) {
      throw wrong('The application named another client than the one its token was made for.')
    }
    const clientId = named ?? hint?.clientId
    return clientId === undefined ? undefined : this.#deps.clients.findByClientId(clientId)
  }

  #csrfToken({ session }: SessionPrincipal): string {
    return this.#deps.sessions.csrfToken(session)
  }
}

/** On to where the application wants, though nobody is signed in who could say so: behind a link where anyone may have asked. */
function goOnUnasked(wish: LogoutRequest): Reply {
  const { client, returnTo, locale } = wish
  const address = destinationOf(wish)
  if (client === undefined || returnTo === undefined || !needsClick(client)) return seeOther(address)
  return signedOutOnwardPage({ client, address, locale })
}

interface Hop {
  readonly hint: IdTokenHint | 'unreadable'
  readonly goodUntil: number
}

const isProof = (hint: LogoutRequest['hint']): hint is IdTokenHint =>
  hint !== undefined && hint !== 'unreadable' && hint.proven

/** Whether a hint is proof that the person who is signed in here is the one it speaks of. */
const isMeant = (hint: LogoutRequest['hint'], { session, user }: SessionPrincipal): boolean =>
  isProof(hint) && (hint.sid === session.id || hint.subject === user.id)

const wrong = (message: string): OAuthError => new OAuthError('invalid_request', message)
