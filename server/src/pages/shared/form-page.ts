import { Type } from 'typebox'
import { pagesRoute } from '#/platform/http/routing/route.ts'
import { PageContext } from './page-context.ts'
import { orStopped } from './stopped-page.ts'
import { noPurpose, purposeOf } from './sign-in-context.ts'
import type { TObject, TSchema } from 'typebox'
import type { SessionPrincipal } from '#/modules/sessions/index.ts'
import type { Reply } from '#/platform/http/routing/reply.ts'
import type { BrowserPolicy, PersonPolicy } from '#/platform/http/routing/policy.ts'
import type { PagesRoute, PrincipalOf, RouteName } from '#/platform/http/routing/route.ts'
import type { PageRequest } from './page-context.ts'

type Answer = Promise<Reply> | Reply

/** One of the two things a page does. */
interface Act<Who extends readonly unknown[]> {
  /** One line for the reference. */
  readonly summary: string
  readonly description?: string
  /** Every status it decides on: 303 leads on, the others are pages. */
  readonly answers: readonly number[]
  readonly open: (page: PageContext, ...who: Who) => Answer
}

interface Address {
  readonly url: string
  readonly params?: TObject
  /** For a page that looking at uses something up. */
  readonly noHead?: true
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

type PagePolicy = BrowserPolicy | PersonPolicy

interface PageRoute<P extends PagePolicy> extends Address, Fields, Act<[who: PrincipalOf<P>]> {
  readonly name: RouteName
  readonly method: 'GET' | 'POST'
  /** Whose page it is, which the endpoint sees to; `open` meets only who may open it. */
  readonly auth: P
}

/** A page for anyone with a form that is sent back to its own address, bound to the browser it was shown in. */
export const formPage = ({ name, show, submit, ...address }: FormPage<[]>): readonly PagesRoute[] => [
  pageRoute({ name: `${name}.show`, ...address, ...show, method: 'GET', auth: { kind: 'browser' } }),
  pageRoute({
    name: `${name}.submit`,
    ...address,
    ...submit,
    method: 'POST',
    auth: { kind: 'browser', csrf: 'browser' },
  }),
]

interface PersonalPage extends FormPage<[person: SessionPrincipal]>, Omit<PersonPolicy, 'kind'> {}

/** The same for a person who is signed in, bound to their session. Everybody else is led to sign in, and back. */
export function personalPage(it: PersonalPage): readonly PagesRoute[] {
  const { name, show, submit, fresh, returnQuery, ...address } = it
  const auth: PersonPolicy = { kind: 'person', ...(fresh && { fresh }), ...(returnQuery && { returnQuery }) }
  return [
    pageRoute({ name: `${name}.show`, ...address, ...show, method: 'GET', auth }),
    pageRoute({ name: `${name}.submit`, ...address, ...submit, method: 'POST', auth }),
  ]
}

/** One route of a page. */
export function pageRoute<const P extends PagePolicy>(it: PageRoute<P>): PagesRoute {
  const { name, method, url, auth, summary, description, noHead, params, query, answers, open } = it
  const isForm = method === 'POST'
  return pagesRoute({
    name,
    method,
    url,
    auth,
    summary,
    ...(description === undefined ? {} : { description }),
    page: true,
    ...(noHead ? { noHead } : {}),
    ...(query !== undefined && 'request' in query.properties ? { popup: true as const } : {}),
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
      const purpose = hasPurpose(query) ? await purposeOf(visiting, browser, services) : noPurpose
      const visited = new PageContext({ request: visiting, services, browser, purpose })
      return orStopped(visited, () => open(visited, request.principal))
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
