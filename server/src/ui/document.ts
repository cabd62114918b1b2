import { html } from '#/platform/html/html.ts'
import { inter, startsWithInter } from './css/inter.ts'
import { languageLinks } from './language-links.ts'
import { brandFooter, iconOf, wordmark } from './shell.ts'
import { textsOf } from './page-texts.ts'
import { passwordWords } from './password-words.ts'
import { passwordScript } from './scripts/script.ts'
import { words } from './i18n/index.ts'
import type { Locale } from './i18n/index.ts'
import type { Html } from '#/platform/html/html.ts'
import type { Look } from './look.ts'
import type { WordedPage } from './page-texts.ts'

/** The beginning of a card. */
export interface Opening {
  /** What stands above the heading. */
  readonly above?: Html | undefined
  /** The page's only `h1`. */
  readonly heading: Html | string
  /** What the page says below it whoever words the rest, such as who asks for the sign-in. */
  readonly intro?: Html | string | false | undefined
}

/** What a page has to say. */
export interface Content {
  /** What the page is for; the window's title adds the product's name. */
  readonly title: string
  /** How the card begins, where that is not in the body. */
  readonly opening?: Opening
  /** What the card holds; its first heading is the page's only `h1`. */
  readonly body: Html
  /** Which page it is of those that an operator may word; others have no sentence that is not their own. */
  readonly worded?: WordedPage | undefined
  /** Shown again because its form was refused, which the window's title says first. */
  readonly isRefused?: boolean
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
  const { script, lang = 'en', selfUrl: here, nav, assetsFrom = '', worded } = content
  const chosen = worded && textsOf(worded, look.texts[lang])
  const title = chosen?.title ?? content.title
  return html`<!doctype html>
    <html lang="${lang}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="same-origin" />
        <meta name="robots" content="noindex" />
        <title>${content.isRefused ? documentWords(lang).refused(title) : title} · ${look.name}</title>
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
        <main class="${nav ? 'room' : 'card'}">${card(content, chosen)}</main>
        ${brandFooter(look.links, lang, chosen?.footer)} ${here !== undefined && languageLinks(lang, here)}
      </body>
    </html> `
}

type Chosen = ReturnType<typeof textsOf> | undefined

const card = ({ opening, body }: Content, chosen: Chosen): Html =>
  html`${opening && head(opening, chosen)}${body}${chosen?.note && html`<p class="fine">${chosen.note}</p>`}`

/** What the page itself has to say below its heading comes before what an operator adds. */
const head = ({ above, heading, intro }: Opening, chosen: Chosen): Html =>
  html`${above}
    <h1>${chosen?.title ?? heading}</h1>
    ${intro && html`<p class="lede">${intro}</p>`}${chosen?.intro && html`<p class="lede">${chosen.intro}</p>`}`

const documentWords = words({
  en: { refused: (title: string) => `Error: ${title}` },
  es: { refused: (title) => `Error: ${title}` },
})
