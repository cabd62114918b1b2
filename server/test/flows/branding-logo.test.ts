import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { readdirSync } from 'node:fs'
import { describe, test } from 'node:test'
import { createTestApp } from '#test/support/app.ts'
import { onEachApp } from '#test/support/each-app.ts'
import { jpeg, multipart, png, webp } from '#test/support/pictures.ts'
import type { TestAnswer, TestApp } from '#test/support/app.ts'

const LOGO = '/api/v1/admin/branding/logo'

interface Logo {
  readonly url: string
  readonly type: string
  readonly width: number
  readonly height: number
  readonly size: number
}

const upload = (app: TestApp, content: Buffer | string, filename = 'logo.png', headers: Record<string, string> = {}) =>
  send(app, multipart({ name: 'logo', filename, content }), headers)

const send = (
  app: TestApp,
  { headers, body }: { headers: Record<string, string>; body: Buffer },
  more: Record<string, string> = {},
): Promise<TestAnswer> =>
  app.send({
    method: 'POST',
    url: LOGO,
    body,
    headers: { authorization: `Bearer ${app.adminKey}`, ...headers, ...more },
  })

const logoOf = ({ status, json, text }: TestAnswer): Logo => {
  assert.equal(status, 201, text)
  return json['logo'] as Logo
}
const pathOf = ({ url }: Logo): string => new URL(url).pathname

onEachApp('a logo is shown on pages and in mail, until it is deleted', async (t, app) => {
  const other = await app.secondNode(t)
  const picture = png(320, 80)
  const answer = await upload(app, picture)
  const logo = logoOf(answer)
  assert.equal(answer.headers['location'], logo.url)
  assert.deepEqual(
    { ...logo, url: '' },
    {
      url: '',
      type: 'image/png',
      width: 320,
      height: 80,
      size: picture.length,
      uploaded_at: '2026-01-15T12:00:00.000Z',
    },
  )
  const page = await app.send({ url: '/login' })
  const image = new RegExp(
    `<img\\s+class="logo"\\s+src="${pathOf(logo)}"\\s+alt="Mandate"\\s+width="128"\\s+height="32"`,
  )
  assert.match(page.text, image)
  assert.match(
    (await app.admin('GET', '/admin/email-preview/reset')).text,
    new RegExp(`src="${logo.url}"\\s+alt="Mandate"`),
  )
  for (const node of [app, other]) {
    const file = await node.app.http.inject({ url: pathOf(logo), headers: { host: 'localhost:8080' } })
    assert.equal(file.statusCode, 200)
    assert.deepEqual(file.rawPayload, picture)
  }
  assert.equal((await app.admin('DELETE', '/admin/branding/logo')).status, 204)
  assert.equal((await app.admin('DELETE', '/admin/branding/logo')).status, 204)
  assert.equal((await app.send({ url: pathOf(logo) })).status, 404)
  assert.doesNotMatch((await app.send({ url: '/login' })).text, /<img/)
  const events = await app.admin('GET', '/audit-logs?action=branding.logo_deleted')
  assert.equal((events.json['data'] as unknown[]).length, 1)
})

onEachApp('earlier logos stay for the messages that show them, the last five in all', async (_t, app) => {
  const logos: Logo[] = []
  for (let i = 0; i < 7; i++) {
    logos.push(logoOf(await upload(app, png(64 + i, 64))))
    app.clock.advance(1000)
  }
  const statuses = await Promise.all(logos.map(async (logo) => (await app.send({ url: pathOf(logo) })).status))
  assert.deepEqual(statuses, [404, 404, 200, 200, 200, 200, 200])
  const again = logoOf(await upload(app, png(66, 64)))
  assert.equal(again.url, logos[2]?.url)
})

test('a repeated upload with one Idempotency-Key is one upload', async (t) => {
  const app = await createTestApp(t)
  const key = { 'idempotency-key': 'logo-1' }
  const [first, second] = [await upload(app, png(64, 64), 'a', key), await upload(app, png(64, 64), 'a', key)]
  assert.deepEqual(second.json, first.json)
  assert.equal(second.headers['idempotency-replayed'], 'true')
  assert.equal((await upload(app, png(65, 64), 'a', key)).status, 409)
})

