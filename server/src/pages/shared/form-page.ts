import { Type } from 'typebox'
import { sessionErrors } from '#/modules/sessions/index.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { seeOther } from '#/platform/http/routing/reply.ts'
import { pagesRoute } from '#/platform/http/routing/route.ts'
import { PageContext } from './page-context.ts'
import { noPurpose, purposeOf } from './sign-in-context.ts'
import type { TObject, TSchema } from 'typebox'
import type { SessionPrincipal } from '#/modules/sessions/index.ts'
import type { Reply } from '#/platform/http/routing/reply.ts'
import type { PagesRoute, RouteName } from '#/platform/http/routing/route.ts'
import type { PageServices } from '#/platform/http/routing/services.ts'
import type { PageRequest } from './page-context.ts'

type Answer = Promise<Reply> | Reply

/** One of the two things a page does. */
interface Act<Who extends readonly unknown[]> {
  /** One line for the reference. */
  readonly summary: string
  readonly description?: string
  /** Every status it decides on: 303 leads on, the others are pages. */
  readonly answers: readonly number[]
  readonly open: (visit: PageContext, ...who: Who) => Answer
}

interface Address {
  readonly url: string
  readonly params?: TObject
  /** With `next` or `request` in it the page has a purpose; see `sign-in-context.ts`. */
  readonly query?: TObject
}

/** What the form carries besides the token that proves it ours. */
interface Fields {
  readonly fields?: readonly string[]
}

interface FormPage<Who extends readonly unknown[]> extends Address, Fields {
  /** The noun of its two routes: `pages.signIn` makes `pages.signIn.show` and `pages.signIn.submit`. */
  readonly name: RouteName
  readonly show: Act<Who>
  readonly submit: Act<Who>
}

interface PageRoute extends Address, Fields, Act<[]> {
  readonly name: RouteName
  readonly method: 'GET' | 'POST'
  /** Whether its form carries the token of the browser; one that carries another is checked by the page itself. */
  readonly proof?: 'browser'
}

/** A page for anyone with a form that is sent back to its own address, bound to the browser it was shown in. */
export const formPage = ({ name, show, submit, ...address }: FormPage<[]>): readonly PagesRoute[] => [
  pageRoute({ name: `${name}.show`, ...address, ...show, method: 'GET' }),
  pageRoute({ name: `${name}.submit`, ...address, ...submit, method: 'POST', proof: 'browser' }),
]

interface PersonalPage extends FormPage<[person: SessionPrincipal]> {
  /** Only for who proved in the last minutes that it is them; others are led to do that and back. */
  readonly fresh?: true
  /** The query that leads back after the sign-in; to the page itself when not given. */
  readonly goingOn?: (visit: PageContext) => string
}

/** The same for who is signed in, bound to their session. Everybody else is led to sign in, and back. */
export function personalPage(it: PersonalPage): readonly PagesRoute[] {
  const { name, show, submit, fresh, goingOn = toItself, ...address } = it
  const guarded = (act: Act<[SessionPrincipal]>, isSent: boolean): Act<[]> => ({
    ...act,
    open: async (visit) => {
      const { sessions } = visit.services
      if (isSent) sessions.requireSameOrigin(visit.request)
      const person = await visit.person()
      if (!person) return seeOther(`/login${goingOn(visit)}`)
      if (isSent) sessions.verifyCsrf(visit.request, person.session, visit.request.form.get('csrf_token'))
      if (fresh && !isFresh(person, visit.services)) return seeOther(`/confirm${goingOn(visit)}`)
      return act.open(visit, person)
    },
  })
  return [
    pageRoute({ name: `${name}.show`, ...address, ...guarded(show, false), method: 'GET' }),
    pageRoute({ name: `${name}.submit`, ...address, ...guarded(submit, true), method: 'POST' }),
  ]
}

/** One route of a page. */
export function pageRoute(it: PageRoute): PagesRoute {
  const { name, method, url, summary, description, params, query, answers, proof, open } = it
  const isForm = method === 'POST'
  return pagesRoute({
    name,
    method,
    url,
    auth: { kind: 'browser' },
    summary,
    ...(description === undefined ? {} : { description }),
    tag: 'pages',
    page: true,
    ...(isForm ? { form: true as const } : {}),
    schema: {
      ...(params ? { params } : {}),
      ...(query ? { query } : {}),
      ...(isForm ? { body: bodyOf(it) } : {}),
      response: Object.fromEntries(answers.map((status) => [status, status === 303 ? Type.Null() : Page])),
    },
    handler: async (request, services) => {
      const visiting = request as unknown as PageRequest
      const browser = services.sessions.browserOf(visiting.context.cookies)
      if (proof) services.sessions.verifyCsrf(visiting, browser, visiting.form.get('csrf_token'))
      const purpose = hasPurpose(query) ? await purposeOf(visiting, browser, services) : noPurpose
      return open(new PageContext({ request: visiting, services, browser, purpose }))
    },
  })
}

const Page = Type.String({ description: 'A page for the person' })

function bodyOf({ fields = [] }: Fields): TObject {
  const text = (): TSchema => Type.Optional(Type.String())
  return Type.Object(Object.fromEntries(['csrf_token', ...fields].map((name) => [name, text()])))
}

const hasPurpose = (query: TObject | undefined): boolean =>
  query !== undefined && ('next' in query.properties || 'request' in query.properties)

const toItself = ({ request }: PageContext): string => `?${new URLSearchParams({ next: request.url })}`

/** Whether the person proved in the last minutes that it is them. */
export function isFresh({ session }: SessionPrincipal, { sessions }: PageServices): boolean {
  try {
    sessions.requireFresh(session)
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === sessionErrors.reauthentication_required) return false
    throw error
  }
}
