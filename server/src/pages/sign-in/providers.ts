import { buttonLink, html } from '#/ui/index.ts'
import { words } from '#/ui/i18n/index.ts'
import { startPath } from '#/modules/identity-providers/index.ts'
import { marks } from '#/ui/marks/marks.ts'
import { common } from '#/pages/shared/common-words.ts'
import { lastUsed } from './last-used.ts'
import type { Html } from '#/ui/index.ts'
import type { PageContext } from '#/pages/shared/page-context.ts'

const texts = words({
  en: { continueWith: (provider: string) => `Continue with ${provider}` },
  es: { continueWith: (provider) => `Continuar con ${provider}` },
})

/** A button for each provider that is turned on; nothing when there is none. Plain links: opening it changes nothing. */
export async function providerButtons(page: PageContext): Promise<Html | undefined> {
  const { services, purpose, locale } = page
  const enabled = await services.providers.enabled()
  if (enabled.length === 0) return undefined
  const { continueWith } = texts(locale)
  const links = enabled.map((provider) => {
    const used = lastUsed(page, `provider.${provider.name}`)
    const label = html`${markOf(provider.kind)}${continueWith(provider.displayName)}${used}`
    return html`<li>${buttonLink(label, `${startPath(provider)}${purpose.query}`)}</li>`
  })
  return html`<p class="or"><span>${common(locale).or}</span></p>
    <ul class="providers">
      ${links}
    </ul>`
}

/** Decoration: the name stands beside it. */
function markOf(kind: string): Html | undefined {
  const mark = marks.get(kind)
  return mark && html`<img src="${mark.url}" width="20" height="20" alt="" />`
}
