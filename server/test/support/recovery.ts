import assert from 'node:assert/strict'
import { linkTo } from './mailbox.ts'
import { GOOD_PASSWORD } from './people.ts'
import { Visitor } from './visitor.ts'
import type { TestAnswer, TestApp } from './app.ts'

/** A password that is as good as the first one. */
export const NEW_PASSWORD = 'copper-meadow-violin'

/** Somebody who has signed up, in the browser they did it in. */
export interface SignedUp {
  readonly id: string
  readonly email: string
  readonly visitor: Visitor
  csrf: string
}

/** Signs somebody up; their address is not confirmed yet. */
export async function signUp(app: TestApp, email: string, address?: string): Promise<SignedUp> {
  const visitor = new Visitor(app, address)
  const answer = await visitor.send({ url: '/api/v1/auth/signup', json: { email, password: GOOD_PASSWORD } })
  assert.equal(answer.status, 201, answer.text)
  return { id: String(answer.json['id']), email, visitor, csrf: String(answer.json['csrf_token']) }
}

/** Signs somebody up and lets them confirm their address. */
export async function signUpVerified(app: TestApp, email: string, address?: string): Promise<SignedUp> {
  const person = await signUp(app, email, address)
  const token = await tokenFor(app, email, VERIFY)
  const answer = await person.visitor.send({ url: '/api/v1/auth/email/verify', json: { token } })
  assert.equal(answer.status, 200, answer.text)
  return person
}

/** Sends a request of somebody who is signed in. */
export const as = (
  { visitor, csrf }: SignedUp,
  method: 'POST' | 'PATCH' | 'DELETE',
  path: string,
  json: unknown = {},
): Promise<TestAnswer> => visitor.send({ method, url: `/api/v1/auth/${path}`, json, headers: { 'x-csrf-token': csrf } })

/** The subjects of the mails that carry links. */
export const VERIFY = /Confirm your e-mail address/
export const RESET = /Choose a new password/
export const MAGIC = /Your sign-in link/

/** The token of the newest link of a kind in a mailbox. */
export const tokenFor = async (app: TestApp, email: string, subject: RegExp): Promise<string> =>
  tokenIn(await linkTo(app, email, subject))

/** The token that a link carries. */
export const tokenIn = (link: string): string => new URL(link).searchParams.get('token') ?? ''

/** Asks for a link as somebody who is not signed in, and answers its token. */
export async function askFor(app: TestApp, kind: 'reset' | 'magic', email: string, visitor = new Visitor(app)) {
  const url = kind === 'reset' ? '/api/v1/auth/password/forgot' : '/api/v1/auth/magic-link/send'
  // Mails of one moment have no order.
  app.clock.advance(1000)
  const answer = await visitor.send({ url, json: { email } })
  assert.equal(answer.status, 200, answer.text)
  return tokenFor(app, email, kind === 'reset' ? RESET : MAGIC)
}

/** Signs in with a password and answers how that went. */
export const logIn = (app: TestApp, email: string, password: string, visitor = new Visitor(app)): Promise<TestAnswer> =>
  visitor.send({ url: '/api/v1/auth/login', json: { email, password } })
