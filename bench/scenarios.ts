import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import type { Shot, Worker } from '#bench/load.ts'
import type { MandateTarget } from '#bench/targets/mandate.ts'
import { Person } from '#bench/person.ts'

const CONNECTIONS = 50
const TOKEN_EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange'
const ACCESS_TOKEN = 'urn:ietf:params:oauth:token-type:access_token'

/** Something to measure: prepares what it needs and answers one worker for each connection. */
export interface Scenario {
  readonly name: string
  prepare(target: MandateTarget): Promise<Worker[]>
}

interface Credentials {
  readonly client_id: string
  readonly client_secret: string
}

/** A request whose parameters are a form. */
export const form = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}): Shot => ({
  method: 'POST',
  path,
  headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  body: new URLSearchParams(fields).toString(),
})

/** The same request over each of some connections. */
export const repeated = (shot: Shot, connections = CONNECTIONS): Worker[] =>
  Array.from({ length: connections }, () => ({ next: () => shot }))

/** client_credentials against any server that takes the same form: the floor, oidc-provider, Mandate. */
export const clientCredentials = (
  path: string,
  { client_id, client_secret }: Credentials,
  connections = CONNECTIONS,
): Worker[] =>
  repeated(form(path, { grant_type: 'client_credentials', client_id, client_secret, scope: 'read' }), connections)

