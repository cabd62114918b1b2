import { buttonLink, notice } from './components.ts'
import { html } from './html.ts'
import { page } from './page.ts'
import type { Reply } from '#/platform/http/reply.ts'

interface ErrorPage {
  readonly status: number
  /** What happened, as a heading. */
  readonly title: string
  /** What it means for the person and what to do now. */
  readonly message: string
  /** The id the log has the cause under. */
  readonly requestId: string
  /** For the developer of an application; give it in dev mode only. */
  readonly detail?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
}

/** The page a person sees when a page can't do what it is for. */
export const errorPage = ({ status, title, message, requestId, detail, headers = {} }: ErrorPage): Reply =>
  page({
    title,
    status,
    headers,
    body: html`<h1>${title}</h1>
      <p>${message}</p>
      ${
        detail !== undefined &&
        notice(
          'info',
          html`<h2>For developers</h2>
            <p>${detail}</p>`,
        )
      }
      <p class="actions">${buttonLink('Go to the start page', '/')}</p>
      <p class="fine">Request <code>${requestId}</code></p>`,
  })
