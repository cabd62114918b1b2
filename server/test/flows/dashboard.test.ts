import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, describe, test } from 'node:test'
import { createTestApp } from '#test/support/app.ts'

const SHELL =
  '<!doctype html><html lang="en"><link rel="icon" href="/admin/assets/mark.svg"><script type="module" src="/admin/assets/a.js"></script></html>'

describe('the dashboard', () => {
  const dashboardDir = mkdtempSync(path.join(tmpdir(), 'mandate-dashboard-'))
  after(() => rmSync(dashboardDir, { recursive: true, force: true }))
  mkdirSync(path.join(dashboardDir, 'assets'))
  writeFileSync(path.join(dashboardDir, 'index.html'), SHELL)
  writeFileSync(path.join(dashboardDir, 'assets', 'a.js'), 'run()')

  test('is one page at every address below /admin, and only that page is for everybody', async (t) => {
    const app = await createTestApp(t, { dashboardDir })
    for (const url of ['/admin', '/admin/', '/admin/users', '/admin/users/usr_1?tab=json', '/admin/a/b/c']) {
      const answer = await app.send({ url })
      assert.equal(answer.status, 200, url)
      assert.equal(answer.text, SHELL, url)
      assert.equal(answer.headers['cache-control'], 'no-cache')
      assert.equal(answer.headers['x-frame-options'], 'DENY')
    }
    assert.equal((await app.send({ url: '/api/v1/users' })).status, 401)
  })

  test('runs scripts of its own files alone, and makes no markup from text', async (t) => {
    const app = await createTestApp(t, { dashboardDir })
    const policy = String((await app.send({ url: '/admin/users' })).headers['content-security-policy'])
    const directives = new Map(policy.split('; ').map((one) => [one.split(' ')[0], one]))
    assert.equal(directives.get('default-src'), "default-src 'none'")
    assert.equal(directives.get('script-src'), "script-src 'self'")
    assert.equal(directives.get('style-src'), "style-src 'self'")
    assert.equal(directives.get('frame-ancestors'), "frame-ancestors 'none'")
    assert.equal(directives.get('base-uri'), "base-uri 'none'")
    assert.equal(directives.get('require-trusted-types-for'), "require-trusted-types-for 'script'")
    assert.doesNotMatch(policy, /unsafe|https?:|\*/)
  })

  test('speaks the language of its reader', async (t) => {
    const app = await createTestApp(t, { dashboardDir })
    const answer = await app.send({ url: '/admin', headers: { 'accept-language': 'es-MX, en;q=0.5' } })
    assert.match(answer.text, /<html lang="es"/)
  })

  test('has files that are kept for good, and no others', async (t) => {
    const app = await createTestApp(t, { dashboardDir })
    const file = await app.send({ url: '/admin/assets/a.js' })
    assert.equal(file.text, 'run()')
    assert.match(String(file.headers['cache-control']), /immutable/)
    for (const name of ['b.js', '..%2findex.html', 'index.html']) {
      assert.equal((await app.send({ url: `/admin/assets/${name}` })).status, 404, name)
    }
  })

  test('names its files as the outside knows them where the server has a path of its own', async (t) => {
    const app = await createTestApp(t, { dashboardDir, baseUrl: 'http://localhost:8080/id' })
    const { text } = await app.send({ url: '/id/admin' })
    assert.match(text, /src="\/id\/admin\/assets\/a\.js"/)
  })

  test('says so where it was not built, and everything else works', async (t) => {
    const app = await createTestApp(t)
    const answer = await app.send({ url: '/admin/users' })
    assert.equal(answer.status, 503)
    assert.match(answer.text, /was not built here/)
    assert.equal((await app.send({ url: '/admin/assets/a.js' })).status, 404)
    assert.equal((await app.send({ url: '/login' })).status, 200)
  })

  test('learns what an operator may do from who is signed in', async (t) => {
    const app = await createTestApp(t)
    const scopesOf = async (role: string | null): Promise<unknown> => {
      const email = `${role ?? 'nobody'}@example.com`
      const password = 'five small boats at anchor'
      const made = await app.admin('POST', '/admin/users', { email, password, email_verified: true, system_role: role })
      assert.equal(made.status, 201, made.text)
      return (await app.send({ url: '/api/v1/auth/login', json: { email, password } })).json['scopes']
    }
    assert.deepEqual(await scopesOf('owner'), ['*'])
    assert.deepEqual(await scopesOf('support'), ['users:*', 'sessions:*'])
    assert.deepEqual(await scopesOf('auditor'), ['*:read'])
    assert.deepEqual(await scopesOf(null), [])
  })
})
