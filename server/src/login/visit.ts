import { formActionSource } from '#/modules/branding/index.ts'
import { AppError } from '#/platform/http/errors.ts'
import { Form } from '#/platform/http/form.ts'
import { seeOther } from '#/platform/http/reply.ts'
import { safeNext } from './safe-next.ts'
import type { LanguageWish } from '#/modules/languages/index.ts'
import type { Reply } from '#/platform/http/reply.ts'
import type { Services } from '#/platform/http/services.ts'
import type { Browser, StartedSession } from '#/modules/sessions/index.ts'

/** Why somebody is about to sign in, and where that leads. */
export interface Purpose {
  /** The application that asked for it, by the name it registered. */
  readonly clientName: string | undefined
  /** The address the application expects to be signed in with. */
  readonly loginHint: string | undefined
  /** Where to go on afterwards. */
  readonly destination: string
  /** The query that keeps the purpose from page to page, empty or with its question mark. */
  readonly query: string
  /** Where the browser may be led on to after the form, besides ourselves. */
  readonly formActions: readonly string[]
  /** The languages the application asked for. */
  readonly wish?: LanguageWish
}

/**
 * Reads the purpose of a visit: `request`, an authorization request of this very browser, or `next`, a path of ours.
 * Throws when the request was brought by another browser or is over.
 */
export async function purposeOf(
  { queryForm }: { readonly queryForm: Form },
  browser: Browser,
  services: Services,
): Promise<Purpose> {
  const id = queryForm.get('request')
  if (id === undefined) return ownPurpose(safeNext(queryForm.get('next')))
  const request = await services.authorizationRequests.get(id, browser.id)
  const client = await services.clients.findByClientId(request.clientId)
  const query = `?${new URLSearchParams({ request: request.id })}`
  const source = formActionSource(request.asked.redirectUri)
  return {
    clientName: client?.clientName,
    loginHint: request.asked.loginHint ?? undefined,
    destination: `/oauth/authorize${query}`,
    query,
    formActions: source === undefined ? [] : [source],
    wish: { uiLocales: request.asked.uiLocales ?? null, askedAt: request.createdAt },
  }
}

/**
 * The purpose that a link kept for the browser that asked for it. An application's request may be over by now: then the
 * link still does what it is for, and leads to the start page.
 */
export async function purposeAfter(query: string, browser: Browser, services: Services): Promise<Purpose> {
  try {
    return await purposeOf({ queryForm: Form.parse(query.slice(1)) }, browser, services)
  } catch (error) {
    if (error instanceof AppError) return ownPurpose('/')
    throw error
  }
}

/** Where a sign-in leads, by whatever path it came: on, or to the second factor while its session waits for that. */
export const goOn = ({ session, cookie }: StartedSession, { destination, query }: Purpose): Reply =>
  seeOther(session.pending ? `/mfa${query}` : destination).withCookie(cookie)

/** A page with the cookie that lets us know its browser again. */
export const greeting = (reply: Reply, { setCookie }: Browser): Reply =>
  setCookie === undefined ? reply : reply.withCookie(setCookie)

const ownPurpose = (next: string): Purpose => ({
  clientName: undefined,
  loginHint: undefined,
  destination: next,
  query: next === '/' ? '' : `?${new URLSearchParams({ next })}`,
  formActions: [],
})

/** The purpose of a page that nobody is on the way from. */
export const noPurpose: Purpose = ownPurpose('/')
