import { html } from '#/ui/index.ts'
import { words } from '#/ui/i18n/index.ts'
import type { Html } from '#/ui/index.ts'

/** What the pages that link an account at a provider say. */
export const linkingWords = words({
  en: {
    title: (provider: string) => `Link ${provider}`,
    heading: (provider: string) => `Sign in with ${provider} from now on?`,
    intro: (provider: string, email: string): Html =>
      html`Whoever is signed in to the account you choose at ${provider} will be able to sign in here as
        <strong>${email}</strong>.`,
    notNow: 'Not now',
    goTo: (provider: string) => `Go to ${provider}`,
    goingTo: (provider: string) => `Going to ${provider}`,
    continueTo: (provider: string) => `Continue to ${provider}`,
  },
  es: {
    title: (provider) => `Vincular ${provider}`,
    heading: (provider) => `¿Entrar con ${provider} a partir de ahora?`,
    intro: (provider, email) =>
      html`Quien tenga abierta la cuenta que elijas en ${provider} podrá entrar aquí como <strong>${email}</strong>.`,
    notNow: 'Ahora no',
    goTo: (provider) => `Ir a ${provider}`,
    goingTo: (provider) => `Vamos a ${provider}`,
    continueTo: (provider) => `Continuar a ${provider}`,
  },
})
