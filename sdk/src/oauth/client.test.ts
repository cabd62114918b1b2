import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FakeServer, json } from '#test/fake-server.ts'
import { OAuthClient } from './client.ts'
import { clientSecretBasic } from './client-authentication.ts'
import { DpopKey } from './dpop.ts'

const ISSUER = 'https://id.example.com/tenant'
const metadata = (more: object = {}): Response => json({ issuer: ISSUER, token_endpoint: `${ISSUER}/token`, ...more })
const issued = (more: object = {}): Response =>
  json({ access_token: 't', token_type: 'Bearer', expires_in: 60, ...more })

const clientOf = (server: FakeServer, more: object = {}): OAuthClient =>
  new OAuthClient({ issuer: ISSUER, clientId: 'a:b', fetch: server.fetch, ...more })

test('finds the metadata of an issuer with a path where RFC 8414 puts it, and asks once', async () => {
  const server = new FakeServer(metadata(), issued(), issued())
  const client = clientOf(server)
  await client.clientCredentials({ scope: 'read' })
  await client.clientCredentials()
  assert.equal(server.requests[0]?.url, 'https://id.example.com/.well-known/oauth-authorization-server/tenant')
  assert.equal(server.requests.length, 3)
})

test('believes no metadata of another issuer, and no endpoint without TLS', async () => {
  await assert.rejects(clientOf(new FakeServer(metadata({ issuer: 'https://evil.example' }))).metadata(), {
    error: 'issuer_mismatch',
  })
  const plain = new FakeServer(metadata({ token_endpoint: 'http://id.example.com/token' }))
  await assert.rejects(clientOf(plain).clientCredentials(), { error: 'invalid_response' })
})

test('asks again for metadata that could not be had', async () => {
  const client = clientOf(new FakeServer(new TypeError('fetch failed'), metadata()))
  await assert.rejects(client.metadata(), { code: 'network_error' })
  assert.equal((await client.metadata()).issuer, ISSUER)
})

test('encodes both parts of Basic credentials', async () => {
  const server = new FakeServer(metadata(), issued())
  await clientOf(server, { authentication: clientSecretBasic('p%:ä') }).clientCredentials()
  assert.equal(server.requests[1]?.headers.get('authorization'), `Basic ${btoa('a%3Ab:p%25%3A%C3%A4')}`)
})

test('names each resource, and says nothing of what is left out', async () => {
  const server = new FakeServer(metadata(), issued())
  await clientOf(server).exchange({
    subject_token: 's',
    resource: ['https://a.example', 'https://b.example'],
    actor_token: undefined,
  })
  const form = server.requests[1]?.body as URLSearchParams
  assert.deepEqual(form.getAll('resource'), ['https://a.example', 'https://b.example'])
  assert.deepEqual([...form.keys()].toSorted(), [
    'client_id',
    'grant_type',
    'resource',
    'resource',
    'subject_token',
    'subject_token_type',
  ])
})

test('makes a proof again with the nonce that the server wants', async () => {
  const wanting = json({ error: 'use_dpop_nonce' }, 400, { 'dpop-nonce': 'n1' })
  const server = new FakeServer(metadata(), wanting, issued({ token_type: 'DPoP' }))
  const tokens = await clientOf(server, { dpop: await DpopKey.generate() }).clientCredentials()
  assert.equal(tokens.token_type, 'DPoP')
  assert.equal(server.requests.length, 3)
})

test('refuses a token that is not bound to the key', async () => {
  const server = new FakeServer(metadata(), issued({ token_type: 'Bearer' }))
  const client = clientOf(server, { dpop: await DpopKey.generate() })
  await assert.rejects(client.clientCredentials(), { error: 'invalid_response' })
})

test('says what the server said, and that it said nothing', async () => {
  const refused = new FakeServer(metadata(), json({ error: 'invalid_scope', error_description: 'No such scope.' }, 400))
  await assert.rejects(clientOf(refused).clientCredentials(), {
    error: 'invalid_scope',
    message: 'No such scope.',
    status: 400,
  })
  const broken = new FakeServer(metadata(), new Response('<h1>', { status: 502 }))
  await assert.rejects(clientOf(broken).clientCredentials(), { error: 'invalid_response', status: 502 })
})
