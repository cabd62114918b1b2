import { html } from '#/modules/branding/index.ts'
import type { Html } from '#/modules/branding/index.ts'
import { startPath } from '#/modules/providers/index.ts'
import type { Services } from '#/platform/http/services.ts'
import type { Purpose } from './visit.ts'

/** A button for each provider that is turned on; nothing when there is none. Plain links: a visit there changes nothing. */
export async function providerButtons({ providers }: Services, { query }: Purpose): Promise<Html | undefined> {
  const enabled = await providers.enabled()
  if (enabled.length === 0) return undefined
  const links = enabled.map(
    (provider) =>
      html`<li>
        <a class="button button-plain" href="${startPath(provider)}${query}">Continue with ${provider.displayName}</a>
      </li>`,
  )
  return html`<p class="or"><span>or</span></p>
    <ul class="providers">
      ${links}
    </ul>`
}
