import { errorStatus } from '#/platform/errors/app-error.ts'
import type { ErrorCode } from '#/platform/errors/app-error.ts'
import { oauthErrorStatus } from '#/protocol/oauth.ts'
import type { OAuthErrorCode } from '#/protocol/oauth.ts'
import { html } from '#/platform/html/html.ts'
import type { Html } from '#/platform/html/html.ts'
import { oauthCodeHelp } from './oauth-codes.ts'
import { referencePage } from './shell.ts'
import type { ReferencePage } from './shell.ts'

/** One meaning of a code; a code that both envelopes use has two. */
interface Meaning {
  readonly where: string
  readonly status: number
  readonly message: string
  readonly help: string
}

/** Every error code with an anchor of its own: what `docs_url` and `error_uri` point at. */
export function errorsPage(title: string, codes: readonly ErrorCode[]): ReferencePage {
  const meanings = Map.groupBy([...codes.map(extended), ...oauthMeanings()], ([code]) => code)
  const sorted = [...meanings].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return referencePage({
    title: `${title} errors`,
    lead: html`What each error code means and what to do. The routes are in the <a href="/docs">API reference</a>.`,
    links: sorted.map(([code]) => html`<li><a href="#${code}">${code}</a></li>`),
    main: html`${sorted.map(([code, all]) =>
      article(
        code,
        all.map(([, meaning]) => meaning),
      ),
    )}`,
  })
}

const extended = ({ code, error, message, help }: ErrorCode): [string, Meaning] => [
  code,
  { where: `/api/v1, error ${error}`, status: errorStatus[error], message, help },
]

const oauthMeanings = (): [string, Meaning][] =>
  Object.entries(oauthCodeHelp).map(([code, help]) => [
    code,
    { where: '/oauth', status: oauthErrorStatus[code as OAuthErrorCode], message: '', help },
  ])

const article = (code: string, meanings: readonly Meaning[]): Html =>
  html`<article id="${code}">
    <h2 class="error-code"><code>${code}</code></h2>
    ${meanings.map(list)}
  </article> `

const list = ({ where, status, message, help }: Meaning): Html =>
  html`<dl class="error">
    <dt>${where}, status ${status}</dt>
    <dd>${message} ${help}</dd>
  </dl>`
