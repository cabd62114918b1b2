import { parseCookies } from '#/platform/encoding/cookies.ts'
import { Form } from '#/platform/http/input/form.ts'
import { buttonLink } from './components.ts'
import { html } from '#/platform/html/html.ts'
import { localeOf } from './i18n/index.ts'
import { errorPage } from './error-page.ts'
import { gatewayWords } from './gateway-words.ts'
import { problemWords } from './problem-words.ts'
import type { FailedRequest } from '#/platform/http/output/error-response.ts'
import type { Problem } from '#/platform/http/output/error-classification.ts'
import type { Reply } from '#/platform/http/routing/reply.ts'
import type { Locale } from './i18n/index.ts'

interface Words {
  readonly title: string
  readonly message: string
}

type ByCode = Readonly<Record<string, Words>>

const NO_REQUEST: FailedRequest = { headers: {} }

/** The error page for whatever a page's handler threw, in words for a person. */
export function problemPage(problem: Problem, requestId: string, request = NO_REQUEST): Reply {
  const here = request.method === 'GET' ? request.url : undefined
  return errorPage({ ...told(problem, requestId, localeOfFailed(request)), here })
}

/**
 * The error page at a host behind the gateway, in the language of the browser: what people chose here is not known there,
 * and no page of ours stands there to choose another.
 */
export function gatewayProblemPage(
  problem: Told,
  requestId: string,
  request: FailedRequest,
  { issuer, signInAnew }: ServerLinks,
): Reply {
  const locale = localeOf({ headers: request.headers, cookies: {} })
  const { toAccount, signInAsAnother } = gatewayWords(locale)
  const ways = html`${signInAnew !== undefined && buttonLink(signInAsAnother, signInAnew, 'primary')}
  ${buttonLink(toAccount, `${issuer}/account`)}`
  return errorPage({ ...told(problem, requestId, locale, gatewayWords(locale).byReason), assetsFrom: issuer, ways })
}

/** Where the server itself stands, and where there somebody signs in as somebody else. */
interface ServerLinks {
  readonly issuer: string
  readonly signInAnew?: string | undefined
}

/** What of a problem is told. */
type Told = Pick<Problem, 'status' | 'code' | 'message'>

const told = (problem: Told, requestId: string, locale: Locale, coded: ByCode = problemWords(locale).byCode) => ({
  status: problem.status,
  ...(wordsFor(problem, locale, coded) ?? unknown(problem, locale)),
  requestId,
  locale,
})

function wordsFor({ code, status }: Told, locale: Locale, coded: ByCode): Words | undefined {
  const general: Readonly<Record<number, Words>> = problemWords(locale).byStatus
  return (Object.hasOwn(coded, code) ? coded[code] : undefined) ?? general[status]
}

/** What went wrong is worded in English where it is thrown: others get the gist, with that sentence marked as English. */
function unknown({ message }: Told, locale: Locale): Words & { readonly detail?: string } {
  const { failed: title, notDone } = problemWords(locale)
  return locale === 'en' ? { title, message } : { title, message: notDone, detail: message }
}

/** The request may be what is wrong, so nothing of it is trusted to be readable. */
function localeOfFailed({ headers, url = '' }: FailedRequest): Locale {
  const source = { headers, cookies: parseCookies(headers.cookie) }
  const queryForm = readable(url.includes('?') ? url.slice(url.indexOf('?') + 1) : '')
  return localeOf({ ...source, queryForm })
}

function readable(query: string): Form | undefined {
  try {
    return Form.parse(query)
  } catch {
    return undefined
  }
}
