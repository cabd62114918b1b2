import { buttonLink, html } from '#/ui/index.ts'
import { pageRoute } from '#/pages/shared/form-page.ts'
import { common } from '#/pages/shared/common-words.ts'
import { seeOther } from '#/platform/http/routing/reply.ts'
import type { Reply } from '#/platform/http/routing/reply.ts'
import type { PageContext } from '#/pages/shared/page-context.ts'
import { words } from '#/ui/i18n/index.ts'

const showHome = pageRoute({
  name: 'pages.home.show',
  method: 'GET',
  url: '/',
  auth: { kind: 'browser' },
  summary: 'Lead to the account or the console, or welcome a visitor',
  description: 'Leads operators to the console and everybody else who is signed in to their account.',
  answers: [200, 303],
  open: async (page) => {
    const person = await page.person()
    if (!person) return welcomePage(page)
    return seeOther(person.user.systemRole === null ? '/account' : '/admin')
  },
})

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
    welcome: 'Welcome',
    heading: 'One account for people and their agents',
    intro: 'Sign in to the applications here, and decide who may act for you.',
    signUp: 'Create an account',
    builder: 'You build on this server? Read the',
    reference: 'reference',
  },
  es: {
    welcome: 'Te damos la bienvenida',
    heading: 'Una cuenta para las personas y sus agentes',
    intro: 'Entra en las aplicaciones de aquí y decide quién puede actuar en tu nombre.',
    signUp: 'Crear una cuenta',
    builder: '¿Desarrollas sobre este servidor? Lee la',
    reference: 'referencia',
  },
})
