import { INVISIBLE } from '#/platform/validation/invisible.ts'
import { mfaChanges, variableKinds } from './template-kinds.ts'
import type { TemplateName, VariableKind } from './template-kinds.ts'

/** The variables of one message, as they wait in the outbox. */
export type Values = Readonly<Record<string, string>>

const MAX_TEXT_LENGTH = 300
const MAX_LINK_LENGTH = 4096

const fits: Readonly<Record<VariableKind, (value: string, baseUrl: string) => boolean>> = {
  text: () => true,
  // The host of a link is ours whatever a request said (rule LG6).
  link: (value, baseUrl) => value.startsWith(`${baseUrl}/`) && value.length <= MAX_LINK_LENGTH && !/\s/.test(value),
  minutes: (value) => /^[1-9]\d{0,6}$/.test(value),
  time: (value) => !Number.isNaN(Date.parse(value)),
  mfa_change: (value) => (mfaChanges as readonly string[]).includes(value),
}

/**
 * The variables of a message, checked against what its template declares; throws for a mistake of the caller. Text that
 * people wrote loses its control characters and what is too long: a message about them must not fail because of it.
 */
export function checkedValues(template: TemplateName, given: Values, baseUrl: string): Values {
  const kinds = variableKinds(template)
  const extra = Object.keys(given).find((name) => !Object.hasOwn(kinds, name))
  if (extra !== undefined) throw new TypeError(`the mail ${template} has no variable ${extra}`)
  return Object.fromEntries(
    Object.entries(kinds).map(([name, kind]) => {
      const value = given[name]
      if (typeof value !== 'string' || !fits[kind](value, baseUrl)) {
        throw new TypeError(`the variable ${name} of the mail ${template} must be a ${kind}`)
      }
      return [name, kind === 'text' ? oneLine(value) : value]
    }),
  )
}

// Control characters would end a header line, and those that turn or hide text could dress a sentence up as another.
const UNSAFE = new RegExp(`(?:${INVISIBLE.source})+`, 'gu')

/** A text as it may stand in a subject or a sentence. */
export const oneLine = (text: string): string =>
  [...text.replace(UNSAFE, ' ').trim()].slice(0, MAX_TEXT_LENGTH).join('')
