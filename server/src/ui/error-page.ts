import { buttonLink, notice } from './components.ts'
import { html } from '#/platform/html/html.ts'
import type { Html } from '#/platform/html/html.ts'
import { page } from './page.ts'
import { problemWords } from './problem-words.ts'
import type { Locale } from './i18n/index.ts'
import type { Reply } from '#/platform/http/routing/reply.ts'

interface ErrorPage {
  readonly status: number
  /** What happened, as a heading. */
  readonly title: string
  /** What it means for the person and what to do now. */
  readonly message: string
  /** The id the log has the cause under. */
  readonly requestId: string
  /** What the developer of an application may want to know, in English. */
  readonly detail?: string | undefined
  readonly locale?: Locale
  /** Where the page opens again. */
  readonly here?: string | undefined
  /** Where the server itself stands, when the page is shown at another host. */
  readonly assetsFrom?: string | undefined
  /** Where the person can go on, in place of the start page. */
  readonly ways?: Html
  readonly headers?: Readonly<Record<string, string>>
}

/** The page a person sees when a page can't do what it is for. */
export function errorPage(it: ErrorPage): Reply {
  const { status, title, message, requestId, detail, locale = 'en', here, assetsFrom, ways, headers = {} } = it
  const { start, request, forDevelopers } = problemWords(locale)
  return page({
    title,
    status,
    headers,
    lang: locale,
    selfUrl: here,
    assetsFrom,
    body: html`<h1>${title}</h1>
      <p>${message}</p>
      ${
        detail !== undefined &&
        notice(
          'info',
          html`<h2>${forDevelopers}</h2>
            <p lang="en">${detail}</p>`,
        )
      }
      <p class="actions">${ways ?? buttonLink(start, '/')}</p>
      <p class="fine">${request} <code>${requestId}</code></p>`,
  })
}
