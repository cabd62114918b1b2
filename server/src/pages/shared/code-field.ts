import { field } from '#/ui/index.ts'
import { tooManyAttempts } from './form-errors.ts'
import { factorWords } from './factor-words.ts'
import type { Html } from '#/ui/index.ts'
import type { Locale } from '#/ui/i18n/index.ts'
import type { ErrorMessages } from './form-errors.ts'

/** What is wrong with a code, in the words of a form. */
export const codeWording = (locale: Locale): ErrorMessages => ({
  mfa_code_wrong: { field: 'code', status: 400, text: () => factorWords(locale).wrongCode },
  rate_limited: { field: '', status: 429, text: tooManyAttempts(locale) },
})

/** What is asked for: a code of the app, or one of the codes for when it is lost. */
export const codeWords = (recovers: boolean, locale: Locale) =>
  recovers ? factorWords(locale).recovery : factorWords(locale).code

/** The field for a code of either kind. */
export const codeField = (recovers: boolean, locale: Locale, error: string | undefined): Html =>
  field({
    name: 'code',
    label: codeWords(recovers, locale).label,
    autocomplete: recovers ? 'off' : 'one-time-code',
    ...(recovers ? { hint: factorWords(locale).recoveryHint } : { inputmode: 'numeric' }),
    error,
    autofocus: true,
    maxlength: 40,
  })