test('each of the three formats is known by its bytes, whatever it is called', async (t) => {
  const app = await createTestApp(t)
  for (const [content, type] of [
    [png(64, 64), 'image/png'],
    [jpeg(300, 120), 'image/jpeg'],
    [webp(300, 120), 'image/webp'],
  ] as const) {
    const logo = logoOf(await upload(app, content, '../../evil.html'))
    assert.equal(logo.type, type)
    assert.match(logo.url, /^http:\/\/localhost:8080\/assets\/branding\/[\w-]{32}\.(png|jpg|webp)$/)
    const file = await app.send({ url: pathOf(logo) })
    assert.equal(file.headers['content-type'], type)
  }
})

describe('an upload', () => {
  test('BR1: is refused unless it is a small, whole PNG, JPEG or WebP picture', async (t) => {
    const app = await createTestApp(t)
    const svg = (inner: string) => `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${inner}</svg>`
    const broken = (bytes: Buffer) => bytes.subarray(0, bytes.length - 20)
    const corpus: readonly (readonly [name: string, content: Buffer | string, status: number, code: string])[] = [
      ['script.svg', svg('<script>alert(1)</script>'), 415, 'logo_type_not_supported'],
      ['handler.svg', svg(''), 415, 'logo_type_not_supported'],
      ['foreign.svg', svg('<foreignObject><body/></foreignObject>'), 415, 'logo_type_not_supported'],
      ['reference.svg', svg('<image href="https://evil.example/x"/>'), 415, 'logo_type_not_supported'],
      ['plain.svg', '<?xml version="1.0"?><svg/>', 415, 'logo_type_not_supported'],
      ['page.png', '<!doctype html><script>alert(1)</script>', 415, 'logo_type_not_supported'],
      ['gif.png', 'GIF89a\x01\x00\x01\x00', 415, 'logo_type_not_supported'],
      ['archive.png', Buffer.from('504b0304', 'hex'), 415, 'logo_type_not_supported'],
      ['cut.png', broken(png(64, 64)), 400, 'logo_unreadable'],
      ['polyglot.png', Buffer.concat([png(64, 64), Buffer.from('<script>alert(1)</script>')]), 400, 'logo_unreadable'],
      ['cut.jpg', jpeg(64, 64).subarray(0, 24), 400, 'logo_unreadable'],
      ['cut.webp', broken(webp(64, 64)), 400, 'logo_unreadable'],
      ['flood.png', png(16, 16, [50_000, 50_000]), 400, 'logo_dimensions'],
      ['flood.jpg', jpeg(65_535, 65_535), 400, 'logo_dimensions'],
      ['nothing.png', png(16, 16, [0, 16]), 400, 'logo_unreadable'],
      ['speck.png', png(8, 8), 400, 'logo_dimensions'],
      ['line.png', png(640, 20), 400, 'logo_dimensions'],
      ['empty.png', '', 400, 'logo_missing'],
      ['large.png', Buffer.concat([png(64, 64), Buffer.alloc(300 * 1024)]), 413, 'payload_too_large'],
    ]
    for (const [name, content, status, code] of corpus) {
      const answer = await upload(app, content, name)
      assert.equal(answer.status, status, `${name}: ${answer.text}`)
      assert.equal(answer.json['code'], code, name)
    }
    assert.equal((await app.admin('GET', '/admin/branding')).json['logo'], null)
  })

  test('BR1: is one part and nothing else, in a body as browsers write it', async (t) => {
    const app = await createTestApp(t)
    const part = { name: 'logo', filename: 'a.png', content: png(32, 32) }
    const { headers, body } = multipart(part)
    const bodies: readonly (readonly [string, Buffer, number])[] = [
      ['no part', multipart().body, 400],
      ['another name', multipart({ ...part, name: 'image' }).body, 400],
      ['two parts', multipart(part, part).body, 400],
      ['a thousand parts', multipart(...Array.from({ length: 1000 }, () => ({ name: 'x', content: '' }))).body, 400],
      ['a field that is no file', multipart({ name: 'logo', content: png(32, 32) }).body, 400],
      ['no end', body.subarray(0, body.length - 10), 400],
      ['another boundary', Buffer.from(body.toString('latin1').replaceAll('71c3', '71c4'), 'latin1'), 400],
      ['nothing', Buffer.alloc(0), 400],
      ['no headers', Buffer.from('--test-boundary-71c3\r\n\r\nx\r\n--test-boundary-71c3--'), 400],
    ]
    for (const [name, bytes, status] of bodies) {
      assert.equal((await send(app, { headers, body: bytes })).status, status, name)
    }
    for (const type of ['application/json', 'text/plain', 'multipart/mixed; boundary=x', 'multipart/form-data', '']) {
      assert.equal((await send(app, { headers: { 'content-type': type }, body })).status, 415, type)
    }
    const packed = await send(app, { headers, body }, { 'content-encoding': 'gzip' })
    assert.equal(packed.status, 415)
  })

  test('BR1: that breaks off, or says more than it may hold, leaves nothing behind', async (t) => {
    const app = await createTestApp(t)
    const [origin] = await app.app.listen()
    const files = readdirSync(app.dataDir)
    const { port } = new URL(origin ?? '')
    const head = (length: number) =>
      `POST ${LOGO} HTTP/1.1\r\nHost: localhost:8080\r\nAuthorization: Bearer ${app.adminKey}\r\n` +
      `Content-Type: multipart/form-data; boundary=x\r\nContent-Length: ${length}\r\n\r\n`
    const talk = (text: string, hangUp: boolean): Promise<string> =>
      new Promise((resolve) => {
        const socket = connect(Number(port), '127.0.0.1', () => {
          socket.write(text)
          if (hangUp) setTimeout(() => socket.destroy(), 50)
        })
        let answer = ''
        socket.on('data', (data) => (answer += data.toString()))
        socket.on('close', () => resolve(answer))
        socket.on('error', () => {})
      })
    // Answered at the head: nobody waits for what is too much.
    assert.match(await talk(head(10_000_000), false), /^HTTP\/1\.1 413 [^]*"code":"payload_too_large"/)
    assert.equal(await talk(`${head(5000)}--x\r\nContent-Disposition: form-data; name="logo"`, true), '')
    assert.deepEqual(readdirSync(app.dataDir), files)
    assert.equal((await app.admin('GET', '/admin/branding')).json['logo'], null)
  })
})

