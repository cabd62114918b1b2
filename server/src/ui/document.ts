import { html } from '#/platform/html/html.ts'
import { inter, startsWithInter } from './css/inter.ts'
import { languageLinks } from './language-links.ts'
import { brandLinks, iconOf, wordmark } from './shell.ts'
import { passwordWords } from './password-words.ts'
import { passwordScript } from './scripts/script.ts'
import type { Locale } from './i18n/index.ts'
import type { Html } from '#/platform/html/html.ts'
import type { Look } from './look.ts'

/** What a page has to say. */
export interface Content {
  /** What the page is for; the window's title adds the product's name. */
  readonly title: string
  /** What the card holds; its first heading is the page's only `h1`. */
  readonly body: Html
  /** A module of ours that adds comfort; the page works without it. Only a page that names one may run scripts. */
  readonly script?: string | undefined
  /** The language the page is written in. */
  readonly lang?: Locale
  /** The address to show the page at again, in another language; pages that can't be opened anew have none. */
  readonly selfUrl?: string | undefined
  /** The way around a room of several pages, for a page that stands in one; such pages are wide and hold panels. */
  readonly nav?: Html
  /** Where the server itself stands, for a page that is shown at another host: its style sheet and logo come from there. */
  readonly assetsFrom?: string | undefined
}

const hasPassword = ({ body }: Content): boolean => /\stype="password"/.test(body.toString())

/** Whether a page loads a module of ours, and so needs leave to run it. */
export const isScripted = (content: Content): boolean => content.script !== undefined || hasPassword(content)

function passwordModule(lang: Locale): Html {
  const { show, hide, guessable, weak, good, strong } = passwordWords(lang)
  const levels = [guessable, weak, good, strong].join('|')
  const said = html`data-show="${show}" data-hide="${hide}" data-levels="${levels}"`
  return html`<script type="module" src="${passwordScript.url}" ${said}></script>`
}

// Fetched beside the style sheet instead of after it, so that the first page is set in it.
const fontAhead = (from: string): Html =>
  html`<link rel="preload" as="font" type="font/woff2" href="${from}${inter.url}" crossorigin />`

/**
 * A page in the look of the installation. The meta element on referrers is narrower in effect than it looks: nothing
 * leaves for another origin, as the header says, but a form's POST to ourselves keeps its Origin header. Under
 * `no-referrer` browsers send `Origin: null` there (Fetch, "append a request Origin header"), and then no one could
 * tell our own form from a foreign one.
 */
export const document = (content: Content, look: Look): Html => {
  const { title, body, script, lang = 'en', selfUrl: here, nav, assetsFrom = '' } = content
  return html`<!doctype html>
    <html lang="${lang}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="same-origin" />
        <meta name="robots" content="noindex" />
        <title>${title} · ${look.name}</title>
        <link rel="stylesheet" href="${assetsFrom}${(nav ? look.roomSheet : look.sheet).url}" />
        ${startsWithInter(look.bodyFont) && fontAhead(assetsFrom)}
        <link rel="icon" href="${iconOf(look, assetsFrom)}" />
        ${script !== undefined && html`<script type="module" src="${script}"></script>`}
        ${hasPassword(content) && passwordModule(lang)}
      </head>
      <body>
        <header class="top${nav && ' top-room'}">
          <a class="wordmark" href="${assetsFrom}/">${wordmark(look, assetsFrom)}</a>${nav}
        </header>
        <main class="${nav ? 'room' : 'card'}">${body}</main>
        ${brandLinks(look.links, lang)} ${here !== undefined && languageLinks(lang, here)}
      </body>
    </html> `
}