/** A call of an operator's. */
export const api = async <T>(target: MandateTarget, method: string, path: string, body?: unknown): Promise<T> => {
  const answer = await fetch(`${target.origin}${path}`, {
    method,
    headers: { authorization: `Bearer ${target.adminKey}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as T
}

interface Agent extends Credentials {
  readonly id: string
}

/** An agent of its own for a measurement. */
export const createAgent = (target: MandateTarget, name: string, more: Record<string, unknown> = {}): Promise<Agent> =>
  api(target, 'POST', '/api/v1/agents', {
    client_name: name,
    grant_types: ['client_credentials', TOKEN_EXCHANGE],
    scope: 'read',
    token_endpoint_auth_method: 'client_secret_post',
    ...more,
  })

/** Asks for tokens. */
export async function requestToken(
  target: MandateTarget,
  fields: Record<string, string>,
): Promise<Record<string, string>> {
  const answer = await fetch(`${target.origin}/oauth/token`, { method: 'POST', body: new URLSearchParams(fields) })
  if (!answer.ok) throw new Error(`/oauth/token answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Record<string, string>
}

export const scenarios: readonly Scenario[] = [
  {
    name: 'client_credentials',
    prepare: async (target) => clientCredentials('/oauth/token', await createAgent(target, 'bench')),
  },
  {
    name: 'introspection',
    prepare: async (target) => {
      const { client_id, client_secret } = await createAgent(target, 'resource server')
      const issued = await requestToken(target, { grant_type: 'client_credentials', client_id, client_secret })
      return repeated(form('/oauth/introspect', { client_id, client_secret, token: issued['access_token'] ?? '' }))
    },
  },
  { name: 'JWKS', prepare: async () => repeated({ method: 'GET', path: '/.well-known/jwks.json' }) },
  { name: 'refresh', prepare: refreshWorkers },
  { name: 'code', prepare: codeWorkers },
  { name: 'client_credentials with DPoP', prepare: dpopWorkers },
  { name: 'exchange, three hops', prepare: exchangeWorkers },
]

const REDIRECT = 'https://app.example.com/callback'

/** An app whose users sign in. */
const createWebApp = (target: MandateTarget): Promise<Agent> =>
  createAgent(target, 'web app', { grant_types: ['authorization_code', 'refresh_token'], redirect_uris: [REDIRECT] })

/** What redeems a code that a person got for an app. */
async function redemption(person: Person, { client_id, client_secret }: Agent): Promise<Record<string, string>> {
  const { code, verifier } = await person.authorize({ clientId: client_id, redirect: REDIRECT, scope: 'read' })
  const grant = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT, code_verifier: verifier }
  return { client_id, client_secret, ...grant }
}

// A code lives for a minute, and it takes longer to get one than to redeem it.
const CODES = 4000

/** Codes are fetched before the run, and it is over when they are used up. */
async function codeWorkers(target: MandateTarget): Promise<Worker[]> {
  const app = await createWebApp(target)
  const person = await Person.signUp(target.origin)
  const redemptions = [await redemption(person, app)]
  const fetchSome = async (): Promise<void> => {
    while (redemptions.length < CODES) redemptions.push(await redemption(person, app))
  }
  await Promise.all(Array.from({ length: 8 }, fetchSome))
  const next = (): Shot | undefined => {
    const fields = redemptions.pop()
    return fields && form('/oauth/token', fields)
  }
  return Array.from({ length: CONNECTIONS }, () => ({ next }))
}

/** Every connection rotates a family of its own, as fifty signed-in people would. */
async function refreshWorkers(target: MandateTarget): Promise<Worker[]> {
  const app = await createWebApp(target)
  const person = await Person.signUp(target.origin)
  const workers: Worker[] = []
  for (let i = 0; i < CONNECTIONS; i++) {
    const issued = await requestToken(target, await redemption(person, app))
    const credentials = { client_id: app.client_id, client_secret: app.client_secret }
    let current = issued['refresh_token'] ?? ''
    workers.push({
      next: () => form('/oauth/token', { ...credentials, grant_type: 'refresh_token', refresh_token: current }),
      took: (answer) => {
        current = answer['refresh_token'] as string
      },
    })
  }
  return workers
}

// More than are sent in five seconds, and signed in a part of the minute that they live for.
const PROOFS = 40_000

/** Proofs are signed before the run, so that the load generator's signatures are not what is measured. */
async function dpopWorkers(target: MandateTarget): Promise<Worker[]> {
  const { client_id, client_secret } = await createAgent(target, 'bound agent', { dpop_bound: true })
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = publicKey.export({ format: 'jwk' })
  const url = `${target.origin}/oauth/token`
  const proofs = Array.from({ length: PROOFS }, () => proof(privateKey, jwk, url))
  const body = { grant_type: 'client_credentials', client_id, client_secret, scope: 'read' }
  return Array.from({ length: CONNECTIONS }, () => ({
    next: () => form('/oauth/token', body, { dpop: proofs.pop() ?? proof(privateKey, jwk, url) }),
  }))
}

function proof(key: KeyObject, jwk: unknown, htu: string): string {
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = { htm: 'POST', htu, iat: Math.floor(Date.now() / 1000), jti: randomBytes(12).toString('base64url') }
  const input = `${part({ typ: 'dpop+jwt', alg: 'ES256', jwk })}.${part(claims)}`
  return `${input}.${sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}

/** planner → researcher → mailer → sender: each request is one hop, three make a chain. */
async function exchangeWorkers(target: MandateTarget): Promise<Worker[]> {
  const planner = await createAgent(target, 'planner')
  const chain = await Promise.all(['researcher', 'mailer', 'sender'].map((name) => createAgent(target, name)))
  for (const agent of chain) {
    await api(target, 'POST', `/api/v1/agents/${agent.id}/policies`, {
      subject: planner.id,
      scope: 'read',
      max_depth: 3,
      may_redelegate: true,
    })
  }
  const { client_id, client_secret } = planner
  const root = await requestToken(target, { grant_type: 'client_credentials', client_id, client_secret })
  return Array.from({ length: CONNECTIONS }, () => {
    let hop = 0
    let subject = root['access_token'] ?? ''
    return {
      next: () => {
        const actor = chain[hop] as Agent
        return form('/oauth/token', {
          grant_type: TOKEN_EXCHANGE,
          client_id: actor.client_id,
          client_secret: actor.client_secret,
          subject_token: subject,
          subject_token_type: ACCESS_TOKEN,
        })
      },
      took: (answer: Record<string, unknown>) => {
        hop = (hop + 1) % chain.length
        subject = hop === 0 ? (root['access_token'] ?? '') : (answer['access_token'] as string)
      },
    }
  })
}

const SIGN_INS = 16
const PASSWORD = 'plum-harbour-lantern'

/** Sixteen people who sign in with their passwords over and over: the storm of a Monday morning. */
export async function signInWorkers(target: MandateTarget): Promise<Worker[]> {
  const run = randomBytes(4).toString('hex')
  const emails = Array.from({ length: SIGN_INS }, (_, i) => `storm-${run}-${i}@example.com`)
  for (const email of emails) await api(target, 'POST', '/api/v1/admin/users', { email, password: PASSWORD })
  return emails.map((email) => ({
    next: () => ({
      method: 'POST',
      path: '/api/v1/auth/login',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: PASSWORD }),
    }),
  }))
}
