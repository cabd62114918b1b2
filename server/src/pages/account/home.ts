import { button, buttonLink, html } from '#/ui/index.ts'
import { pageRoute } from '#/pages/shared/form-page.ts'
import { common } from '#/pages/shared/common-words.ts'
import type { SessionPrincipal } from '#/modules/sessions/index.ts'
import type { Reply } from '#/platform/http/routing/reply.ts'
import type { PageContext } from '#/pages/shared/page-context.ts'
import { words } from '#/ui/i18n/index.ts'

const showHome = pageRoute({
  name: 'pages.home.show',
  method: 'GET',
  url: '/',
  auth: { kind: 'browser' },
  summary: 'Show who is signed in',
  answers: [200],
  open: async (page) => {
    const person = await page.person()
    return person ? signedInPage(page, person) : welcomePage(page)
  },
})

function signedInPage(page: PageContext, { user, session }: SessionPrincipal): Reply {
  const { signedIn, youAreSignedIn, hello, yourAccount, openConsole } = homeWords(page.locale)
  const isOperator = user.systemRole !== null
  const { signOut, signedInAs } = common(page.locale)
  return page.show({
    title: signedIn,
    heading: user.name === '' ? youAreSignedIn : hello(user.name),
    intro: html`${signedInAs} <strong>${user.email}</strong>.`,
    body: page.form({
      action: '/logout',
      session,
      body: html`<div class="actions">
        ${isOperator && buttonLink(openConsole, '/admin', 'primary')}
        ${buttonLink(yourAccount, '/account', isOperator ? 'plain' : 'primary')}${button(signOut, { kind: 'plain' })}
      </div>`,
    }),
  })
}

function welcomePage(page: PageContext): Reply {
  const { welcome, heading, intro, signUp, builder, reference } = homeWords(page.locale)
  return page.show({
    title: welcome,
    heading,
    intro,
    body: html`<div class="actions">
        ${buttonLink(common(page.locale).signIn, '/login', 'primary')}${buttonLink(signUp, '/signup')}
      </div>
      <p class="fine">${builder} <a href="/docs">${reference}</a>.</p>`,
  })
}

export const homeRoutes = [showHome]

/** What the start page says. */
const homeWords = words({
  en: {
    signedIn: 'Signed in',
    youAreSignedIn: 'You are signed in',
    hello: (name: string) => `Hello, ${name}`,
    yourAccount: 'Your account',
    openConsole: 'Open the console',
    welcome: 'Welcome',
    heading: 'One account for people and their agents',
    intro: 'Sign in to the applications here, and decide who may act for you.',
    signUp: 'Create an account',
    builder: 'You build on this server? Read the',
    reference: 'reference',
  },
  es: {
    signedIn: 'Sesión abierta',
    youAreSignedIn: 'Tienes la sesión abierta',
    hello: (name) => `Hola, ${name}`,
    yourAccount: 'Tu cuenta',
    openConsole: 'Abrir la consola',
    welcome: 'Te damos la bienvenida',
    heading: 'Una cuenta para las personas y sus agentes',
    intro: 'Entra en las aplicaciones de aquí y decide quién puede actuar en tu nombre.',
    signUp: 'Crear una cuenta',
    builder: '¿Desarrollas sobre este servidor? Lee la',
    reference: 'referencia',
  },
})
