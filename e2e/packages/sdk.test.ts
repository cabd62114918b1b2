import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import vm from 'node:vm'
import { rolldown } from 'rolldown'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../', import.meta.url))
const bin = (name: string): string => path.join(root, 'node_modules', '.bin', name)

describe('the SDK as a package', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'mandate-sdk-'))
  const write = (name: string, text: string): string => {
    const file = path.join(folder, name)
    writeFileSync(file, text)
    return file
  }
  const install = (...packages: string[]) =>
    run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--install-links', ...packages], { cwd: folder })

  before(async () => {
    await run(process.execPath, ['packaging/pack.mjs', '--only', 'sdk'], { cwd: root })
    write('package.json', '{ "private": true, "type": "module" }')
    // What npm would fetch stands here already.
    await install(path.join(root, 'dist', 'mandate-sdk-0.1.0.tgz'), path.join(root, 'node_modules', 'jose'))
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  /** One file of what a program imports and uses, for a runtime that has no modules of its own. */
  async function bundleOf(program: string, minify = false): Promise<string> {
    const input = write('program.js', program)
    const made = await rolldown({ input, cwd: folder, platform: 'neutral', logLevel: 'silent' })
    const { output } = await made.generate({ format: 'iife', name: 'program', minify, codeSplitting: false })
    await made.close()
    return output[0].code
  }

  test('each entry imports, and only that of React wants React', async () => {
    const entries = async (...names: string[]): Promise<string> => {
      const file = write(
        'entries.js',
        names.map((name) => `console.log(Object.keys(await import('${name}')).length > 1)`).join('\n'),
      )
      return (await run(process.execPath, [file], { cwd: folder })).stdout
    }
    const names = ['', '/oauth', '/verify', '/webhooks'].map((entry) => `@mandate/sdk${entry}`)
    assert.equal(await entries(...names), 'true\n'.repeat(names.length))
    await install(path.join(root, 'node_modules', 'react'))
    assert.equal(await entries('@mandate/sdk/react'), 'true\n')
  })

  test('its types say what is sent and what comes back, for both ways of finding modules', async () => {
    await install(path.join(root, 'node_modules', '@types', 'react'), path.join(root, 'node_modules', 'csstype'))
    write(
      'typed.ts',
      `import { Mandate, MandateError } from '@mandate/sdk'
       import type { Agent, UsersListQuery } from '@mandate/sdk'
       import { OAuthClient } from '@mandate/sdk/oauth'
       import { useSession } from '@mandate/sdk/react'
       import { verifyWebhook } from '@mandate/sdk/webhooks'
       const mandate = new Mandate({ url: '' })
       const agent: Agent = await mandate.agents.get('agt_1')
       const query: UsersListQuery = { limit: 5 }
       for await (const user of mandate.users.list(query)) user.email satisfies string
       // @ts-expect-error There is no such member.
       agent.secret
       // @ts-expect-error It is a number.
       await mandate.users.list({ limit: 'many' })
       const { event } = await verifyWebhook(new Request(''), { secret: '' })
       if (event.event === 'user.created') event.data.email satisfies string
       export { MandateError, OAuthClient, useSession }`,
    )
    for (const [module, moduleResolution] of [
      ['nodenext', 'nodenext'],
      ['esnext', 'bundler'],
    ] as const) {
      const options = { module, moduleResolution, target: 'esnext', lib: ['esnext', 'dom', 'dom.iterable'], types: [] }
      const compilerOptions = { ...options, strict: true, noEmit: true, exactOptionalPropertyTypes: true }
      write('tsconfig.json', JSON.stringify({ compilerOptions, files: ['typed.ts'] }))
      await run(bin('tsc'), ['-p', folder])
    }
  })

  test('whoever takes a part takes that part alone', async () => {
    const size = (code: string): number => Buffer.byteLength(code)
    const oauth = await bundleOf(
      `export { OAuthClient, DpopKey, dpopFetch, TokenSession } from '@mandate/sdk/oauth'`,
      true,
    )
    assert.doesNotMatch(oauth, /\/api\/v1\/admin/)
    assert.ok(size(oauth) < 45_000, `OAuth with all that it signs and verifies by: ${size(oauth)}`)
    const webhooks = await bundleOf(`export { verifyWebhook } from '@mandate/sdk/webhooks'`, true)
    assert.ok(size(webhooks) < 4_000, `webhooks: ${size(webhooks)}`)
    const noun = await bundleOf(`export { Transport, UsersApi } from '@mandate/sdk'`, true)
    assert.doesNotMatch(noun, /\/api\/v1\/agents/)
    assert.ok(size(noun) < 12_000, `one noun: ${size(noun)}`)
  })

  test('runs where there is nothing but what the web has', async () => {
    const code = await bundleOf(`
      import { Mandate } from '@mandate/sdk'
      import { clientSecretPost, DpopKey, OAuthClient } from '@mandate/sdk/oauth'
      import { verifyWebhook } from '@mandate/sdk/webhooks'
      const issuer = 'https://id.example.com'
      export async function main({ fetch, webhook, secret }) {
        const mandate = new Mandate({ url: issuer, apiKey: 'key', fetch })
        const user = await mandate.users.get('usr_1')
        const oauth = new OAuthClient({
          issuer, clientId: 'a', authentication: clientSecretPost('s'), dpop: await DpopKey.generate(), fetch,
        })
        const tokens = await oauth.clientCredentials()
        const { event } = await verifyWebhook(webhook, { secret })
        return [user.id, tokens.token_type, event.event].join(' ')
      }`)
    const fetch = async (url: string): Promise<Response> => {
      const issuer = 'https://id.example.com'
      if (url.includes('/.well-known/')) return Response.json({ issuer, token_endpoint: `${issuer}/token` })
      if (url.endsWith('/token')) return Response.json({ access_token: 't', token_type: 'DPoP', expires_in: 60 })
      return Response.json({ id: 'usr_1' })
    }
    const secret = 'a secret that nobody guesses'
    const body = '{"event":"user.created","data":{}}'
    const at = String(Math.floor(Date.now() / 1000))
    const signature = createHmac('sha256', secret).update(`msg.${at}.${body}`).digest('base64')
    const headers = { 'webhook-id': 'msg', 'webhook-timestamp': at, 'webhook-signature': `v1,${signature}` }
    const webhook = new Request('https://app.example.com/', { method: 'POST', body, headers })
    const context = vm.createContext({ ...web(), input: { fetch, webhook, secret } })
    const result: unknown = await vm.runInContext(`${code}; program.main(input)`, context)
    assert.equal(result, 'usr_1 DPoP user.created')
  })
})

/** The globals of the web, as workers have them; neither process, Buffer nor modules of Node. */
function web(): Record<string, unknown> {
  const names = [
    ...['AbortController', 'AbortSignal', 'Blob', 'CryptoKey', 'FormData', 'Headers', 'ReadableStream', 'Request'],
    ...['Response', 'TextDecoder', 'TextEncoder', 'URL', 'URLSearchParams', 'Uint8Array', 'ArrayBuffer'],
    ...['atob', 'btoa', 'clearTimeout', 'crypto', 'setTimeout', 'structuredClone'],
  ]
  return Object.fromEntries(names.map((name) => [name, (globalThis as Record<string, unknown>)[name]]))
}
