import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { systemActor } from '#/platform/audit/event.ts'
import { newEvents } from '#test/support/events.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { Limits } from '#/platform/rate-limit/limits.ts'
import { sql } from '#/platform/db/sql.ts'
import { ApiKeys } from '#/modules/api-keys/index.ts'
import { onEachEngine, scratch } from '#test/support/engines.ts'
import { FirstBoot } from './first-boot.ts'
import { Settings } from './settings.ts'
import type { EngineFixture } from '#test/support/engines.ts'

function setUp({ db, clock }: EngineFixture) {
  const dataDir = mkdtempSync(path.join(scratch(), 'data-'))
  const events = newEvents({ clock })
  const limits = new Limits({ db, clock })
  const settings = new Settings({ db, clock, events })
  const apiKeys = new ApiKeys({ db, clock, events, limits })
  const node = () => new FirstBoot({ db, clock, events, limits, settings, apiKeys, dataDir })
  return { apiKeys, settings, node, firstBoot: node(), keyFile: path.join(dataDir, 'admin.key.firstboot') }
}

const actor = systemActor('test')
const owner = (id: string) => () => Promise.resolve({ id })
const asSystem = () => actor

const isRefused = (error: unknown): boolean => error instanceof AppError && error.code.code === 'setup_token_invalid'

onEachEngine('writes the first admin key to a file that only we may read, once', async (_t, fixture) => {
  const { firstBoot, keyFile, apiKeys, node } = setUp(fixture)
  await firstBoot.prepare('dev')
  const secret = readFileSync(keyFile, 'utf8').trim()
  assert.equal(statSync(keyFile).mode & 0o777, 0o600)
  assert.deepEqual((await apiKeys.authenticate(secret, '127.0.0.1'))?.scopes, ['*'])
  await node().prepare('dev')
  assert.equal(readFileSync(keyFile, 'utf8').trim(), secret)
  assert.equal((await fixture.db.all(sql`SELECT id FROM api_keys`)).length, 1)
})

onEachEngine('makes one first key when two nodes start together', async (_t, fixture) => {
  const { node, keyFile, apiKeys } = setUp(fixture)
  await Promise.all([node().prepare('dev'), node().prepare('dev')])
  assert.equal((await fixture.db.all(sql`SELECT id FROM api_keys`)).length, 1)
  assert.ok(await apiKeys.authenticate(readFileSync(keyFile, 'utf8').trim(), '127.0.0.1'))
})

onEachEngine('takes the mode of the first boot and keeps it', async (_t, fixture) => {
  const { firstBoot, settings, node } = setUp(fixture)
  assert.equal(await settings.mode(), 'production')
  await firstBoot.prepare('dev')
  assert.equal(await settings.mode(), 'dev')
  await node().prepare('production')
  assert.equal(await settings.mode(), 'dev')
})

onEachEngine('AD10: makes one owner of fifty who use the setup link at once', async (_t, fixture) => {
  const { firstBoot } = setUp(fixture)
  const token = (await firstBoot.prepare('dev')) ?? ''
  const attempts = Array.from({ length: 50 }, (_, i) => firstBoot.consume(token, owner(`usr_${i}`), asSystem))
  const outcomes = await Promise.allSettled(attempts)
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
  for (const outcome of outcomes) if (outcome.status === 'rejected') assert.ok(isRefused(outcome.reason))
  assert.equal((await fixture.db.all(sql`SELECT id FROM events WHERE name = 'system.bootstrapped'`)).length, 1)
})

onEachEngine('AD10: makes one owner when two nodes have a link each', async (_t, fixture) => {
  const { node } = setUp(fixture)
  const [one, two] = [node(), node()]
  const tokens = [(await one.prepare('dev')) ?? '', (await two.prepare('dev')) ?? '']
  const outcomes = await Promise.allSettled([
    one.consume(tokens[0] ?? '', owner('usr_1'), asSystem),
    two.consume(tokens[1] ?? '', owner('usr_2'), asSystem),
  ])
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
})

