import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ExposureWarnings } from './exposure-warnings.ts'
import type { Mode } from './settings.ts'

const LOCAL = { host: null, baseUrl: 'http://localhost:8080', trustedProxies: [] }
const PUBLIC = { host: null, baseUrl: 'https://id.example.com', trustedProxies: ['10.0.0.1'] }

function warningsOf(
  config: { host?: string | null; baseUrl?: string; trustedProxies?: string[] },
  mode: Mode = 'production',
  required: boolean | null = null,
) {
  const logged: object[] = []
  const warn = (fields: object): void => void logged.push(fields)
  const silent = (): void => undefined
  const log = { debug: silent, info: silent, warn, error: silent }
  const settings = {
    mode: () => Promise.resolve(mode),
    current: () => Promise.resolve({ 'operators.require_second_factor': required }),
  }
  const warnings = new ExposureWarnings({ config: { ...LOCAL, ...config }, settings, log })
  return { warnings, logged, codes: async () => (await warnings.current()).map(({ code }) => code) }
}

test('warns of nothing on a machine that is alone, whatever its mode', async () => {
  const { warnings, logged, codes } = warningsOf(LOCAL, 'dev')
  warnings.forwardedBy('127.0.0.1')
  await warnings.logAtStart()
  assert.deepEqual([await codes(), logged], [[], []])
})

test('warns of the mode dev where others can reach the server', async () => {
  for (const config of [PUBLIC, { host: '0.0.0.0' }]) {
    const { warnings, logged, codes } = warningsOf(config, 'dev')
    await warnings.logAtStart()
    assert.deepEqual([await codes(), logged], [['dev_mode_exposed'], [{ code: 'dev_mode_exposed' }]])
  }
  assert.deepEqual(await warningsOf(PUBLIC).codes(), [])
})

test('warns of operators without a second factor in production, where somebody turned that off', async () => {
  assert.deepEqual(await warningsOf(LOCAL, 'production', false).codes(), ['operators_without_second_factor'])
  for (const required of [null, true]) assert.deepEqual(await warningsOf(LOCAL, 'production', required).codes(), [])
  assert.deepEqual(await warningsOf(LOCAL, 'dev', false).codes(), [])
})

test('warns of a proxy that there must be when nobody is listed', async () => {
  const { warnings, logged, codes } = warningsOf({ ...PUBLIC, trustedProxies: [] })
  await warnings.logAtStart()
  warnings.forwardedBy('10.0.0.9')
  assert.deepEqual(await codes(), ['proxy_not_listed'])
  assert.equal(logged.length, 1, 'once')
  assert.match((await warnings.current())[0]?.message ?? '', /^Requests from 10\.0\.0\.9 /, 'the peer is known now')
  assert.deepEqual(await warningsOf({ ...PUBLIC, host: '0.0.0.0', trustedProxies: [] }).codes(), [], 'it may be direct')
})

test('warns of the first peer that forwards without being listed, and logs it once', async () => {
  const { warnings, logged, codes } = warningsOf(PUBLIC)
  assert.deepEqual(await codes(), [])
  warnings.forwardedBy('10.0.0.9')
  warnings.forwardedBy('203.0.113.7')
  assert.deepEqual(await codes(), ['proxy_not_listed'])
  assert.deepEqual(logged, [{ code: 'proxy_not_listed', peer: '10.0.0.9' }])
})
