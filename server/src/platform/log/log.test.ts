import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { newSecret } from '#/platform/crypto/secrets.ts'
import { createLogger } from './log.ts'
import { prettyLine } from './pretty.ts'

function logged(write: (logger: ReturnType<typeof createLogger>) => void, format: 'json' | 'pretty' = 'json'): string {
  let text = ''
  const destination = { write: (line: string) => void (text += line) }
  write(createLogger({ level: 'debug', format, destination }))
  return text
}

const parsed = (write: Parameters<typeof logged>[0]) => JSON.parse(logged(write)) as Record<string, unknown>

test('writes one JSON line with level, time, message and fields', () => {
  const line = parsed((logger) => logger.warn({ request_id: 'req_1', n: 2 }, 'it happened'))
  assert.match(line['time'] as string, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  const { time: _, ...rest } = line
  assert.deepEqual(rest, { level: 'warn', request_id: 'req_1', n: 2, msg: 'it happened' })
})

test('leaves out what is less important than the level', () => {
  let text = ''
  const logger = createLogger({ level: 'warn', format: 'json', destination: { write: (line) => void (text += line) } })
  logger.info({}, 'quiet')
  assert.equal(text, '')
})

const JWT = `eyJ${'a'.repeat(20)}.eyJzdWIiOiJ4In0.c2lnbmF0dXJl`
const secrets = {
  'a key by its look': { note: newSecret('mandate_sk_') },
  'a JWT by its look': { note: `got ${JWT} from it` },
  'an Authorization header': { headers: { authorization: 'Basic c2VjcmV0LXNlY3JldA==' } },
  'a header inside a text': { note: 'sent Bearer c2VjcmV0LXNlY3JldA==' },
  'a cookie': { headers: { cookie: 'mandate_session=c2VjcmV0', 'set-cookie': ['a=c2VjcmV0'] } },
  'a DPoP proof': { headers: { DPoP: 'c2VjcmV0' } },
  'a password': { body: { password: 'c2VjcmV0', new_password: 'c2VjcmV0' } },
  'a client secret in camel case': { client: { clientSecret: 'c2VjcmV0' } },
  'a token in a list': { rows: [{ refresh_token: 'c2VjcmV0' }] },
  'the query of a URL': { url: '/oauth/authorize?code=c2VjcmV0&state=x' },
  'the query of a URL in a text': { note: 'went to https://app.example/cb?code=c2VjcmV0 then' },
  'a password in a URL': { note: 'postgres://mandate:c2VjcmV0@db/mandate' },
  'an error with a secret in its message and its cause': {
    err: new Error('refused Bearer c2VjcmV0LXNlY3JldA==', { cause: new Error(`token ${JWT}`) }),
  },
}
for (const [what, fields] of Object.entries(secrets)) {
  test(`HT8: never writes ${what}`, () => {
    for (const format of ['json', 'pretty'] as const) {
      const text = logged((logger) => logger.error(fields, 'x'), format)
      assert.match(text, /\[redacted\]/)
      assert.doesNotMatch(text, /c2VjcmV0|mandate_sk_[0-9A-Za-z]|eyJ/)
    }
  })
}

test('HT8: finds a secret in the message too', () => {
  assert.doesNotMatch(
    logged((logger) => logger.info({}, `key ${newSecret('mandate_sk_')}`)),
    /mandate_sk_[0-9A-Za-z]/,
  )
})

test('keeps what only sounds like a secret', () => {
  const line = parsed((logger) => logger.info({ token_id: 'tok_1', code: 'invalid_grant', token_type: 'DPoP' }, 'x'))
  assert.deepEqual([line['token_id'], line['code'], line['token_type']], ['tok_1', 'invalid_grant', 'DPoP'])
})

test('tells of an error its type, message, code, stack and cause, and nothing a driver hung on it', () => {
  const error = Object.assign(new TypeError('broken', { cause: new Error('why') }), {
    code: 'E1',
    query: 'SELECT secret',
  })
  const line = parsed((logger) => logger.error({ err: error }, 'x'))
  const err = line['err'] as Record<string, unknown>
  assert.deepEqual(Object.keys(err), ['type', 'message', 'code', 'stack', 'cause'])
  assert.equal((err['cause'] as Record<string, unknown>)['message'], 'why')
})

test('HT8: no text makes a second line or steers a terminal', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      for (const format of ['json', 'pretty'] as const) {
        const line = logged((logger) => logger.info({ field: text, [text]: 1 }, text), format)
        assert.equal(line.indexOf('\n'), line.length - 1)
        assert.doesNotMatch(line.slice(0, -1), /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/)
      }
    }),
    { examples: [['a\r\nb'], ['\u001b[31mred'], ['\u009b31m'], ['__proto__']] },
  )
})

test('shows a line to people with colours, and the stack below it', () => {
  const line = logged((logger) => logger.error({ err: new Error('no'), request_id: 'req_1' }, 'failed'), 'pretty')
  assert.match(line, /^[\d:.]{12} ERROR failed request_id=req_1\n {4}Error: no\n {4} {4}at /)
  assert.match(prettyLine('{"level":"info","time":"2026-01-01T10:20:30.123Z","msg":"up"}', true), /\u001b\[36mINFO/)
})

test('survives a very long and a very deep value', () => {
  let deep: object = {}
  for (let i = 0; i < 1000; i++) deep = { deep }
  const text = logged((logger) => logger.info({ deep, long: 'x'.repeat(1_000_000) }, 'x'))
  assert.ok(text.length < 20_000)
})
