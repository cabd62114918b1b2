import { Type } from 'typebox'
import { button, buttonLink, html } from '#/ui/index.ts'
import { personalPage } from '#/pages/shared/form-page.ts'
import { leavingPage } from '#/pages/shared/leaving-page.ts'
import type { SessionPrincipal } from '#/modules/sessions/index.ts'
import type { Reply } from '#/platform/http/routing/reply.ts'
import type { Provider } from '#/modules/identity-providers/index.ts'
import type { PageContext } from '#/pages/shared/page-context.ts'
import { words } from '#/ui/i18n/index.ts'
import type { Html } from '#/ui/index.ts'

/** Where linked accounts are looked over. */
const CONNECTIONS = '/account/connections'
const BACK = `?${new URLSearchParams({ next: CONNECTIONS })}`

// By a form of ours only: an address that linked by itself could be opened in somebody's browser, signed in at the
// provider as somebody else.
export const linkRoutes = personalPage({
  name: 'pages.linkProvider',
  url: '/link/:provider',
  params: Type.Object({ provider: Type.String() }),
  fresh: true,
  show: {
    summary: 'Ask before linking an account at a provider',
    answers: [200, 303],
    open: async (page, person) => askPage(page, await providerOf(page), person),
  },
  submit: {
    summary: 'Link an account at a provider to oneself',
    answers: [200, 303, 403],
    open: async (page, { session }) => {
      const provider = await providerOf(page)
      const { browser, services, context } = page
      const departure = { browserId: browser.id, goingOn: BACK, linkingSessionId: session.id }
      const url = await services.providerSignIns.depart(provider.name, departure, context)
      return leavingPage(page, provider.displayName, url)
    },
  },
})

const providerOf = ({ request, services }: PageContext): Promise<Provider> =>
  services.providers.getEnabled(request.params['provider'] ?? '')

function askPage(page: PageContext, { name, displayName }: Provider, { user, session }: SessionPrincipal): Reply {
  const { title, heading, intro, notNow, goTo } = linkingWords(page.locale)
  return page.show({
    title: title(displayName),
    heading: heading(displayName),
    intro: intro(displayName, user.email),
    body: page.form({
      action: `/link/${name}`,
      session,
      body: html`<div class="actions actions-pair">
        ${buttonLink(notNow, CONNECTIONS)}${button(goTo(displayName))}
      </div>`,
    }),
  })
}

/** What the pages that link an account at a provider say. */
const linkingWords = words({
  en: {
    title: (provider: string) => `Link ${provider}`,
    heading: (provider: string) => `Sign in with ${provider} from now on?`,
    intro: (provider: string, email: string): Html =>
      html`Whoever is signed in to the account you choose at ${provider} will be able to sign in here as
        <strong>${email}</strong>.`,
    notNow: 'Not now',
    goTo: (provider: string) => `Go to ${provider}`,
  },
  es: {
    title: (provider) => `Vincular ${provider}`,
    heading: (provider) => `¿Entrar con ${provider} a partir de ahora?`,
    intro: (provider, email) =>
      html`Quien tenga abierta la cuenta que elijas en ${provider} podrá entrar aquí como <strong>${email}</strong>.`,
    notNow: 'Ahora no',
    goTo: (provider) => `Ir a ${provider}`,
  },
})
