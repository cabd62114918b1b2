import type { Client, Clients } from '#/modules/clients/index.ts'
import { localeOf } from '#/ui/i18n/index.ts'
import type { SessionPrincipal, Sessions } from '#/modules/sessions/index.ts'
import type { IdTokenHint, IdTokenHints } from '#/oauth/shared/id-token-hint.ts'
import type { Form } from '#/platform/http/input/form.ts'
import { OAuthError } from '#/platform/errors/oauth-error.ts'
import { seeOther } from '#/platform/http/routing/reply.ts'
import type { Reply } from '#/platform/http/routing/reply.ts'
import { confirmPage } from './page.ts'
import { destinationOf } from './logout-request.ts'
import type { LogoutRequest } from './logout-request.ts'

export interface LogoutEndpointDeps {
  readonly clients: Clients
  readonly sessions: Sessions
  readonly idTokenHints: IdTokenHints
}

/** What the endpoint needs to know of an HTTP request. */
interface Visit {
  readonly id: string
  readonly address: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly cookies: Readonly<Record<string, string>>
  readonly method: string
  readonly url: string
}

const PARAMETERS = ['id_token_hint', 'client_id', 'post_logout_redirect_uri', 'state', 'ui_locales'] as const
// What a hop through ourselves can carry in an address.
const MAX_HOP_LENGTH = 6000

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
  async ask(params: Form, visit: Visit): Promise<Reply> {
    const wish = await this.#read(params, visit)
    const person = await this.#deps.sessions.authenticate(visit.cookies, visit)
    if (!person) return seeOther(destinationOf(wish))
    if (isMeant(wish.hint, person)) return this.#end(person, wish)
    const here = visit.method === 'POST' ? undefined : visit.url
    return confirmPage(wish, person, this.#csrfToken(person), here)
  }

  /** The same by POST. A form on the application's site brings no cookies of ours; one hop through ourselves does. */
  async askByPost(params: Form, visit: Visit): Promise<Reply> {
    const person = await this.#deps.sessions.authenticate(visit.cookies, visit)
    const query = new URLSearchParams()
    for (const name of PARAMETERS) for (const value of params.all(name)) query.append(name, value)
    const hops = person === undefined && query.toString().length <= MAX_HOP_LENGTH
    return hops ? seeOther(`/oauth/logout?${query}`) : this.ask(params, visit)
  }

  /** The person's yes, from our own page. What is asked was sent along and is checked again. */
  async confirm(form: Form, visit: Visit): Promise<Reply> {
    const { sessions } = this.#deps
    sessions.requireSameOrigin(visit)
    const wish = await this.#read(form, visit)
    const person = await sessions.authenticate(visit.cookies, visit)
    if (!person) return seeOther(destinationOf(wish))
    sessions.verifyCsrf(visit, person.session, form.get('csrf_token'))
    return this.#end(person, wish)
  }

  async #end({ session, actor }: SessionPrincipal, wish: LogoutRequest): Promise<Reply> {
    const { sessions } = this.#deps
    await sessions.end(session, actor)
    return seeOther(destinationOf(wish)).withCookie(sessions.forgettingCookie())
  }

  async #read(params: Form, visit: Visit): Promise<LogoutRequest> {
    const twice = params.duplicates.find((name) => (PARAMETERS as readonly string[]).includes(name))
    if (twice !== undefined) throw wrong(`The application sent ${twice} more than once.`)
    const text = params.get('id_token_hint')
    const hint = text === undefined ? undefined : await this.#deps.idTokenHints.read(text)
    const client = await this.#clientOf(params, hint)
    const returnTo = params.get('post_logout_redirect_uri')
    if (returnTo !== undefined && !client?.postLogoutRedirectUris.includes(returnTo)) {
      // RP-Initiated Logout §3: never to an address that was not registered, compared as text.
      throw wrong('The application did not register the address it wants you to go on to.')
    }
    const uiLocales = params.get('ui_locales')?.slice(0, 100)
    const locale = localeOf({ headers: visit.headers, cookies: visit.cookies, queryForm: params })
    return { client, hint, returnTo, state: params.get('state'), uiLocales, locale }
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

/** Whether a hint is proof that the person who is signed in here is the one it speaks of. */
const isMeant = (hint: IdTokenHint | undefined, { session, user }: SessionPrincipal): boolean =>
  hint?.proven === true && (hint.sid === session.id || hint.subject === user.id)

const wrong = (message: string): OAuthError => new OAuthError('invalid_request', message)
