import { attributesOf, stretchesOf } from '#/platform/mail/markup.ts'
import { placeholdersOf } from '#/platform/mail/placeholders.ts'
import type { FieldError } from '#/platform/errors/app-error.ts'
import type { Stretch } from '#/platform/mail/markup.ts'
import type { VariableKind } from './template-kinds.ts'

type Kinds = Readonly<Record<string, VariableKind>>

const TITLES = new Set(['title', 'alt', 'aria-label'])
const ADDRESSES = new Set(['href', 'src'])

/**
 * What is wrong with a template: each place is named, with what to write instead. Nothing for a good one. `needed` are the
 * variables that the message is of no use without.
 */
export function templateErrors(
  text: { subject?: string; html?: string },
  kinds: Kinds,
  needed: readonly string[] = [],
): FieldError[] {
  const ofSubject = text.subject === undefined ? [] : subjectErrors(text.subject, kinds)
  const ofHtml = text.html === undefined ? [] : [...htmlErrors(text.html, kinds), ...missingIn(text.html, needed)]
  const errors = (pointer: string, messages: Iterable<string>) =>
    [...new Set(messages)].map((message) => ({ pointer, message }))
  return [...errors('/subject', ofSubject), ...errors('/html', ofHtml)]
}

function subjectErrors(subject: string, kinds: Kinds): string[] {
  const messages = unknownVariables(subject, kinds)
  if (/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u.test(subject)) messages.push('must be one line without control characters')
  for (const { name } of placeholdersOf(subject)) {
    // Subjects are shown on locked screens and kept in the logs of mail servers.
    if (name !== undefined && kindOf(kinds, name) === 'link')
      messages.push(`{{${name}}} opens an account and may not stand in a subject`)
  }
  return messages
}

function missingIn(html: string, needed: readonly string[]): string[] {
  const used = new Set([...placeholdersOf(html)].map(({ name }) => name))
  return needed
    .filter((name) => !used.has(name))
    .map((name) => `must have {{${name}}}, which is what the message is sent for`)
}

function* htmlErrors(html: string, kinds: Kinds): Generator<string> {
  yield* unknownVariables(html, kinds)
  for (const stretch of stretchesOf(html)) {
    if (stretch.kind === 'text' && stretch.source.includes('<')) {
      yield `has a < that opens no tag near "${stretch.source.slice(stretch.source.indexOf('<')).slice(0, 30)}"; close the tag and its quotes, or write &lt;`
    }
    const first = placeholdersOf(stretch.source).next().value
    if (!first || stretch.kind === 'text') continue
    if (stretch.kind === 'hidden') yield `may not have {{${first.name}}} in a comment, script or style`
    else yield* tagErrors(stretch, kinds)
  }
}

/** An escaped value is safe between the quotes of an attribute that is shown, and an address of ours in one that is followed. */
function* tagErrors({ source }: Stretch, kinds: Kinds): Generator<string> {
  const attributes = attributesOf(source)
  const where = `"${source.slice(0, 40)}"`
  const count = [...placeholdersOf(source)].length
  const inside = (attributes ?? []).flatMap(({ name, value }) =>
    [...placeholdersOf(value)].map(({ start, name: variable = '' }) => ({ attribute: name, start, variable })),
  )
  if (inside.length !== count) yield `needs every attribute in quotes, and variables only inside of them, in ${where}`
  for (const { attribute, start, variable } of inside) {
    const isLink = kindOf(kinds, variable) === 'link'
    if (ADDRESSES.has(attribute) && isLink && start === 0) continue
    if (TITLES.has(attribute) && !isLink) continue
    yield ADDRESSES.has(attribute)
      ? `may not have {{${variable}}} in ${attribute}: an address must be a link variable from its start`
      : `may not have {{${variable}}} in the attribute ${attribute}`
  }
}

function unknownVariables(text: string, kinds: Kinds): string[] {
  const messages: string[] = []
  for (const { name } of placeholdersOf(text)) {
    if (name === undefined) messages.push('has a {{ that is never closed')
    else if (kindOf(kinds, name) === undefined) {
      messages.push(`does not know the variable {{${name.slice(0, 60)}}}; known: ${Object.keys(kinds).join(', ')}`)
    }
  }
  return messages
}

const kindOf = (kinds: Kinds, name: string): VariableKind | undefined =>
  Object.hasOwn(kinds, name) ? kinds[name] : undefined
