import { html } from '#/platform/html/html.ts'
import type { Html } from '#/platform/html/html.ts'

/** Where the style sheet of these pages is served. */
export const STYLE_URL = '/docs/reference.css'

const CONTENT_SECURITY_POLICY =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

interface Shell {
  readonly title: string
  readonly lead: Html
  readonly links: readonly Html[]
  readonly main: Html
}

/** A page of the reference, and what it is sent with. */
export interface ReferencePage {
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
}

/** A whole page of the reference: it runs no script and loads nothing but its own style. */
export function referencePage({ title, lead, links, main }: Shell): ReferencePage {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="stylesheet" href="${STYLE_URL}" />
      </head>
      <body>
        <a class="skip" href="#main">Skip to content</a>
        <div class="layout">
          <header>
            <h1>${title}</h1>
            <p>${lead}</p>
          </header>
          <nav aria-label="Contents">
            <ul>
              ${links}
            </ul>
          </nav>
          <main id="main">${main}</main>
        </div>
      </body>
    </html> `
  return {
    text: page.toString(),
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': CONTENT_SECURITY_POLICY },
  }
}
