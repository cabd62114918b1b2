import assert from 'node:assert/strict'
import { linkTo } from './mailbox.ts'
import { GOOD_PASSWORD } from './people.ts'
import { logIn, signUpVerified, tokenIn } from './recovery.ts'
import { Visitor } from './visitor.ts'
import type { TestAnswer, TestApp, TestRequest } from './app.ts'
import type { SignedUp } from './recovery.ts'

/** Sends a request of somebody who is signed in, below `/api/v1/organizations`. */
export function orgCall(
  { visitor, csrf }: SignedUp,
  method: NonNullable<TestRequest['method']>,
  path: string,
  json?: unknown,
): Promise<TestAnswer> {
  const headers = method === 'GET' ? {} : { 'x-csrf-token': csrf }
  const url = `/api/v1/organizations${path}`
  return visitor.send({ method, url, headers, ...(json === undefined ? {} : { json }) })
}

/** Sends a request of an operator, below `/api/v1/admin/organizations`. */
export const orgAdmin = (
  app: TestApp,
  method: NonNullable<TestRequest['method']>,
  path = '',
  json?: unknown,
): Promise<TestAnswer> => app.admin(method, `/admin/organizations${path}`, json)

let people = 0

/** Somebody new with a confirmed address, signed in. */
export const newPerson = (app: TestApp): Promise<SignedUp> =>
  signUpVerified(app, `person-${(people += 1)}@example.com`, `10.9.${people >> 8}.${people & 255}`)

/** Signs somebody in again who signed up before, in a new browser. */
export async function signInAgain(app: TestApp, email: string): Promise<SignedUp> {
  const visitor = new Visitor(app)
  const answer = await logIn(app, email, GOOD_PASSWORD, visitor)
  assert.equal(answer.status, 200, answer.text)
  return { id: String(answer.json['id']), email, visitor, csrf: String(answer.json['csrf_token']) }
}

/** An organization with an owner who is signed in. */
export async function newOrganization(app: TestApp, slug = 'harbour'): Promise<{ id: string; owner: SignedUp }> {
  const owner = await newPerson(app)
  const made = await orgAdmin(app, 'POST', '', { name: 'Harbour Works', slug, owner_id: owner.id })
  assert.equal(made.status, 201, made.text)
  return { id: String(made.json['id']), owner }
}

/** Somebody who is a member with a role, signed in. */
export async function newMember(app: TestApp, id: string, role = 'member'): Promise<SignedUp> {
  const person = await newPerson(app)
  const added = await orgAdmin(app, 'POST', `/${id}/members`, { user_id: person.id, role })
  assert.equal(added.status, 201, added.text)
  return person
}

export const INVITATION = /invites you to/

/** The token of the newest invitation that an address was mailed. */
export const invitationFor = async (app: TestApp, email: string): Promise<string> =>
  tokenIn(await linkTo(app, email, INVITATION))

/** What an answer says in one line: status and code. */
export const outcome = ({ status, json }: TestAnswer): string =>
  json['code'] === undefined ? `${status}` : `${status} ${String(json['code'])}`

/** The pointers of the fields that were wrong. */
export const pointersOf = ({ json }: TestAnswer): string[] =>
  ((json['details'] as { errors?: { pointer: string }[] }).errors ?? []).map(({ pointer }) => pointer)

/** A list, in the order it came. */
export const listed = ({ json }: TestAnswer): Record<string, unknown>[] => json['data'] as Record<string, unknown>[]

/** The role of each member, by id; undefined for whoever is none. */
export async function rolesIn(app: TestApp, id: string): Promise<Record<string, unknown>> {
  const answer = await orgAdmin(app, 'GET', `/${id}/members?limit=200`)
  return Object.fromEntries(listed(answer).map((member) => [member['user_id'], member['role']]))
}
