import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { decodeJwt } from 'jose'
import * as oidc from 'openid-client'
import { newAgent } from '#/support/agents.ts'
import { Browser, newPerson } from '#/support/browser.ts'
import { codeOf } from '#/support/guide.ts'
import { Program } from '#/support/program.ts'
import { Server } from '#/support/server.ts'

const CALLBACK = 'https://app.example.com/callback'

describe('the guide for agents', () => {
  let server: Server
  before(async () => {
    server = await Server.start({ env: { MANDATE_MODE: 'production' } })
  })
  after(() => server.remove())

  /** The access token an application gets for a new person. */
  async function personsToken(): Promise<string> {
    const app = await newAgent(server, {
      client_name: 'Mail',
      grant_types: ['authorization_code'],
      redirect_uris: [CALLBACK],
      scope: 'openid mail:read mail:send',
    })
    const insecure = { execute: [oidc.allowInsecureRequests] }
    const config = await oidc.discovery(new URL(server.issuer), app.client_id, app.client_secret, undefined, insecure)
    const pkceCodeVerifier = oidc.randomPKCECodeVerifier()
    const url = oidc.buildAuthorizationUrl(config, {
      redirect_uri: CALLBACK,
      scope: 'openid mail:read mail:send',
      code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
    })
    const callback = await new Browser(server.issuer).authorize(url, newPerson())
    return (await oidc.authorizationCodeGrant(config, callback, { pkceCodeVerifier })).access_token
  }

  /** Runs parts of the guide in one shell, and shows what they leave in a variable. */
  async function run(parts: readonly string[], shows: string, env: Record<string, string>): Promise<string> {
    const code = [...parts.map((name) => codeOf('agents', name)), `printf '\\nleft:%s' "$${shows}"`].join('\n')
    const said = await Program.shell(code, { BASE: server.url, KEY: server.adminKey, ...env }).succeeds()
    return said.slice(said.lastIndexOf('left:') + 'left:'.length)
  }

  test('leads a token over two hops, and ends it with the agent in between', async () => {
    const userToken = await personsToken()
    const userId = String(decodeJwt(userToken).sub)
    const env = { USER_ID: userId, USER_TOKEN: userToken }
    const parts = ['make-agents.sh', 'make-policies.sh', 'two-hops.sh']
    const both = await run(parts, 'MAILER_TOKEN $PLANNER_ID $MAILER_CLIENT', env)
    const [token = '', planner = '', mailer = ''] = both.split(' ')
    const claims = decodeJwt(token)
    assert.deepEqual([claims.sub, claims['scope']], [userId, 'mail:send'])
    const mailerId = mailer.slice(0, mailer.indexOf(':'))
    const act = claims['act'] as { sub: string; act?: { sub: string } }
    assert.equal(act.sub, mailerId)
    assert.match(String(act.act?.sub), /^\w+$/)
    assert.notEqual(act.act?.sub, mailerId)
    const ask = async (): Promise<boolean> => {
      const authorization = `Basic ${Buffer.from(mailer).toString('base64')}`
      const body = new URLSearchParams({ token })
      const response = await fetch(`${server.url}/oauth/introspect`, {
        method: 'POST',
        body,
        headers: { authorization },
      })
      return ((await response.json()) as { active: boolean }).active
    }
    assert.equal(await ask(), true)
    await run(['stop.sh'], 'PLANNER_ID', { PLANNER_ID: planner })
    assert.equal(await ask(), false)
  })

  test('gets nothing without the policies', async () => {
    const userToken = await personsToken()
    const env = { USER_ID: String(decodeJwt(userToken).sub), USER_TOKEN: userToken }
    await assert.rejects(run(['make-agents.sh', 'two-hops.sh'], 'MAILER_TOKEN', env), /it ended with 22/)
  })
})
