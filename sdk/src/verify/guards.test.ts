import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { before, describe, test } from 'node:test'
import express from 'express'
import fastify from 'fastify'
import { Hono } from 'hono'
import { AUDIENCE, FakeIssuer, ISSUER } from '#test/fake-issuer.ts'
import { expressGuard, fastifyGuard, fetchGuard, honoGuard } from './guards.ts'
import { Verifier } from './verifier.ts'

const needs = { scopes: ['read'] }

describe('a guard', () => {
  let issuer: FakeIssuer
  let verifier: Verifier
  before(async () => {
    issuer = await FakeIssuer.start()
    verifier = new Verifier({ issuer: ISSUER, audience: AUDIENCE, fetch: issuer.fetch, clock: issuer.clock })
  })

  /** Sends a good request, one without a token and one without the scope. */
  async function check(send: (init: RequestInit) => Promise<Response> | Response): Promise<void> {
    const headersOf = async (scope: string) => ({ authorization: `Bearer ${await issuer.token({ scope })}` })
    const good = await send({ headers: await headersOf('read') })
    assert.equal(await good.text(), 'usr_1')
    const missing = await send({})
    assert.equal(missing.status, 401)
    assert.match(missing.headers.get('www-authenticate') ?? '', /^Bearer resource_metadata=/)
    const forbidden = await send({ headers: await headersOf('write') })
    assert.deepEqual([forbidden.status, forbidden.headers.get('cache-control')], [403, 'no-store'])
    assert.equal(((await forbidden.json()) as { error: string }).error, 'insufficient_scope')
  }

  test('stands before a handler of the web', async () => {
    const handler = fetchGuard(
      verifier,
      (_request, token, suffix: string) => new Response(token.subject + suffix),
      needs,
    )
    await check((init) => handler(new Request(AUDIENCE, init), ''))
  })

  test('stands before routes of Hono', async () => {
    const app = new Hono()
    app.get('/notes', honoGuard(verifier, needs), (context) => context.text(verifier.tokenOf(context).subject))
    await check((init) => app.request('/notes', init))
  })

  test('stands before routes of Express, also where a router cuts the path', async (t) => {
    const router = express.Router()
    router.get('/one', expressGuard(verifier, needs), (request, response) => {
      response.send(verifier.tokenOf(request).subject)
    })
    const server = express().use('/notes', router).listen(0)
    t.after(() => server.close())
    const { port } = server.address() as AddressInfo
    await check((init) => fetch(`http://127.0.0.1:${port}/notes/one`, init))
  })

  test('stands before routes of Fastify', async (t) => {
    const app = fastify()
    t.after(() => app.close())
    app.get('/notes', { onRequest: fastifyGuard(verifier, needs) }, (request) => verifier.tokenOf(request).subject)
    const address = await app.listen({ port: 0 })
    await check((init) => fetch(`${address}/notes`, init))
  })

  test('gives the token of nobody that it did not let through', () => {
    assert.throws(() => verifier.tokenOf({}), /no guard/)
  })
})
