import { button, buttonLink, html } from '#/ui/index.ts'
import { pageRoute } from '#/pages/shared/form-page.ts'
import { common } from '#/pages/shared/common-words.ts'
import { homeWords } from './home-words.ts'
import type { SessionPrincipal } from '#/modules/sessions/index.ts'
import type { Reply } from '#/platform/http/routing/reply.ts'
import type { PageContext } from '#/pages/shared/page-context.ts'

const showHome = pageRoute({
  name: 'pages.home.show',
  method: 'GET',
  url: '/',
  summary: 'Show who is signed in',
  answers: [200],
  open: async (visit) => {
    const person = await visit.person()
    return person ? signedInPage(visit, person) : welcomePage(visit)
  },
})

function signedInPage(visit: PageContext, { user, session }: SessionPrincipal): Reply {
  const { signedIn, youAreSignedIn, hello, yourAccount } = homeWords(visit.locale)
  const { signOut, signedInAs } = common(visit.locale)
  return visit.show({
    title: signedIn,
    heading: user.name === '' ? youAreSignedIn : hello(user.name),
    intro: html`${signedInAs} <strong>${user.email}</strong>.`,
    body: visit.form({
      action: '/logout',
      session,
      body: html`<div class="actions">
        ${buttonLink(yourAccount, '/account', 'primary')}${button(signOut, { kind: 'plain' })}
      </div>`,
    }),
  })
}

function welcomePage(visit: PageContext): Reply {
  const { welcome, heading, intro, signUp, builder, reference } = homeWords(visit.locale)
  return visit.show({
    title: welcome,
    heading,
    intro,
    body: html`<div class="actions">
        ${buttonLink(common(visit.locale).signIn, '/login', 'primary')}${buttonLink(signUp, '/signup')}
      </div>
      <p class="fine">${builder} <a href="/docs">${reference}</a>.</p>`,
  })
}

export const homeRoutes = [showHome]
