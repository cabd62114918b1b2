import assert from 'node:assert/strict'
import { hiddenFields } from '#test/support/oauth.ts'
import type { TestContext } from 'node:test'
import type { RouteName } from '#/platform/http/routing/route.ts'
import type { TestApp, TestRequest } from '#test/support/app.ts'
import type { Visitor } from '#test/support/visitor.ts'

export type Method = 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A route with one call of it that succeeds, on a fresh server. */
export interface WorkedCall {
  /** The operation id: the name of the route. */
  readonly operation: RouteName
  /** The events the call records, by name: one, but for a reason. */
  readonly events: readonly string[]
  /** Why it records none, or more than one. */
  readonly because?: string
  /** Makes what the call needs, and answers the request that succeeds. */
  readonly arrange: (app: TestApp, t: TestContext) => Promise<TestRequest> | TestRequest
}

/** A call that changes something and records one event. */
export const changes = (operation: RouteName, event: string, arrange: WorkedCall['arrange']): WorkedCall => ({
  operation,
  events: [event],
  arrange,
})

/** A call that records nothing, or several things, with the reason. */
export const excepted = (
  operation: RouteName,
  events: readonly string[],
  because: string,
  arrange: WorkedCall['arrange'],
): WorkedCall => ({ operation, events, because, arrange })

/** A request with the first admin key, below `/api/v1`. */
export const byAdmin = (app: TestApp, method: Method, path: string, json?: unknown): TestRequest => ({
  method,
  url: `/api/v1${path}`,
  headers: { authorization: `Bearer ${app.adminKey}` },
  ...(json === undefined ? {} : { json }),
})

/** A request of somebody who is signed in, below `/api/v1`. */
export const byPerson = (
  { visitor, csrf }: { readonly visitor: Visitor; readonly csrf: string },
  method: Method,
  path: string,
  json?: unknown,
): TestRequest => ({
  method,
  url: `/api/v1${path}`,
  headers: { cookie: cookieOf(visitor), 'x-csrf-token': csrf },
  ...(json === undefined ? {} : { json }),
})

/** The form that goes to an address, sent by somebody who is signed in and whose page carried their token. */
export const byAction = (
  app: TestApp,
  { visitor, csrf }: { readonly visitor: Visitor; readonly csrf: string },
  url: string,
  fields: Record<string, string>,
): TestRequest => ({
  method: 'POST',
  url,
  form: { csrf_token: csrf, ...fields },
  headers: { cookie: cookieOf(visitor), origin: app.baseUrl, 'sec-fetch-site': 'same-origin' },
})

/** The form of a page, filled in and sent by its browser. */
export async function byForm(
  app: TestApp,
  visitor: Visitor,
  url: string,
  fields: Record<string, string>,
): Promise<TestRequest> {
  const page = await visitor.open(url)
  assert.equal(page.status, 200, `${url} answered ${page.status} ${String(page.headers['location'])}`)
  const action = /<form method="post" action="([^"]*)"/.exec(page.text)?.[1] ?? url
  return {
    method: 'POST',
    url: action.replaceAll('&amp;', '&'),
    form: { ...hiddenFields(page.text), ...fields },
    headers: { cookie: cookieOf(visitor), origin: app.baseUrl, 'sec-fetch-site': 'same-origin' },
  }
}

const cookieOf = ({ cookies }: Visitor): string =>
  Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')

/** Creates something through the admin API and answers its id. */
export async function made(app: TestApp, path: string, json: unknown): Promise<string> {
  const answer = await app.admin('POST', path, json)
  assert.equal(answer.status, 201, answer.text)
  return String(answer.json['id'])
}
