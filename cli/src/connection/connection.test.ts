import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { exitCodes, Failure } from '#/frame/failure.ts'
import { Contexts } from './contexts.ts'
import { curlOf } from './curl.ts'
import { isReadable, locate, serverUrl } from './locate.ts'

const NOTHING = { url: undefined, context: undefined }
const key = (text: string) => ({ kind: 'api_key', api_key: text }) as const
const isUsage = (error: unknown): boolean => error instanceof Failure && error.about.exitCode === exitCodes.usage

describe('the server of a command', () => {
  let folder: string
  let contexts: Contexts
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'mandate-contexts-'))
    contexts = new Contexts(path.join(folder, 'mandate'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  test('is that of the environment before that of the context', async () => {
    await contexts.put('home', { url: 'https://home.example', credential: key('home') })
    assert.equal((await locate(NOTHING, {}, contexts)).url, 'https://home.example')
    const env = { MANDATE_URL: 'https://env.example/', MANDATE_API_KEY: 'env' }
    const located = await locate(NOTHING, env, contexts)
    assert.deepEqual([located.url, located.credential], ['https://env.example', key('env')])
  })

  test('gets the credential that belongs to it and no other', async () => {
    await contexts.put('home', { url: 'https://home.example', credential: key('home') })
    const of = async (url: string, env: Record<string, string> = {}) =>
      (await locate({ ...NOTHING, url }, env, contexts)).credential
    assert.deepEqual(await of('https://home.example/'), key('home'))
    assert.equal(await of('https://evil.example'), null)
    assert.deepEqual(await of('https://other.example', { MANDATE_API_KEY: 'env' }), key('env'))
    const env = { MANDATE_API_KEY: 'env', MANDATE_URL: 'https://env.example' }
    assert.equal(await of('https://evil.example', env), null)
    const named = await locate({ ...NOTHING, context: 'home' }, env, contexts)
    assert.deepEqual([named.url, named.credential], ['https://home.example', key('home')])
  })

  test('is asked for when nothing names one, and never guessed', async () => {
    await assert.rejects(locate(NOTHING, {}, contexts), isUsage)
    await assert.rejects(locate({ ...NOTHING, context: 'none' }, {}, contexts), isUsage)
    await assert.rejects(locate({ url: 'https://a.example', context: 'b' }, {}, contexts), isUsage)
  })

  test('has one spelling, and no credentials, query or other scheme in it', () => {
    assert.equal(serverUrl('HTTPS://Id.Example.com:443/auth//', 'x'), 'https://id.example.com/auth')
    assert.equal(serverUrl('id.example.com', 'x'), 'https://id.example.com')
    for (const wrong of [
      'ftp://a.example',
      'https://u:p@a.example',
      'https://a.example?x',
      'https://a.example#x',
      'https://',
    ])
      assert.throws(() => serverUrl(wrong, 'x'), isUsage, wrong)
  })

  test('is called readable on the way where anybody may read', () => {
    for (const url of ['https://a.example', 'http://localhost:1', 'http://127.0.0.1', 'http://[::1]:8'])
      assert.equal(isReadable(url), false, url)
    for (const url of ['http://a.example', 'http://127.0.0.1.evil.example', 'http://localhost.evil.example'])
      assert.equal(isReadable(url), true, url)
  })
})

describe('the file of contexts', () => {
  let folder: string
  let contexts: Contexts
  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'mandate-contexts-'))
    contexts = new Contexts(path.join(folder, 'mandate'))
    await contexts.put('one', { url: 'https://one.example', credential: key('1') })
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  test('is readable by its owner alone, and refused once others may read it', async () => {
    assert.equal(statSync(contexts.file).mode & 0o777, 0o600)
    assert.equal(statSync(path.dirname(contexts.file)).mode & 0o777, 0o700)
    chmodSync(contexts.file, 0o640)
    await assert.rejects(contexts.read(), isUsage)
  })

  test('is refused when it is a link', async () => {
    const real = path.join(folder, 'real.json')
    writeFileSync(real, '{}', { mode: 0o600 })
    rmSync(contexts.file)
    symlinkSync(real, contexts.file)
    await assert.rejects(contexts.read(), isUsage)
  })

  test('has one current context, which goes to another when it is removed', async () => {
    await contexts.put('two', { url: 'https://two.example', credential: null })
    assert.equal((await contexts.read()).current, 'two')
    await contexts.use('one')
    await contexts.remove('one')
    assert.equal((await contexts.read()).current, 'two')
    await assert.rejects(contexts.remove('one'), isUsage)
    await assert.rejects(contexts.put('../evil', { url: 'https://x.example', credential: null }), isUsage)
  })
})

describe('a request as curl', () => {
  test('holds neither the credential nor a secret of the body', () => {
    const headers = { authorization: 'Bearer mandate_sk_real', 'content-type': 'application/json' }
    const body = JSON.stringify({ email: "o'hara@example.com", password: 'pw-real', client_secret: 'cs-real' })
    const text = curlOf('https://a.example/api/v1/users', { method: 'POST', headers, body })
    for (const secret of ['mandate_sk_real', 'pw-real', 'cs-real']) assert.ok(!text.includes(secret))
    assert.match(text, /^curl -X POST 'https:\/\/a\.example\/api\/v1\/users'/)
    assert.ok(text.includes(String.raw`o'\''hara`))
  })
})
