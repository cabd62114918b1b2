import { html } from './html.ts'
import { languageLinks } from './language-links.ts'
import { stylesheet } from './stylesheet.ts'
import { Reply } from '#/platform/http/reply.ts'
import type { Locale } from '#/modules/languages/index.ts'
import type { Html } from './html.ts'

interface Page {
  /** What the page is for; the window's title adds the product's name. */
  readonly title: string
  /** What the card holds; its first heading is the page's only `h1`. */
  readonly body: Html
  readonly status?: number
  /** Sources a form of this page may end at besides our own origin; `formActionSource` makes them. */
  readonly formActions?: readonly string[]
  /** A module of ours that adds comfort; the page works without it. Only a page that names one may run scripts. */
  readonly script?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
  /** The language the page is written in. */
  readonly lang?: Locale
  /** The address to show the page at again, in another language; pages that can't be opened anew have none. */
  readonly here?: string | undefined
  /** The way around a room of several pages, for a page that stands in one; such pages are wide and hold panels. */
  readonly nav?: Html
}

/** A whole document for a person: one card or a room's page, our own style sheet, and headers that keep everything else out. */
export function page(it: Page): Reply {
  const { status = 200, formActions = [], script, headers = {}, lang = 'en' } = it
  return new Reply(status, document({ ...it, lang }).toString(), {
    'content-type': 'text/html; charset=utf-8',
    'content-language': lang,
    vary: 'Accept-Language',
    'content-security-policy': contentSecurityPolicy(formActions, script !== undefined),
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    ...headers,
  })
}

/**
 * What `form-action` needs so that a browser follows a form's POST on to this address: Chrome applies the directive to
 * redirects too. An origin for the web, a scheme for an app's own scheme, and a scheme again for IPv6 literals, which
 * the grammar of sources can't write. Nothing for what is not an address.
 */
export function formActionSource(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const { protocol, origin, hostname } = new URL(address)
  const isWeb = protocol === 'http:' || protocol === 'https:'
  return isWeb && !hostname.startsWith('[') ? origin : protocol
}

const SOURCE = /^[a-z][a-z0-9+.-]*:(\/\/[a-z0-9.-]+(:\d+)?)?$/

// Our script talks to our own routes and writes no markup.
const SCRIPTED = "script-src 'self'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'; "

function contentSecurityPolicy(formActions: readonly string[], isScripted: boolean): string {
  const ends = ["'self'", ...formActions.filter((source) => SOURCE.test(source))].join(' ')
  return (
    `default-src 'none'; style-src 'self'; img-src 'self' data:; ${isScripted ? SCRIPTED : ''}` +
    `form-action ${ends}; frame-ancestors 'none'; base-uri 'none'`
  )
}

// The meta element is narrower in effect than it looks: nothing leaves for another origin, as the header says, but a
// form's POST to ourselves keeps its Origin header. Under `no-referrer` browsers send `Origin: null` there (Fetch,
// "append a request Origin header"), and then no one could tell our own form from a foreign one.
const document = ({ title, body, script, lang, here, nav }: Page & { readonly lang: Locale }): Html =>
  html`<!doctype html>
    <html lang="${lang}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="same-origin" />
        <meta name="robots" content="noindex" />
        <title>${title} · Mandate</title>
        <link rel="stylesheet" href="${stylesheet.url}" />
        <link rel="icon" href="data:image/svg+xml,${ICON}" />
        ${script !== undefined && html`<script type="module" src="${script}"></script>`}
      </head>
      <body>
        <header class="top"><a class="wordmark" href="/">${mark}Mandate</a>${nav}</header>
        <main class="${nav ? 'room' : 'card'}">${body}</main>
        ${here !== undefined && languageLinks(lang, here)}
      </body>
    </html> `

// A person, a line, an agent: the product in one glyph.
const mark = html`<svg width="30" height="16" viewBox="0 0 30 16" aria-hidden="true" focusable="false">
  <path class="mark-line" d="M13 8h5" />
  <circle class="mark-person" cx="7" cy="8" r="5.75" />
  <path
    class="mark-agent"
    d="M20 2.25h5.5l3.25 3.25v6.75a1.5 1.5 0 0 1-1.5 1.5H20a1.5 1.5 0 0 1-1.5-1.5v-8.5a1.5 1.5 0 0 1 1.5-1.5z"
  />
</svg>`

const ICON = encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 30" fill="none" stroke-width="3">' +
    '<path stroke="#80878f" d="M12 15h6"/><circle stroke="#305eb7" cx="7.5" cy="15" r="5.5"/>' +
    '<path stroke="#7a4aba" d="M18 9.5h6l4 4v7h-10z"/></svg>',
)
