import { buttonLink, html } from '#/ui/index.ts'
import { words } from '#/ui/i18n/index.ts'
import { startPath } from '#/modules/identity-providers/index.ts'
import { common } from '#/pages/shared/common-words.ts'
import type { Html } from '#/ui/index.ts'
import type { PageContext } from '#/pages/shared/page-context.ts'

const texts = words({
  en: { continueWith: (provider: string) => `Continue with ${provider}` },
  es: { continueWith: (provider) => `Continuar con ${provider}` },
})

/** A button for each provider that is turned on; nothing when there is none. Plain links: opening it changes nothing. */
export async function providerButtons({ services, purpose, locale }: PageContext): Promise<Html | undefined> {
  const enabled = await services.providers.enabled()
  if (enabled.length === 0) return undefined
  const { continueWith } = texts(locale)
  const links = enabled.map((provider) => {
    const label = continueWith(provider.displayName)
    return html`<li>${buttonLink(label, `${startPath(provider)}${purpose.query}`)}</li>`
  })
  return html`<p class="or"><span>${common(locale).or}</span></p>
    <ul class="providers">
      ${links}
    </ul>`
}
