import assert from 'node:assert/strict'
import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { MainProcess } from './main-process.ts'

/** What a start may load in a few files, and what it may load from the sources. */
const MOST = { bundle: 20, sources: 2500 }
/** How much a start may load in those few files: V8 keeps all of it, and as much again for what it declares. */
const MOST_BYTES = 2_600_000

/** Leaves at the end which modules were loaded. */
const WATCH = `import { writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
const loaded = []
registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
process.on('exit', () => writeFileSync(process.env.MANDATE_DATA_DIR + '/loaded', [...loaded, ...process.moduleLoadList].join('\\n')))`

/** What is loaded when it is first needed: a token, a refusal and a page of the API need none of it. */
const LATER =
  /[/-](ajv|fast-json-stringify-compiler|light-my-request|nodemailer|openid-client|simplewebauthn|node-saml|undici|uqr|zxcvbn|bcryptjs|pg)[/-]|\bxml-[\w-]+\.mjs|NativeModule internal\/deps\/undici/

test('a start loads no module that is for later', async (t) => {
  const server = await MainProcess.start(t, {
    env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(WATCH)}` },
  })
  await server.untilReady()
  server.child.kill('SIGTERM')
  assert.equal(await server.end(), 0)
  const loaded = readFileSync(path.join(server.dataDir, 'loaded'), 'utf8').split('\n')
  const files = loaded.filter((name) => name.startsWith('file:'))
  const isBundle = files.some((name) => name.endsWith('/main.mjs'))
  const most = isBundle ? MOST.bundle : MOST.sources
  assert.ok(files.length > 2 && files.length <= most, `${files.length} files:\n${files.slice(0, 50).join('\n')}`)
  assert.deepEqual(
    loaded.filter((name) => LATER.test(name)),
    [],
  )
  if (!isBundle) return
  assert.ok(!loaded.includes('NativeModule internal/http2/core'))
  const bytes = files.map((url) => statSync(fileURLToPath(url)).size).reduce((sum, size) => sum + size, 0)
  assert.ok(bytes < MOST_BYTES, `${bytes} bytes`)
})
