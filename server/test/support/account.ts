import assert from 'node:assert/strict'
import { locationOf } from './authorize.ts'
import type { TestAnswer } from './app.ts'
import type { Visitor } from './visitor.ts'

export const MINUTE = 60_000

/** Every page of the account that can be opened without an id. */
export const ACCOUNT_PAGES = [
  '/account',
  '/account/profile',
  '/account/email',
  '/account/leave',
  '/account/security',
  '/account/password',
  '/account/passkeys/new',
  '/account/second-step',
  '/account/connections',
  '/account/services',
]

type Fields = Record<string, string>

/** The forms of a page: where each goes, and what it carries unseen. */
export function formsOf({ text }: TestAnswer): { action: string; hidden: Fields }[] {
  return [...text.matchAll(/<form method="post" action="([^"]*)">(.*?)<\/form>/gs)].map(
    ([, action = '', body = '']) => {
      const inputs = body.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)
      const hidden = Object.fromEntries([...inputs].map(([, name = '', value = '']) => [name, value]))
      return { action: action.replaceAll('&amp;', '&'), hidden }
    },
  )
}

/** Opens a page, fills in the form on it that goes to `action`, and sends it. */
export async function press(
  visitor: Visitor,
  page: string,
  action: string,
  fields: Fields = {},
  headers: Fields = {},
): Promise<TestAnswer> {
  const shown = await visitor.send({ url: page, headers })
  assert.equal(shown.status, 200, `${page}: ${shown.text}`)
  const forms = formsOf(shown).filter((form) => form.action === action)
  const wanted = forms.find(({ hidden }) =>
    Object.entries(fields).every(([name, value]) => (hidden[name] ?? value) === value),
  )
  assert.ok(wanted, `no form to ${action} on ${page}`)
  return visitor.post(action, { ...wanted.hidden, ...fields }, headers)
}

/** Follows an answer to the page it leads to, and answers what that says was done; undefined when it says nothing. */
export async function noticeAfter(
  visitor: Visitor,
  answer: TestAnswer,
  headers: Fields = {},
): Promise<string | undefined> {
  assert.equal(answer.status, 303, answer.text)
  const shown = await visitor.send({ url: locationOf(answer) ?? '', headers })
  assert.equal(shown.status, 200, shown.text)
  return noticeIn(shown)
}

/** What a page says was done. */
export const noticeIn = ({ text }: TestAnswer): string | undefined => /role="status">([^<]*)</.exec(text)?.[1]?.trim()

/** What a page says is wrong: each sentence of the summary. */
export function errorsIn({ text }: TestAnswer): string[] {
  const [, list = ''] = /role="alert">(.*?)<\/ul>/s.exec(text) ?? []
  return [...list.matchAll(/<li>(.*?)<\/li>/gs)].map(([, item = '']) => item.replaceAll(/<[^>]*>/g, '').trim())
}

/** Leads to a page that asks for a proof, and back to `next`. */
export function assertAsksForProof(answer: TestAnswer, next: string): void {
  assert.equal(answer.status, 303, answer.text)
  assert.equal(locationOf(answer), `/confirm?${new URLSearchParams({ next })}`)
}
