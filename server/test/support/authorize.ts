import assert from 'node:assert/strict'
import { codeChallengeOf } from '#/oauth/shared/pkce.ts'
import type { TestAnswer, TestApp } from './app.ts'
import { REDIRECT } from './oauth.ts'
import type { TestClient } from './oauth.ts'

/** The verifier behind `CHALLENGE`. */
export const VERIFIER = 'a-verifier-of-exactly-forty-three-characters'
export const CHALLENGE = codeChallengeOf(VERIFIER)

/** Changes to a request: null leaves a parameter out, a list sends it more than once. */
export type Changes = Record<string, string | readonly string[] | null>

/** The parameters of a request that has nothing wrong, with changes. */
export function parametersOf(client: TestClient, changes: Changes = {}): URLSearchParams {
  const right: Changes = {
    response_type: 'code',
    client_id: client.clientId,
    redirect_uri: REDIRECT,
    scope: 'read',
    state: 'xyz',
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
  }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...right, ...changes })) {
    for (const one of value === null ? [] : [value].flat()) query.append(name, one)
  }
  return query
}

/** The address a client sends the browser to. */
export const authorizeUrl = (client: TestClient, changes: Changes = {}): string =>
  `/oauth/authorize?${parametersOf(client, changes)}`

/** Where an answer sends the browser. */
export const locationOf = (answer: TestAnswer): string | undefined => answer.headers['location'] as string | undefined

/** The query of an answer that goes back to the client; fails when it goes anywhere else. */
export function returned(answer: TestAnswer, redirectUri: string = REDIRECT): URLSearchParams {
  const location = locationOf(answer) ?? ''
  assert.ok(location.startsWith(redirectUri), `${answer.status} ${location} ${answer.text.slice(0, 600)}`)
  assert.equal(answer.status, 303)
  return new URL(location).searchParams
}

/** Asserts that an answer is an error for the client: code, state and issuer (RFC 6749 §4.1.2.1, RFC 9207 §2). */
export function assertReturnedError(app: TestApp, answer: TestAnswer, error: string, about?: RegExp): void {
  assertErrorIn(returned(answer), app, error, about)
}

/** The same where nobody vouches for the client: the page leads there by a link (RFC 9700 §4.11.2). */
export function assertOfferedError(app: TestApp, answer: TestAnswer, error: string, about?: RegExp): void {
  assertErrorPage(answer, 400)
  const links = [...answer.text.matchAll(/ href="([^"]*)"/g)].map(([, link = '']) => link.replaceAll('&amp;', '&'))
  const link = links.find((one) => one.startsWith(`${REDIRECT}?`))
  assert.ok(link, answer.text.slice(0, 600))
  assertErrorIn(new URL(link).searchParams, app, error, about)
}

function assertErrorIn(query: URLSearchParams, app: TestApp, error: string, about?: RegExp): void {
  assert.equal(query.get('error'), error, String(query))
  assert.equal(query.get('state'), 'xyz')
  assert.equal(query.get('iss'), app.baseUrl)
  assert.equal(query.get('code'), null)
  assert.ok((query.get('error_description')?.length ?? 0) > 0)
  if (about) assert.match(query.get('error_description') ?? '', about)
}

/** Asserts that an answer is a page that leads nowhere. */
export function assertErrorPage(answer: TestAnswer, status: number, text?: RegExp): void {
  assert.equal(answer.status, status, answer.text.slice(0, 600))
  assert.equal(answer.headers['location'], undefined)
  assert.match(String(answer.headers['content-type']), /^text\/html/)
  if (text) assert.match(answer.text, text)
}