describe('what is served below /assets/branding', () => {
  test('BR1: has its exact type, runs nothing, and is kept for good under a name made from its content', async (t) => {
    const app = await createTestApp(t)
    const logo = logoOf(await upload(app, png(64, 64)))
    const file = await app.send({ url: pathOf(logo) })
    assert.equal(file.headers['content-type'], 'image/png')
    assert.equal(file.headers['x-content-type-options'], 'nosniff')
    assert.equal(file.headers['content-security-policy'], "default-src 'none'; sandbox; frame-ancestors 'none'")
    assert.equal(file.headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.equal(file.headers['cross-origin-resource-policy'], 'cross-origin')
    const etag = String(file.headers['etag'])
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const unchanged = await app.send({ url: pathOf(logo), headers: { 'if-none-match': known } })
      assert.equal(unchanged.status, 304, known)
      assert.equal(unchanged.text, '')
    }
    assert.equal((await app.send({ url: pathOf(logo), headers: { 'if-none-match': '"x"' } })).status, 200)
    assert.equal((await app.send({ method: 'HEAD', url: pathOf(logo) })).status, 200)
    assert.equal((await app.send({ method: 'POST', url: pathOf(logo) })).status, 405)
  })

  test('BR2: no spelling of a path leads out of it', async (t) => {
    const app = await createTestApp(t)
    const name =
      pathOf(logoOf(await upload(app, png(64, 64))))
        .split('/')
        .at(-1) ?? ''
    for (const path of [
      '..%2f',
      '..%2f..%2fetc%2fpasswd',
      '%2e%2e%2f%2e%2e%2fadmin.key.firstboot',
      '..%5c..%5cadmin.key.firstboot',
      '....%2f%2f',
      '%2e%2e',
      '.',
      '..',
      '%00',
      `${name}%00`,
      `${name}%00.png`,
      `%2f${name}`,
      `.%2f${name}`,
      `${name}%2f`,
      `${name}/x`,
      `${name}.map`,
      name.toUpperCase(),
      name.replace('.png', '.svg'),
      `${name}%0d%0a`,
      'theme-x.css',
      'theme-0123456789abcdef.css%2f..',
      "'%20OR%201=1--",
      'a'.repeat(400),
    ]) {
      const answer = await app.send({ url: `/assets/branding/${path}` })
      assert.equal(answer.status, 404, `${path}: ${answer.status}`)
    }
  })
})
