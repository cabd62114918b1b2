import { Type } from 'typebox'
import { formActionSource, html } from '#/ui/index.ts'
import { destinationOf, ENROLLMENT_PAGE, FLOW_PAGE } from '#/modules/sessions/index.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { Form } from '#/platform/http/input/form.ts'
import { seeOther } from '#/platform/http/routing/reply.ts'
import { safeNext } from './safe-next.ts'
import { common } from './common-words.ts'
import type { AuthorizationRequest } from '#/modules/authorization-requests/index.ts'
import type { Html } from '#/ui/index.ts'
import type { Client } from '#/modules/clients/index.ts'
import type { Locale, LocalePreference } from '#/ui/i18n/index.ts'
import type { Reply } from '#/platform/http/routing/reply.ts'
import type { PageServices } from '#/platform/http/routing/services.ts'
import type { Browser, FlowTrigger, Owed, Session, SignInWay, StartedSession } from '#/modules/sessions/index.ts'

/** What the pages of a sign-in take in their query. */
export const PurposeQuery = Type.Object({
  request: Type.Optional(Type.String({ description: 'The authorization request that waits for the sign-in' })),
  next: Type.Optional(Type.String({ description: 'A path of this server to go on to' })),
  prompt: Type.Optional(
    Type.String({ description: '`login` asks for the sign-in again, also somebody who is signed in' }),
  ),
  ui_locales: Type.Optional(Type.String({ description: 'The languages to address the person in, best first' })),
})

/** Why somebody is about to sign in, and where that leads. */
export interface SignInContext {
  /** The application that asked for it, by the name it registered. */
  readonly clientName: string | undefined
  /** What it asked for, and who it is. */
  readonly waiting?: { readonly request: AuthorizationRequest; readonly client: Client | undefined }
  /** The address the application expects to be signed in with. */
  readonly loginHint: string | undefined
  /** Where to go on afterwards. */
  readonly destination: string
  /** The query that keeps the purpose from page to page, empty or with its question mark. */
  readonly query: string
  /** Where the browser may be led on to after the form, besides ourselves. */
  readonly formActions: readonly string[]
  /** The languages the application asked for. */
  readonly wish?: LocalePreference
}

/**
 * Reads the purpose of a page: `request`, an authorization request of this very browser, or `next`, a path of ours.
 * Throws when the request was brought by another browser or is over.
 */
export async function purposeOf(
  { queryForm }: { readonly queryForm: Form },
  browser: Browser,
  services: PageServices,
): Promise<SignInContext> {
  const id = queryForm.get('request')
  const languages = languagesOf(queryForm)
  if (id === undefined) return purposeOfQuery(queryForm)
  const request = await services.authorizationRequests.get(id, browser.id)
  const client = await services.clients.findByClientId(request.clientId)
  const query = queryOf({ request: request.id, ...languages })
  const source = formActionSource(request.asked.redirectUri)
  return {
    clientName: client?.clientName,
    loginHint: request.asked.loginHint ?? undefined,
    waiting: { request, client },
    destination: `/oauth/authorize${queryOf({ request: request.id })}`,
    query,
    formActions: source === undefined ? [] : [source],
    wish: { uiLocales: request.asked.uiLocales ?? null, askedAt: request.createdAt },
  }
}

/**
 * The purpose that a link kept for the browser that asked for it. An application's request may be over by now: then the
 * link still does what it is for, and leads to the start page.
 */
export async function purposeAfter(query: string, browser: Browser, services: PageServices): Promise<SignInContext> {
  try {
    return await purposeOf({ queryForm: Form.parse(query.slice(1)) }, browser, services)
  } catch (error) {
    if (error instanceof AppError) return ownPurpose('/')
    throw error
  }
}

/** Where a sign-in leads, by whatever path it came: on, or to what its session still owes. */
export async function goOn(
  started: StartedSession,
  purpose: SignInContext,
  services: Pick<PageServices, 'authorizationRequests'>,
): Promise<Reply> {
  if (started.owes !== null) await keepWaiting(purpose, started.session, services)
  return onwards(started, purpose).withCookie(started.cookie)
}

/** Lets the request of an application wait for as long as the sign-in may take. */
export async function keepWaiting(
  { waiting }: SignInContext,
  { expiresAt }: Session,
  { authorizationRequests }: Pick<PageServices, 'authorizationRequests'>,
): Promise<void> {
  if (waiting) await authorizationRequests.outlive(waiting.request, expiresAt)
}

function onwards({ session, owes }: StartedSession, purpose: SignInContext): Reply {
  if (session.revokedAt !== null) return seeOther(`/login${purpose.query}`)
  return owes === null ? seeOther(purpose.destination) : toOwed(owes, purpose)
}

/** Leads somebody whose session owes something to where that is done. */
export function toOwed(owes: Owed, purpose: SignInContext): Reply {
  if (owes === 'enrollment') return toEnrollment(purpose)
  return seeOther(`${owes === 'flow' ? FLOW_PAGE : '/mfa'}${purpose.query}`)
}

/** What decides which auth flow a sign-in with this purpose has to pass. */
export const wayOf = ({ waiting, destination }: SignInContext, trigger: FlowTrigger, password?: string): SignInWay => ({
  trigger,
  clientId: waiting?.request.clientId ?? null,
  ...(password !== undefined && { password }),
  recovery: destinationOf(destination).recovery,
})

/** An address where a sign-in goes on, with why it is under way. */
export const withPurpose = (url: string, { query }: SignInContext): string =>
  query === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${query.slice(1)}`

/** Leads somebody to set up the second factor they need, and on from there. */
export function toEnrollment({ destination }: SignInContext): Reply {
  const isThere = destination === ENROLLMENT_PAGE || destination.startsWith(`${ENROLLMENT_PAGE}?`)
  return seeOther(
    isThere ? destination : `${ENROLLMENT_PAGE}${queryOf(destination === '/' ? {} : { next: destination })}`,
  )
}

/** A page with the cookie that lets us know its browser again. */
export const greeting = (reply: Reply, { setCookie }: Browser): Reply => reply.withCookie(setCookie)

/** Whom the sign-in is for, below the heading of its pages. */
export const toContinue = ({ clientName }: SignInContext, locale: Locale): Html | undefined =>
  clientName === undefined ? undefined : html`${common(locale).toContinueTo} <strong>${clientName}</strong>`

/** The purpose of a page that no application asked for: to go on to `next`. */
export const purposeOfQuery = (query: Form): SignInContext =>
  ownPurpose(safeNext(query.get('next')), languagesOf(query))

const ownPurpose = (next: string, languages: Languages = {}): SignInContext => ({
  clientName: undefined,
  loginHint: undefined,
  destination: next,
  query: queryOf({ ...(next === '/' ? {} : { next }), ...languages }),
  formActions: [],
})

/** The purpose of a page that nobody is on the way from. */
export const noPurpose: SignInContext = ownPurpose('/')

type Languages = { readonly ui_locales?: string }

/** The languages that the address of a page names go along to the next one. */
function languagesOf(query: Form): Languages {
  const tags = query.get('ui_locales')
  return tags === undefined ? {} : { ui_locales: tags.slice(0, 100) }
}

function queryOf(parameters: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(parameters)
  return query.size > 0 ? `?${query}` : ''
}
