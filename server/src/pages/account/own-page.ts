import { purposeOfQuery } from '#/pages/shared/sign-in-context.ts'
import { pageRoute } from '#/pages/shared/form-page.ts'
import type { SessionPrincipal } from '#/modules/sessions/index.ts'
import type { PersonPolicy, ReturnRequest } from '#/platform/http/routing/policy.ts'
import type { Reply } from '#/platform/http/routing/reply.ts'
import type { PagesRoute } from '#/platform/http/routing/route.ts'
import type { PageContext } from '#/pages/shared/page-context.ts'

type Parts = Omit<Parameters<typeof pageRoute<PersonPolicy>>[0], 'method' | 'auth' | 'answers' | 'open'>

interface OwnPage extends Parts {
  /** Statuses besides those that every page or form of the account has. */
  readonly answers?: readonly number[]
  /** Only for whoever proved in the last minutes that it is them; others are led to do that and back. */
  readonly fresh?: true
  /** Also for whoever has to set up a second factor first. */
  readonly enrolling?: true
  readonly open: (page: PageContext, person: SessionPrincipal) => Promise<Reply> | Reply
}

interface OwnForm extends OwnPage {
  /** The page the form stands on, to which whoever had to sign in or prove themselves first comes back. */
  readonly standsOn: string | ((params: Readonly<Record<string, string>>) => string)
}

/** A page of the person who is signed in. Everybody else is led to sign in and back; a session that waits is nobody. */
export const ownPage = ({ answers = [], fresh, enrolling, ...page }: OwnPage): PagesRoute =>
  pageRoute({
    ...page,
    method: 'GET',
    auth: { kind: 'person', ...(fresh && { fresh }), ...(enrolling && { enrolling }) },
    answers: [200, 303, ...answers],
  })

/** What a form on such a page does, for the person whose session it was made for. */
export function ownForm({ answers = [], fresh, enrolling, standsOn, ...form }: OwnForm): PagesRoute {
  const returnQuery = ({ params, queryForm }: ReturnRequest): string => {
    const page = typeof standsOn === 'string' ? standsOn : standsOn(params)
    return `?${new URLSearchParams({ next: `${page}${purposeOfQuery(queryForm).query}` })}`
  }
  return pageRoute({
    ...form,
    method: 'POST',
    auth: { kind: 'person', ...(fresh && { fresh }), ...(enrolling && { enrolling }), returnQuery },
    answers: [303, ...answers],
  })
}
