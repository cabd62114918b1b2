import { html } from '#/platform/html/html.ts'
import { languageLinks } from './language-links.ts'
import { brandLinks, iconOf, wordmark } from './shell.ts'
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

/**
 * A page in the look of the installation. The meta element on referrers is narrower in effect than it looks: nothing
 * leaves for another origin, as the header says, but a form's POST to ourselves keeps its Origin header. Under
 * `no-referrer` browsers send `Origin: null` there (Fetch, "append a request Origin header"), and then no one could
 * tell our own form from a foreign one.
 */
export const document = (
  { title, body, script, lang = 'en', selfUrl: here, nav, assetsFrom = '' }: Content,
  look: Look,
): Html =>
  html`<!doctype html>
    <html lang="${lang}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="same-origin" />
        <meta name="robots" content="noindex" />
        <title>${title} · ${look.name}</title>
        <link rel="stylesheet" href="${assetsFrom}${look.sheet.url}" />
        <link rel="icon" href="${iconOf(look, assetsFrom)}" />
        ${script !== undefined && html`<script type="module" src="${script}"></script>`}
      </head>
      <body>
        <header class="top${nav && ' top-room'}">
          <a class="wordmark" href="/">${wordmark(look, assetsFrom)}</a>${nav}
        </header>
        <main class="${nav ? 'room' : 'card'}">${body}</main>
        ${brandLinks(look.links, lang)} ${here !== undefined && languageLinks(lang, here)}
      </body>
    </html> `
