import { AppError } from '#/platform/errors/app-error.ts'
import { common } from './common-words.ts'
import type { Locale } from '#/ui/i18n/index.ts'
import type { Reply } from '#/platform/http/routing/reply.ts'

/** Why a form was not accepted: sentences by the name of the field, `''` for the whole form. */
export interface Failure {
  readonly status: number
  readonly errors: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
}

/** A form that was sent without what it needs. */
export const incomplete = (errors: Readonly<Record<string, string>>): Failure => ({ status: 400, errors, headers: {} })

/** What a form lacks, by what to ask for each field; undefined when everything is there. */
export function missingFields(
  given: Readonly<Record<string, string>>,
  asks: Readonly<Record<string, string>>,
): Failure | undefined {
  const missing = Object.entries(asks).filter(([name]) => given[name] === undefined)
  return missing.length > 0 ? incomplete(Object.fromEntries(missing)) : undefined
}

/** What each error says to a person, at which field, and with which status. */
export type ErrorMessages = Readonly<Record<string, { field: string; status: number; text(error: AppError): string }>>

/** The failure behind an error the form can explain; everything else goes on to the error page. */
export function explain(error: unknown, wording: ErrorMessages): Failure {
  const words = error instanceof AppError ? wording[error.code.code] : undefined
  if (!words || !(error instanceof AppError)) throw error
  return { status: words.status, errors: { [words.field]: words.text(error) }, headers: error.headers }
}

/** When to come back, from the error of a limit. */
export const tooManyAttempts =
  (locale: Locale) =>
  ({ headers }: AppError): string =>
    common(locale).tooOften(Math.ceil(Number(headers['retry-after'] ?? 60) / 60))

/** Does what a form asks; when that can't be, shows the form again with why. */
export async function withFormErrors(
  wording: ErrorMessages,
  again: (failure: Failure) => Promise<Reply> | Reply,
  work: () => Promise<Reply>,
): Promise<Reply> {
  try {
    return await work()
  } catch (error) {
    return again(explain(error, wording))
  }
}
