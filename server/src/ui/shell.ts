import { PRODUCT_NAME } from './look.ts'
import { html } from '#/platform/html/html.ts'
import { initials } from './shapes.ts'
import type { Locale } from '#/ui/i18n/index.ts'
import type { Html } from '#/platform/html/html.ts'
import type { BrandLinks, Look } from './look.ts'
import { words } from '#/ui/i18n/index.ts'

/** What stands above the card: the logo, or the name in letters. Only our own name has our own mark beside it. */
export function wordmark({ logo, name, tokens }: Look, assetsFrom: string): Html {
  if (logo === null) return name === PRODUCT_NAME ? html`${mark}${name}` : html`${name}`
  const width = Math.max(1, Math.round((logo.width / logo.height) * tokens.logoHeightPx))
  return html`<img
    class="logo"
    src="${assetsFrom}/assets/branding/${logo.name}"
    alt="${name}"
    width="${width}"
    height="${tokens.logoHeightPx}"
  />`
}

/** A line of the operator, help and the small print, where they gave any. */
export function brandFooter({ support, terms, privacy }: BrandLinks, lang: Locale, line = ''): Html | undefined {
  const words = shellWords(lang)
  const links = [
    [words.support, support],
    [words.terms, terms],
    [words.privacy, privacy],
  ].filter(([, address]) => address !== null)
  if (links.length === 0 && line === '') return undefined
  return html`<footer class="links">
    ${line && html`<p class="hint">${line}</p>`}
    ${
      links.length > 0 &&
      html`<ul>
        ${links.map(([label, address]) => html`<li><a href="${address}">${label}</a></li>`)}
      </ul>`
    }
  </footer>`
}

/** The picture in the tab: a logo that is about square, else the first letter of the name on the accent. */
export function iconOf({ logo, name, palettes }: Look, assetsFrom: string): string {
  if (logo !== null && Math.max(logo.width / logo.height, logo.height / logo.width) <= 1.25) {
    return `${assetsFrom}/assets/branding/${logo.name}`
  }
  if (name === PRODUCT_NAME) return ICON
  const { accent, onAccent } = palettes.light
  return svgAddress(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${accent}"/>` +
      `<text x="16" y="22.5" font-family="sans-serif" font-size="18" font-weight="700" text-anchor="middle" fill="${onAccent}">` +
      `${initials(name).slice(0, 1)}</text></svg>`,
  )
}

const svgAddress = (svg: string): string => `data:image/svg+xml,${encodeURIComponent(svg)}`

// A person, a line, an agent: the product in one glyph.
const mark = html`<svg width="30" height="16" viewBox="0 0 30 16" aria-hidden="true" focusable="false">
  <path class="mark-line" d="M13 8h5" />
  <circle class="mark-person" cx="7" cy="8" r="5.75" />
  <path
    class="mark-agent"
    d="M20 2.25h5.5l3.25 3.25v6.75a1.5 1.5 0 0 1-1.5 1.5H20a1.5 1.5 0 0 1-1.5-1.5v-8.5a1.5 1.5 0 0 1 1.5-1.5z"
  />
</svg>`

const ICON = svgAddress(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 30" fill="none" stroke-width="3">' +
    '<path stroke="#80878f" d="M12 15h6"/><circle stroke="#305eb7" cx="7.5" cy="15" r="5.5"/>' +
    '<path stroke="#7a4aba" d="M18 9.5h6l4 4v7h-10z"/></svg>',
)

/** What the links below the card are called. */
const shellWords = words({
  en: { support: 'Help', terms: 'Terms', privacy: 'Privacy' },
  es: { support: 'Ayuda', terms: 'Términos', privacy: 'Privacidad' },
})
