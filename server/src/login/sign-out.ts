import { Type } from 'typebox'
import { button, buttonLink, form, html, page } from '#/modules/branding/index.ts'
import { seeOther } from '#/platform/http/reply.ts'
import { route } from '#/platform/http/route.ts'
import type { Reply } from '#/platform/http/reply.ts'

const Page = Type.String({ description: 'A page for the person' })

const showLogout = route({
  method: 'GET',
  url: '/logout',
  auth: { kind: 'browser' },
  summary: 'Ask before signing out, or tell that it is done',
  tag: 'pages',
  page: true,
  schema: { response: { 200: Page } },
  handler: async (visit, { sessions, settings }) => {
    const person = await sessions.authenticate(visit.cookies, visit)
    if (!person) return signedOutPage()
    const endsTokens = (await settings.current())['sessions.logout_revokes_tokens']
    return askPage(person.user.email, sessions.csrfToken(person.session), endsTokens)
  },
})

const submitLogout = route({
  method: 'POST',
  url: '/logout',
  auth: { kind: 'browser' },
  summary: 'Sign out',
  tag: 'pages',
  page: true,
  form: true,
  schema: {
    body: Type.Object({ csrf_token: Type.Optional(Type.String()) }),
    response: { 303: Type.Null(), 403: Page },
  },
  handler: async (visit, { sessions }) => {
    sessions.requireSameOrigin(visit)
    const person = await sessions.authenticateAny(visit.cookies, visit)
    if (person) {
      // Nothing is lost with a session that only waits for the second factor, and no page of it has a token for this.
      if (person.satisfied) sessions.verifyCsrf(visit, person.session, visit.form.get('csrf_token'))
      await sessions.end(person.session, person.actor)
    }
    return seeOther('/logout').withCookie(sessions.forgettingCookie())
  },
})

const askPage = (email: string, csrfToken: string, endsTokens: boolean): Reply =>
  page({
    title: 'Sign out',
    body: html`<h1>Sign out?</h1>
      <p class="lede">You are signed in as <strong>${email}</strong>.</p>
      ${form({
        action: '/logout',
        csrfToken,
        body: html`<div class="actions actions-pair">${buttonLink('Stay signed in', '/')}${button('Sign out')}</div>`,
      })}
      <p class="fine">
        ${
          endsTokens
            ? 'The applications you signed in to from here lose their access, but for those you let act while you are away.'
            : 'Applications you allowed keep what you allowed them.'
        }
      </p>`,
  })

const signedOutPage = (): Reply =>
  page({
    title: 'Signed out',
    body: html`<h1>You are signed out</h1>
      <p class="lede">Nobody is signed in in this browser now.</p>
      <p class="actions">${buttonLink('Sign in', '/login')}</p>`,
  })

export const signOutRoutes = [showLogout, submitLogout]
