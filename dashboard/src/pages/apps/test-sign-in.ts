import {
  DpopKey,
  OAuthClient,
  OAuthError,
  clientSecretBasic,
  clientSecretPost,
  privateKeyJwt,
} from '@mandate/sdk/oauth'
import { base, serverUrl } from '#/api/mandate.ts'
import { decoded } from '#/pages/tokens/decode.ts'
import type { App } from '@mandate/sdk'
import type { SigningKey } from './private-key.ts'
import type { PendingAuthorization, Tokens } from '@mandate/sdk/oauth'

/** Where a test sign-in comes back to: a page of the dashboard, which has to be among the addresses of the application. */
export const testRedirect = (): string => `${location.origin}${base}/admin/apps/test`

const CHANNEL = 'mandate.test-sign-in'

/** What a token said, without the token. */
export interface ToldToken {
  readonly name: 'id_token' | 'access_token'
  readonly claims: Readonly<Record<string, unknown>>
}

/** What a test sign-in brought. */
export interface TestResult {
  readonly tokens: readonly ToldToken[]
  readonly scope: string
  readonly hasRefreshToken: boolean
}

/** A sign-in that was begun in another tab. */
export interface TestRun {
  readonly url: string
  /** Resolves when the person is back; rejects when the server, or a check of ours, refused. */
  readonly finish: (signal: AbortSignal) => Promise<TestResult>
}

/** What an application proves itself by, as far as it does. */
export interface Proof {
  readonly secret: string
  readonly key: SigningKey | undefined
}

/** Begins a sign-in with the application's own settings. What it proves itself by stays in this call. */
export async function beginTest(
  app: App,
  me: string,
  { scope, ...proof }: Proof & { readonly scope: string },
): Promise<TestRun> {
  const client = new OAuthClient({
    issuer: serverUrl(),
    clientId: app.client_id,
    // As from another machine: without the session, and without the browser asking for a password where a secret is wrong.
    fetch: (input, init) => fetch(input, { ...init, credentials: 'omit' }),
    ...authenticationOf(app, proof),
    ...(app.dpop_bound ? { dpop: await DpopKey.generate() } : {}),
  })
  const { url, pending } = await client.authorize({ redirect_uri: testRedirect(), scope })
  return { url, finish: (signal) => finishTest(client, pending, me, signal) }
}

function authenticationOf({ token_endpoint_auth_method: method }: App, { secret, key }: Proof) {
  if (key) return { authentication: privateKeyJwt(key.key, { alg: key.alg, kid: key.kid }) }
  if (method === 'client_secret_basic') return { authentication: clientSecretBasic(secret) }
  return method === 'client_secret_post' ? { authentication: clientSecretPost(secret) } : {}
}

async function finishTest(
  client: OAuthClient,
  pending: PendingAuthorization,
  me: string,
  signal: AbortSignal,
): Promise<TestResult> {
  const tokens = await client.callback(await callbackOf(pending.state, signal), pending, { signal })
  const told = tellOf(tokens)
  // Nothing of the test lives on, and first of all nothing of somebody else.
  for (const token of [tokens.refresh_token, tokens.access_token]) if (token !== undefined) await client.revoke(token)
  if (told.some(({ claims }) => claims['sub'] !== me) || told.length === 0) {
    throw new OAuthError(
      'another_person',
      'somebody else signed in, or nobody can tell who: their tokens were revoked and are not shown',
    )
  }
  return { tokens: told, scope: tokens.scope, hasRefreshToken: tokens.refresh_token !== undefined }
}

function tellOf({ id_token: idToken, access_token: accessToken }: Tokens): ToldToken[] {
  const parts = [
    { name: 'id_token', claims: decoded(idToken ?? '')?.claims },
    { name: 'access_token', claims: decoded(accessToken)?.claims },
  ] as const
  return parts.flatMap(({ name, claims }) => (claims === undefined ? [] : [{ name, claims }]))
}

/** The address that the other tab came back to, once it says so; those of other tests are passed over. */
function callbackOf(state: string, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const channel = new BroadcastChannel(CHANNEL)
    const stop = (): void => channel.close()
    channel.addEventListener('message', ({ data }) => {
      if (typeof data !== 'string' || new URLSearchParams(data).get('state') !== state) return
      stop()
      resolve(`${testRedirect()}?${data}`)
    })
    signal.addEventListener('abort', () => {
      stop()
      reject(new OAuthError('cancelled', 'the test was given up'))
    })
  })
}

/** Tells the tab that began the test what came back, and takes the code out of the address. */
export function reportCallback(): boolean {
  const query = location.search.slice(1)
  if (!new URLSearchParams(query).has('state')) return false
  const channel = new BroadcastChannel(CHANNEL)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin.
  channel.postMessage(query)
  channel.close()
  history.replaceState(history.state, '', location.pathname)
  return true
}
