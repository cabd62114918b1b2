import { isFresh, pageRoute } from '#/pages/shared/form-page.ts'
import { seeOther } from '#/platform/http/routing/reply.ts'
import type { SessionPrincipal } from '#/modules/sessions/index.ts'
import type { Reply } from '#/platform/http/routing/reply.ts'
import type { PagesRoute } from '#/platform/http/routing/route.ts'
import type { PageContext } from '#/pages/shared/page-context.ts'

type Parts = Omit<Parameters<typeof pageRoute>[0], 'method' | 'answers' | 'proof' | 'open' | 'query'>

interface OwnPage extends Parts {
  /** Statuses besides those that every page or form of the account has. */
  readonly answers?: readonly number[]
  /** Only for who proved in the last minutes that it is them; others are led to do that and back. */
  readonly fresh?: true
  readonly open: (visit: PageContext, person: SessionPrincipal) => Promise<Reply> | Reply
}

interface OwnForm extends OwnPage {
  /** The page the form stands on: where people come back to who had to sign in or to prove themselves first. */
  readonly standsOn: string | ((params: Readonly<Record<string, string>>) => string)
}

/** A page of the person who is signed in. Everybody else is led to sign in and back; a session that waits is nobody. */
export function ownPage({ answers = [], fresh, open, ...page }: OwnPage): PagesRoute {
  return pageRoute({
    ...page,
    method: 'GET',
    answers: [200, 303, ...answers],
    open: async (visit) => {
      const person = await visit.person()
      if (!person) return leadTo('/login', visit.request.url)
      if (fresh && !isFresh(person, visit.services)) return leadTo('/confirm', visit.request.url)
      return open(visit, person)
    },
  })
}

/** What a form on such a page does, for the person whose session it was made for. */
export function ownForm({ answers = [], fresh, open, standsOn, ...form }: OwnForm): PagesRoute {
  return pageRoute({
    ...form,
    method: 'POST',
    answers: [303, 403, ...answers],
    open: async (visit) => {
      const { services, request } = visit
      const home = typeof standsOn === 'string' ? standsOn : standsOn(request.params)
      services.sessions.requireSameOrigin(request)
      const person = await visit.person()
      if (!person) return leadTo('/login', home)
      services.sessions.verifyCsrf(request, person.session, request.form.get('csrf_token'))
      if (fresh && !isFresh(person, services)) return leadTo('/confirm', home)
      return open(visit, person)
    },
  })
}

const leadTo = (page: '/login' | '/confirm', next: string): Reply =>
  seeOther(`${page}?${new URLSearchParams({ next })}`)
