import { html } from '#/ui/index.ts'
import { seeOther } from '#/platform/http/routing/reply.ts'
import { deviceOf, placeOf, signingOut } from '#/modules/sessions/index.ts'
import { Type } from 'typebox'
import { doneAt } from './notices.ts'
import { ownForm } from './own-page.ts'
import { mark, panel, rows, smallButton } from './fragments.ts'
import { ago, day } from './relative-time.ts'
import { securityWords } from './words/security.ts'
import type { Html } from '#/ui/index.ts'
import type { Session, SessionPrincipal } from '#/modules/sessions/index.ts'
import type { PageContext } from '#/pages/shared/page-context.ts'

const SECURITY = '/account/security'
const MOST = 100

const endSession = ownForm({
  name: 'pages.account.sessions.end',
  url: '/account/sessions/:id/end',
  params: Type.Object({ id: Type.String() }),
  standsOn: SECURITY,
  summary: 'Sign out elsewhere',
  description: 'Ends one of my sessions and every token that came from it.',
  open: async (page, { user, session, actor }) => {
    const { id = '' } = page.request.params
    await page.services.sessionDirectory.revoke(id, actor, user.id)
    if (id !== session.id) return doneAt(page, SECURITY, 'session_ended')
    return signingOut(seeOther('/logout'), page.services.sessions)
  },
})

const endSessions = ownForm({
  name: 'pages.account.sessions.endAll',
  url: '/account/sessions/end',
  standsOn: SECURITY,
  fields: ['extent'],
  summary: 'Sign out everywhere else, or everywhere',
  description: 'With `extent=all` this browser is signed out too.',
  open: async (page, { user, session, actor }) => {
    const isAll = page.fields()['extent'] === 'all'
    await page.services.sessionDirectory.endOwn(user.id, actor, isAll ? undefined : session)
    if (!isAll) return doneAt(page, SECURITY, 'others_ended')
    return signingOut(seeOther('/logout'), page.services.sessions)
  },
})

/** The sessions of a person, the one at hand first. */
export async function ownSessions({ services }: PageContext, { user, session }: SessionPrincipal): Promise<Session[]> {
  const newest = { before: undefined, limit: MOST, includeTotal: false }
  const found = await services.sessionDirectory.list({ userId: user.id, pending: false }, newest)
  const sessions = found.rows.map((row) => row.session)
  return [...sessions.filter(({ id }) => id === session.id), ...sessions.filter(({ id }) => id !== session.id)]
}

/** Where a person is signed in, with ways to end that. */
export async function sessionsPanel(page: PageContext, person: SessionPrincipal): Promise<Html> {
  const words = securityWords(page.locale)
  const sessions = await ownSessions(page, person)
  const extents = html`<div class="panel-actions">
    ${sessions.length > 1 && smallButton(words.endOthers, { name: 'extent', value: 'others' })}
    ${smallButton(words.endAll, { kind: 'danger', name: 'extent', value: 'all' })}
  </div>`
  return panel({
    id: 'sessions',
    heading: words.sessions,
    body: html`${rows(sessions.map((session) => sessionRow(page, person, session)))}
    ${page.form({ action: '/account/sessions/end', session: person.session, body: extents })}`,
  })
}

function sessionRow(page: PageContext, person: SessionPrincipal, session: Session) {
  const { locale, services } = page
  const words = securityWords(locale)
  const device = capital(deviceOf(session.userAgent, locale))
  const isHere = session.id === person.session.id
  const end = page.form({
    action: `/account/sessions/${session.id}/end`,
    session: person.session,
    body: smallButton(words.endOne, { about: device }),
  })
  return {
    title: html`${device} ${isHere && mark(words.here)}`,
    detail: html`${capital(placeOf(session.ip, locale))} · ${words.seen.toLowerCase()}
    ${ago(session.lastSeenAt, services.clock.now(), locale)} · ${words.signedIn} ${day(session.createdAt, locale)}`,
    action: end,
  }
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

export const ownSessionRoutes = [endSession, endSessions]