onEachEngine('keeps the setup link usable when making the owner fails', async (_t, fixture) => {
  const { firstBoot } = setUp(fixture)
  const token = (await firstBoot.prepare('dev')) ?? ''
  const failing = firstBoot.consume(token, () => Promise.reject(new Error('no')), asSystem)
  await assert.rejects(failing, /no/)
  assert.equal(await firstBoot.isBootstrapped(), false)
  await firstBoot.assertTokenOpen(token, '127.0.0.1')
  assert.equal((await firstBoot.consume(token, owner('usr_1'), asSystem)).id, 'usr_1')
})

onEachEngine('AD10: never opens again, whatever happens to the owner', async (_t, fixture) => {
  const { firstBoot, node, keyFile } = setUp(fixture)
  const token = (await firstBoot.prepare('dev')) ?? ''
  await firstBoot.consume(token, owner('usr_1'), asSystem)
  await fixture.db.run(sql`DELETE FROM users`)
  await fixture.db.run(sql`DELETE FROM events`)
  await fixture.db.run(sql`DELETE FROM bootstrap_tokens`)
  const restarted = node()
  assert.equal(await restarted.prepare('dev'), undefined)
  assert.equal(await restarted.isBootstrapped(), true)
  assert.equal(existsSync(keyFile), false)
  await assert.rejects(restarted.assertTokenOpen(token, '127.0.0.1'), isRefused)
})

onEachEngine('AD11: removes the key file when set up, while the key itself lives on', async (_t, fixture) => {
  const { firstBoot, keyFile, apiKeys } = setUp(fixture)
  const token = (await firstBoot.prepare('dev')) ?? ''
  const key = await firstBoot.firstKey()
  assert.equal(firstBoot.keyFilePath, keyFile)
  await firstBoot.consume(token, owner('usr_1'), asSystem)
  assert.equal(existsSync(keyFile), false)
  assert.equal(await firstBoot.firstKey(), undefined)
  assert.equal(firstBoot.keyFilePath, undefined)
  assert.ok(await apiKeys.authenticate(key ?? '', '127.0.0.1'))
})

onEachEngine('removes a key file that a crash left behind after the set-up', async (_t, fixture) => {
  const { firstBoot, keyFile, node } = setUp(fixture)
  const token = (await firstBoot.prepare('dev')) ?? ''
  const secret = readFileSync(keyFile, 'utf8')
  await firstBoot.consume(token, owner('usr_1'), asSystem)
  writeFileSync(keyFile, secret)
  await node().prepare('dev')
  assert.equal(existsSync(keyFile), false)
})

onEachEngine('refuses a setup token that expired', async (_t, fixture) => {
  const { firstBoot } = setUp(fixture)
  const token = (await firstBoot.prepare('dev')) ?? ''
  fixture.clock.advance(30 * 60_000 - 1)
  await firstBoot.assertTokenOpen(token, '127.0.0.1')
  fixture.clock.advance(1)
  await assert.rejects(firstBoot.assertTokenOpen(token, '127.0.0.1'), isRefused)
  await assert.rejects(firstBoot.consume(token, owner('usr_1'), asSystem), isRefused)
})

onEachEngine('AD10: throttles wrong setup tokens by address and leaves the right one alone', async (_t, fixture) => {
  const { firstBoot } = setUp(fixture)
  const token = (await firstBoot.prepare('dev')) ?? ''
  for (let i = 0; i < 10; i++) await assert.rejects(firstBoot.assertTokenOpen(`wrong${i}`, '192.0.2.1'), isRefused)
  await assert.rejects(firstBoot.assertTokenOpen('wrong', '192.0.2.1'), (error) => {
    return error instanceof AppError && error.code.code === 'rate_limited' && error.headers['retry-after'] !== undefined
  })
  await firstBoot.assertTokenOpen(token, '192.0.2.1')
})

onEachEngine('stores neither the setup token nor the first key in the clear', async (_t, fixture) => {
  const { firstBoot, keyFile } = setUp(fixture)
  const token = (await firstBoot.prepare('dev')) ?? ''
  const secret = readFileSync(keyFile, 'utf8').trim()
  const rows = [
    ...(await fixture.db.all(sql`SELECT * FROM bootstrap_tokens`)),
    ...(await fixture.db.all(sql`SELECT * FROM api_keys`)),
    ...(await fixture.db.all(sql`SELECT * FROM events`)),
  ]
  assert.ok(!JSON.stringify(rows).includes(token))
  assert.ok(!JSON.stringify(rows).includes(secret))
})
