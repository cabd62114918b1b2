import { buttonLink, html } from '#/ui/index.ts'
import { words } from '#/ui/i18n/index.ts'
import type { Reply } from '#/platform/http/routing/reply.ts'
import type { PageContext } from './page-context.ts'

/**
 * Leads from a form to a provider. A redirect would still be part of the form, and our policy lets forms lead to ourselves
 * only: providers redirect on to hosts that nobody can list. Opening a page is no part of it.
 */
export function leavingPage(page: PageContext, displayName: string, url: string, intro?: string): Reply {
  const { goingTo, continueTo } = leavingWords(page.locale)
  return page.show({
    title: goingTo(displayName),
    intro,
    headers: { refresh: `0;url=${url}` },
    body: html`<p class="actions">${buttonLink(continueTo(displayName), url, 'primary')}</p>`,
  })
}

const leavingWords = words({
  en: {
    goingTo: (provider: string) => `Going to ${provider}`,
    continueTo: (provider: string) => `Continue to ${provider}`,
  },
  es: {
    goingTo: (provider) => `Vamos a ${provider}`,
    continueTo: (provider) => `Continuar a ${provider}`,
  },
})
