import { languageNames, locales } from './i18n/index.ts'
import { html } from '#/platform/html/html.ts'
import type { Locale } from './i18n/index.ts'
import type { Html } from '#/platform/html/html.ts'

/** The languages a page can be read in, each in its own words: plain links, which remember the choice and lead back. */
export const languageLinks = (current: Locale, here: string): Html =>
  html`<footer class="languages">
    <ul>
      ${locales.map((locale) =>
        locale === current
          ? html`<li lang="${locale}" aria-current="true">${languageNames[locale]}</li>`
          : html`<li>
              <a href="${addressOf(locale, here)}" lang="${locale}" hreflang="${locale}" rel="nofollow"
                >${languageNames[locale]}</a
              >
            </li>`,
      )}
    </ul>
  </footer>`

function addressOf(locale: Locale, here: string): string {
  const [, path = '/', query = ''] = /^([^?]*)\??(.*)$/.exec(here) ?? []
  const parameters = new URLSearchParams(query)
  // What a page was asked to be in gives way to what its reader chooses.
  parameters.delete('ui_locales')
  const next = parameters.size > 0 ? `${path}?${parameters}` : path
  return `/language?${new URLSearchParams({ use: locale, next })}`
}
