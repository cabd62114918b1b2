import { parseCookies } from '#/platform/encoding/cookies.ts'
import { Form } from '#/platform/http/input/form.ts'
import { localeOf } from './i18n/index.ts'
import { errorPage } from './error-page.ts'
import { problemWords } from './problem-words.ts'
import type { FailedRequest } from '#/platform/http/output/error-response.ts'
import type { Problem } from '#/platform/http/output/error-classification.ts'
import type { Reply } from '#/platform/http/routing/reply.ts'
import type { Locale } from './i18n/index.ts'

interface Words {
  readonly title: string
  readonly message: string
}

const NO_REQUEST: FailedRequest = { headers: {} }

/** The error page for whatever a page's handler threw, in words for a person. */
export function problemPage(problem: Problem, requestId: string, request = NO_REQUEST): Reply {
  const locale = localeOfFailed(request)
  const words = wordsFor(problem, locale)
  return errorPage({
    status: problem.status,
    ...(words ?? unknown(problem, locale)),
    requestId,
    locale,
    here: request.method === 'GET' ? request.url : undefined,
  })
}

function wordsFor({ code, status }: Problem, locale: Locale): Words | undefined {
  const { byCode, byStatus } = problemWords(locale)
  const coded: Readonly<Record<string, Words>> = byCode
  const general: Readonly<Record<number, Words>> = byStatus
  return (Object.hasOwn(coded, code) ? coded[code] : undefined) ?? general[status]
}

/** What went wrong is worded in English where it is thrown: others get the gist, with that sentence marked as English. */
function unknown({ message }: Problem, locale: Locale): Words & { readonly detail?: string } {
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
