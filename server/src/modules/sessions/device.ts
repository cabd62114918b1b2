import { words } from '#/ui/i18n/index.ts'
import type { Locale } from '#/ui/i18n/index.ts'

const texts = words({
  en: { unknown: 'unknown', on: (browser: string, system: string) => `${browser} on ${system}` },
  es: { unknown: 'desconocido', on: (browser, system) => `${browser} en ${system}` },
})

// The more telling word first: every browser also calls itself Mozilla, most call themselves Chrome or Safari too.
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/\S+ (Mobile\/\S+ )?Safari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/**
 * A device in words, as far as its `User-Agent` tells: "Firefox on Linux", or the name of a program. Versions are left
 * out, so that an update does not make it another device. It is what the browser says of itself and proves nothing.
 */
export function deviceOf(userAgent: string | null, locale: Locale = 'en'): string {
  const { unknown, on } = texts(locale)
  if (userAgent === null) return unknown
  const browser = wordFor(BROWSERS, userAgent)
  const system = wordFor(SYSTEMS, userAgent)
  if (browser !== undefined && system !== undefined) return on(browser, system)
  return browser ?? system ?? /^[A-Za-z][\w.-]{0,40}/.exec(userAgent)?.[0] ?? unknown
}

const wordFor = (words: typeof BROWSERS, text: string): string | undefined =>
  words.find(([pattern]) => pattern.test(text))?.[1]
