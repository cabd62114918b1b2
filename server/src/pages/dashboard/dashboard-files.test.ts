import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, describe, test } from 'node:test'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { DashboardFiles } from './dashboard-files.ts'

describe('the files of the dashboard', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'mandate-dashboard-'))
  after(() => rmSync(directory, { recursive: true, force: true }))
  mkdirSync(path.join(directory, 'assets'))
  writeFileSync(
    path.join(directory, 'index.html'),
    '<!doctype html><html lang="en"><head><title>Mandate</title></head><body><div class="boot-head"></div></body></html>',
  )
  const screens = {
    '/': { files: [] },
    '/users': {
      files: ['assets/list-a1.js', 'assets/lists-b2.js'],
      title: { en: 'Users', es: 'Usuarios' },
      lead: { en: 'Those who sign in & run $& <this>.', es: 'Quienes entran.' },
    },
    '/users/$id': { files: ['assets/detail-c3.js'] },
    '/users/new': { files: ['assets/create-d4.js'] },
    '/health': { files: [], title: { en: 'Health', es: 'Salud' } },
  }
  writeFileSync(path.join(directory, 'screens.json'), JSON.stringify(screens))
  writeFileSync(path.join(directory, 'assets', 'index-a1.js'), 'run()')
  writeFileSync(path.join(directory, 'assets', 'index-a1.js.br'), brotliCompressSync('run()'))
  writeFileSync(path.join(directory, 'assets', 'index-a1.js.gz'), gzipSync('run()'))
  writeFileSync(path.join(directory, 'assets', 'inter-b2.woff2'), 'font')
  writeFileSync(path.join(directory, 'secret.txt'), 'not for anybody')
  const files = DashboardFiles.in(directory)

  test('are sent in the smallest form that the browser unpacks', async () => {
    for (const [accepted, coding] of [
      ['gzip, deflate, br', 'br'],
      ['gzip', 'gzip'],
      ['br;q=0, gzip', 'gzip'],
      ['', undefined],
    ] as const) {
      const reply = await files.file('index-a1.js', { 'accept-encoding': accepted })
      assert.equal(reply?.status, 200)
      assert.equal(reply?.headers['content-encoding'], coding)
      assert.equal(reply?.headers['content-type'], 'text/javascript; charset=utf-8')
      assert.equal(reply?.headers['cache-control'], 'public, max-age=31536000, immutable')
    }
    const font = await files.file('inter-b2.woff2', { 'accept-encoding': 'br' })
    assert.equal(font?.headers['content-encoding'], undefined)
    assert.equal(Buffer.from(font?.body as Uint8Array).toString(), 'font')
  })

  test('are not sent again to whoever has them', async () => {
    const etag = (await files.file('index-a1.js', { 'accept-encoding': 'br' }))?.headers['etag']
    const again = await files.file('index-a1.js', { 'accept-encoding': 'br', 'if-none-match': etag })
    assert.equal(again?.status, 304)
    assert.equal(again?.body, undefined)
  })

  test('are those of the build and no others, whatever name is asked for', async () => {
    for (const name of [
      '../secret.txt',
      '..%2fsecret.txt',
      '/etc/passwd',
      'index-a1.js.br',
      'index.html',
      '',
      '__proto__',
    ]) {
      assert.equal(await files.file(name, {}), undefined, name)
    }
  })

  test('begin with one page, in the language of its reader', () => {
    const english = files.shell('en', '', {})
    const spanish = files.shell('es', '', {})
    assert.match(String(english?.body), /<html lang="en"/)
    assert.match(String(spanish?.body), /<html lang="es"/)
    assert.notEqual(english?.headers['etag'], spanish?.headers['etag'])
    assert.equal(files.shell('es', '', { 'if-none-match': spanish?.headers['etag'] })?.status, 304)
  })

  test('of a screen are named in the page of its address, and nothing of another', () => {
    const namedAt = (address: string): string[] =>
      [
        ...String(files.shell('en', address, {})?.body).matchAll(
          /<link rel="modulepreload" crossorigin href="\/admin\/assets\/([^"]+)">/g,
        ),
      ].map(([, name]) => name ?? '')
    assert.deepEqual(namedAt('users'), ['list-a1.js', 'lists-b2.js'])
    assert.deepEqual(namedAt('/users/'), namedAt('users'))
    assert.deepEqual(namedAt('users/usr_1'), ['detail-c3.js'])
    assert.deepEqual(namedAt('users/new'), ['create-d4.js'])
    for (const address of ['', 'users/usr_1/more', 'nothing', '__proto__', '"><script>']) {
      assert.deepEqual(namedAt(address), [], address)
      assert.doesNotMatch(String(files.shell('en', address, {})?.body), /script/)
    }
  })

  test('are preceded by the heading of a screen that is always called the same', () => {
    const pageAt = (address: string, locale: 'en' | 'es'): string => String(files.shell(locale, address, {})?.body)
    assert.match(pageAt('users', 'en'), /<title>Users · Mandate<\/title>/)
    assert.match(pageAt('users', 'en'), /<p class="boot-title">Users<\/p>/)
    assert.match(pageAt('users', 'en'), /<p class="boot-lead">Those who sign in &amp; run \$&amp; &lt;this&gt;\.<\/p>/)
    assert.match(pageAt('users', 'es'), /<title>Usuarios · Mandate<\/title>[^]*Quienes entran\./)
    assert.match(pageAt('health', 'es'), /<p class="boot-title">Salud<\/p>\s*<\/div>/)
    for (const address of ['', 'users/usr_1', 'nothing']) {
      assert.match(pageAt(address, 'en'), /<title>Mandate<\/title>[^]*<div class="boot-head"><\/div>/, address)
    }
  })

  test('are none where nothing was built', async () => {
    const none = DashboardFiles.in(path.join(directory, 'nothing'))
    assert.equal(none.shell('en', '', {}), undefined)
    assert.equal(await none.file('index-a1.js', {}), undefined)
  })
})
