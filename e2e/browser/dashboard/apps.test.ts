import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { violationsOf } from '#/browser/inspection.ts'
import { Console, openScreen, settled } from './operators.ts'
import type { Visitor } from '#/browser/visitor.ts'

interface Made {
  readonly id: string
  readonly client_id: string
  readonly client_secret?: string
}

describe('the test sign-in of an application', { concurrency: 2 }, () => {
  let console_: Console
  before(async () => {
    console_ = await Console.open()
  })
  after(() => console_.close())

  const make = (type: string, more: object = {}): Promise<Made> =>
    console_.house.server.admin<Made>('POST', '/admin/apps', {
      name: `A ${type} app`,
      type,
      scope: 'openid email',
      redirect_uris: ['https://app.example.com/back'],
      ...more,
    })

  /** Begins the test, allows what is asked in the other tab, and answers that tab. */
  async function signIn({ page }: Visitor) {
    const [other] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Sign in in a new tab' }).click(),
    ])
    await other.waitForURL(/\/oauth\/authorize|\/consent|\/admin\/apps\/test/)
    await other.locator('button[value="allow"]').click()
    await other.waitForURL(/\/admin\/apps\/test$/)
    return other
  }

  test('says what the tokens of whoever looks hold, and leaves none alive', async (t) => {
    const { id, client_id: clientId } = await make('spa')
    const visitor = await console_.operator(t)
    const { page } = visitor
    await openScreen(visitor, `/admin/apps/${id}?tab=try`)
    assert.deepEqual(await violationsOf(page), [])
    await page.getByRole('button', { name: 'Add them for the test' }).click()
    const other = await signIn(visitor)
    await other.getByText('The result is in the tab where you began').waitFor()
    const claims = page.getByRole('region', { name: 'ID token' })
    await claims.getByRole('row', { name: /email_verified.*true/ }).waitFor()
    await claims.getByText(/Whom it speaks of/).waitFor()
    assert.doesNotMatch((await page.locator('main').innerText()) ?? '', /eyJ/, 'no token is shown')
    const { data } = await console_.house.server.admin<{ data: unknown[] }>(
      'GET',
      `/admin/tokens?active=true&client_id=${clientId}`,
    )
    assert.equal(data.length, 0, 'nothing of the test lives')
    await page.getByRole('button', { name: 'Take the test address away' }).click()
    await page.getByRole('button', { name: 'Add them for the test' }).waitFor()
    const app = await console_.house.server.admin<{ redirect_uris: string[] }>('GET', `/admin/apps/${id}`)
    assert.deepEqual(app.redirect_uris, ['https://app.example.com/back'])
    await settled(visitor)
    visitor.assertCalm()
  })

  test('signs with the private key of an application, which no request holds', async (t) => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'test', alg: 'ES256', use: 'sig' }
    const { id } = await make('web', { token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [jwk] } })
    const visitor = await console_.operator(t)
    const { page } = visitor
    await openScreen(visitor, `/admin/apps/${id}?tab=try`)
    await page.getByRole('button', { name: 'Add them for the test' }).click()
    await page.getByLabel('Private key').waitFor()
    // What was said aloud of the button stays behind, nameless, until the page is loaded again.
    await openScreen(visitor, `/admin/apps/${id}?tab=try`)
    assert.deepEqual(await violationsOf(page), [])
    const pem = privateKey.export({ format: 'pem', type: 'pkcs8' })
    const choose = (text: string) =>
      page
        .getByLabel('Private key')
        .setInputFiles({ name: 'key.pem', mimeType: 'text/plain', buffer: Buffer.from(text) })
    await choose('nothing')
    await page.getByRole('button', { name: 'Sign in in a new tab' }).click()
    await page.getByText('The file holds no private key').waitFor()
    const sent: string[] = []
    visitor.context.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
    await choose(pem)
    const other = await signIn(visitor)
    await other.getByText('The result is in the tab where you began').waitFor()
    await page
      .getByRole('region', { name: 'ID token' })
      .getByRole('row', { name: /email_verified/ })
      .waitFor()
    assert.ok(
      sent.some((request) => request.includes('client_assertion=')),
      'it proved itself',
    )
    const secret = String(privateKey.export({ format: 'jwk' }).d)
    assert.ok(!sent.some((request) => request.includes(secret) || request.includes(pem.slice(30, 60))))
    visitor.assertCalm()
  })

  test('takes the secret of an application that has one, and says when it is wrong', async (t) => {
    const { id, client_secret: secret = '' } = await make('web')
    const visitor = await console_.operator(t)
    const { page } = visitor
    await openScreen(visitor, `/admin/apps/${id}?tab=try`)
    await page.getByRole('button', { name: 'Add them for the test' }).click()
    await page.getByLabel('Client secret').fill('wrong')
    await signIn(visitor)
    await page
      .getByText(/invalid_client|credentials|authenticat/i)
      .first()
      .waitFor()
    visitor.forgive(/401/)
    await page.getByLabel('Client secret').fill(secret)
    await Promise.all([page.waitForEvent('popup'), page.getByRole('button', { name: 'Sign in in a new tab' }).click()])
    await page
      .getByRole('region', { name: 'Access token' })
      .getByRole('row', { name: /client_id/ })
      .waitFor()
    const shown = await page.content()
    assert.ok(!shown.includes(secret), 'the secret is in no field any more')
  })
})
