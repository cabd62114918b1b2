import { Type } from 'typebox'
import { button, buttonLink, form, html, page } from '#/modules/branding/index.ts'
import { route } from '#/platform/http/route.ts'
import type { Reply } from '#/platform/http/reply.ts'
import type { User } from '#/modules/users/index.ts'

const showHome = route({
  method: 'GET',
  url: '/',
  auth: { kind: 'browser' },
  summary: 'Show who is signed in',
  tag: 'pages',
  page: true,
  schema: { response: { 200: Type.String({ description: 'A page for the person' }) } },
  handler: async (visit, { sessions }) => {
    const person = await sessions.authenticate(visit.cookies, visit)
    return person ? signedInPage(person.user, sessions.csrfToken(person.session)) : welcomePage()
  },
})

const signedInPage = (user: User, csrfToken: string): Reply =>
  page({
    title: 'Signed in',
    body: html`<h1>${user.name === '' ? 'You are signed in' : `Hello, ${user.name}`}</h1>
      <p class="lede">You are signed in as <strong>${user.email}</strong>.</p>
      ${form({ action: '/logout', csrfToken, body: html`<div class="actions">${button('Sign out', { kind: 'plain' })}</div>` })}`,
  })

const welcomePage = (): Reply =>
  page({
    title: 'Welcome',
    body: html`<h1>One account for people and their agents</h1>
      <p class="lede">Sign in to the applications here, and decide who may act for you.</p>
      <div class="actions">
        ${buttonLink('Sign in', '/login', 'primary')}${buttonLink('Create an account', '/signup')}
      </div>
      <p class="fine">You build on this server? Read the <a href="/docs">reference</a>.</p>`,
  })

export const homeRoutes = [showHome]
