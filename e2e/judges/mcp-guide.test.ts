import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { Browser, callbackOf, newPerson, offeredBy } from '#/support/browser.ts'
import { codeOf } from '#/support/guide.ts'
import { freePort } from '#/support/ports.ts'
import { Program } from '#/support/program.ts'
import { Server } from '#/support/server.ts'

/** Mandate, and the MCP server of the guide in front of it. */
async function start(t: TestContext, mode: string): Promise<{ server: Server; resource: string }> {
  const server = await Server.start({ env: { MANDATE_MODE: mode } })
  t.after(() => server.remove())
  const resource = `http://127.0.0.1:${await freePort()}/mcp`
  const notes = Program.module(codeOf('mcp', 'server.mjs'), { ISSUER: server.issuer, RESOURCE: resource })
  t.after(() => notes.stop())
  await notes.says(/Notes at/)
  return { server, resource }
}

/** The client of the guide; `decide` is the person in front of the browser. */
async function callTool(t: TestContext, resource: string, decide: (url: string) => Promise<URL>): Promise<Program> {
  const env = { RESOURCE: resource, CALLBACK: `http://127.0.0.1:${await freePort()}/callback` }
  const client = Program.module(codeOf('mcp', 'client.mjs'), env)
  t.after(() => client.stop())
  await fetch(await decide(await client.says(/^Open (\S+)$/m)))
  return client
}

describe('the guide for MCP servers leads to the first tool call', () => {
  test('in development, with nothing configured', async (t) => {
    const { server, resource } = await start(t, 'dev')
    const client = await callTool(t, resource, (url) => new Browser(server.issuer).authorize(url, newPerson()))
    assert.match(await client.succeeds(), /^usr_\w+ through client_\w+$/m)
  })

  test('in production, once the resource is listed', async (t) => {
    const { server, resource } = await start(t, 'production')
    const refused = await callTool(t, resource, async (url) => offeredBy(await new Browser(server.issuer).open(url)))
    await refused.says(/invalid_target: .*POST \/api\/v1\/admin\/resources/)

    const key = await server.admin<{ key: string }>('POST', '/api-keys', { name: 'x', scopes: ['resources:write'] })
    const env = { BASE: server.url, KEY: key.key, RESOURCE: resource }
    await Program.shell(codeOf('mcp', 'list-resource.sh'), env).succeeds()
    const client = await callTool(t, resource, async (url) => {
      const browser = new Browser(server.issuer)
      const consent = await browser.signUp(await browser.open(url), newPerson())
      assert.match(consent.html, /Look into what you wrote down/)
      return callbackOf(await browser.allow(consent))
    })
    assert.match(await client.succeeds(), /^usr_\w+ through client_\w+$/m)
  })

  test('in production, with clients of known domains only', async (t) => {
    const { server } = await start(t, 'production')
    const env = { BASE: server.url, KEY: server.adminKey }
    await Program.shell(codeOf('mcp', 'known-domains.sh'), env).succeeds()
    const metadata = await fetch(`${server.issuer}/.well-known/oauth-authorization-server`)
    const says = (await metadata.json()) as Record<string, unknown>
    assert.equal(says['registration_endpoint'], undefined)
    assert.equal(says['client_id_metadata_document_supported'], true)
  })
})
