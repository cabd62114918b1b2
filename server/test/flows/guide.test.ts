import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, describe, test } from 'node:test'
import { brotliCompressSync } from 'node:zlib'
import { createTestApp } from '#test/support/app.ts'

const page = (title: string): string =>
  `<!DOCTYPE html><html lang="en"><title>${title}</title><script src="/docs/guide/assets/app.a1.js"></script><a href="/docs">API</a></html>`

function buildIn(directory: string): void {
  mkdirSync(path.join(directory, 'assets', 'chunks'), { recursive: true })
  mkdirSync(path.join(directory, 'decisions'))
  const write = (name: string, text: string): void => writeFileSync(path.join(directory, name), text)
  write('index.html', page('Documentation'))
  write('quickstart.html', page('First'))
  write('decisions/index.html', page('Decisions'))
  write('404.html', page('No such page'))
  write('made-of.json', '[]')
  write('assets/app.a1.js', 'load("/docs/guide/assets/chunks/b.b2.js")')
  write('assets/chunks/b.b2.js', 'run()')
  writeFileSync(path.join(directory, 'assets', 'chunks', 'b.b2.js.br'), brotliCompressSync('run()'))
}

describe('the guide', () => {
  const guideDir = mkdtempSync(path.join(tmpdir(), 'mandate-guide-'))
  after(() => rmSync(guideDir, { recursive: true, force: true }))
  buildIn(guideDir)

  test('has a page at every address that was built, for everybody', async (t) => {
    const app = await createTestApp(t, { guideDir })
    for (const [url, title] of [
      ['/docs/guide', 'Documentation'],
      ['/docs/guide/', 'Documentation'],
      ['/docs/guide/quickstart', 'First'],
      ['/docs/guide/quickstart?from=mail', 'First'],
      ['/docs/guide/decisions/', 'Decisions'],
    ] as const) {
      const answer = await app.send({ url })
      assert.equal(answer.status, 200, url)
      assert.equal(answer.text, page(title), url)
      assert.equal(answer.headers['cache-control'], 'no-cache')
      assert.equal(answer.headers['x-frame-options'], 'DENY')
    }
  })

  test('is not sent again to whoever has it', async (t) => {
    const app = await createTestApp(t, { guideDir })
    const etag = String((await app.send({ url: '/docs/guide/quickstart' })).headers['etag'])
    const again = await app.send({ url: '/docs/guide/quickstart', headers: { 'if-none-match': etag } })
    assert.equal(again.status, 304)
    assert.notEqual((await app.send({ url: '/docs/guide/decisions/' })).headers['etag'], etag)
  })

  test('says so where there is no such page, and shows nothing but what was built for a browser', async (t) => {
    const app = await createTestApp(t, { guideDir })
    for (const url of [
      'nowhere',
      'made-of.json',
      '..%2f..%2fetc%2fpasswd',
      '__proto__',
      'quickstart.html',
      'decisions',
    ]) {
      const answer = await app.send({ url: `/docs/guide/${url}` })
      assert.equal(answer.status, 404, url)
      assert.match(answer.text, /No such page/, url)
      assert.match(String(answer.headers['content-type']), /^text\/html/)
      assert.match(String(answer.headers['content-security-policy']), /^default-src 'none'; script-src 'self';/)
    }
  })

  test('runs scripts of its own files alone', async (t) => {
    const app = await createTestApp(t, { guideDir })
    const policy = String((await app.send({ url: '/docs/guide' })).headers['content-security-policy'])
    assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self';/)
    assert.match(policy, /frame-ancestors 'none'; base-uri 'none'$/)
    assert.doesNotMatch(policy, /unsafe|https?:|\*/)
  })

  test('has files that are kept for good, and no others', async (t) => {
    const app = await createTestApp(t, { guideDir })
    const file = await app.send({ url: '/docs/guide/assets/chunks/b.b2.js', headers: { 'accept-encoding': 'br' } })
    assert.equal(file.headers['content-encoding'], 'br')
    assert.match(String(file.headers['cache-control']), /immutable/)
    for (const name of ['b.b2.js', 'chunks/b.b2.js.br', '..%2findex.html', '../made-of.json', '']) {
      assert.equal((await app.send({ url: `/docs/guide/assets/${name}` })).status, 404, name)
    }
  })

  test('names all that is its own as the outside knows it where the server has a path of its own', async (t) => {
    const app = await createTestApp(t, { guideDir, baseUrl: 'http://localhost:8080/id' })
    const { text } = await app.send({ url: '/id/docs/guide/quickstart' })
    assert.match(text, /src="\/id\/docs\/guide\/assets\/app\.a1\.js"/)
    assert.match(text, /href="\/id\/docs"/)
    const script = await app.send({ url: '/id/docs/guide/assets/app.a1.js' })
    assert.equal(script.text, 'load("/id/docs/guide/assets/chunks/b.b2.js")')
  })

  test('says what to do where it was not built, and is there as soon as it is', async (t) => {
    const later = path.join(guideDir, 'later')
    const app = await createTestApp(t, { guideDir: later })
    const answer = await app.send({ url: '/docs/guide/quickstart', headers: { 'accept-language': 'es' } })
    assert.equal(answer.status, 404)
    assert.match(answer.text, /npm run guide/)
    assert.match(answer.text, /no se ha construido aquí/)
    assert.equal((await app.send({ url: '/docs/guide/assets/app.a1.js' })).status, 404)
    buildIn(later)
    assert.equal((await app.send({ url: '/docs/guide/quickstart' })).text, page('First'))
  })
})
