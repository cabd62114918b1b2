import { cookieName, setCookie } from '#/platform/encoding/cookies.ts'
import { acceptedLocale } from './accept-language.ts'
import { isLocale, localeOfTag } from './locale.ts'
import type { LocaleSource } from '#/platform/request-context.ts'
import type { Locale } from './locale.ts'

/** The languages an application asked for, and when: what the person chose after that counts for more. */
export interface LocalePreference {
  readonly uiLocales: string | null
  readonly askedAt: number
}

const NAME = 'mandate_language'
const YEAR_SECONDS = 365 * 86_400
const CHOICE = /^([a-z]{2})\.(\d{1,15})$/

/**
 * The language to speak to a person in: `ui_locales` of the page; of the application that waits for the sign-in
 * (OpenID Connect Core §3.1.2.1), unless the person chose another since; what they chose here before; what their browser
 * prefers; English. Rubbish counts as nothing.
 */
export function localeOf({ headers, cookies, queryForm }: LocaleSource, wish?: LocalePreference): Locale {
  const choice = choiceOf(cookies)
  const isChosenSince = choice !== undefined && choice.at >= (wish?.askedAt ?? 0)
  const wished = isChosenSince ? undefined : localeOfTags(wish?.uiLocales)
  const accepted = headers['accept-language']
  return (
    localeOfTags(queryForm?.get('ui_locales')) ??
    wished ??
    choice?.locale ??
    acceptedLocale(typeof accepted === 'string' ? accepted : undefined) ??
    'en'
  )
}

/** The cookie that remembers what a person chose on a page of ours, and when. */
export function choiceCookie(locale: Locale, now: number, secure: boolean): string {
  return setCookie(cookieName(NAME, secure), `${locale}.${now}`, { secure, maxAge: YEAR_SECONDS })
}

function choiceOf(cookies: Readonly<Record<string, string>>): { locale: Locale; at: number } | undefined {
  const text = cookies[cookieName(NAME, true)] ?? cookies[cookieName(NAME, false)] ?? ''
  const [, locale = '', at = ''] = CHOICE.exec(text) ?? []
  return isLocale(locale) ? { locale, at: Number(at) } : undefined
}

/** The first language of a list such as `fr-CA es en` that we speak. */
export function localeOfTags(tags: string | null | undefined): Locale | undefined {
  for (const tag of (tags ?? '').split(' ')) {
    const locale = localeOfTag(tag)
    if (locale !== undefined) return locale
  }
  return undefined
}
