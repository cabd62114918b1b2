import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashSecret } from '#/platform/crypto/secrets.ts'
import { sql } from '#/platform/db/sql.ts'
import { systemActor } from '#/platform/audit/event.ts'
import { newEvents } from '#test/support/events.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { MASK } from '#/platform/validation/secret-mask.ts'
import { onEachEngine } from '#test/support/engines.ts'
import { Settings } from './settings.ts'
import { settingDefaults, SettingsSchema } from './setting-keys.ts'
import { maskSecrets } from './views.ts'
import type { EngineFixture } from '#test/support/engines.ts'
import type { SettingsPatch } from './settings.ts'

const newSettings = ({ db, clock }: EngineFixture) => new Settings({ db, clock, events: newEvents({ clock }) })
const by = { actor: systemActor('test'), scopes: ['*'] }
const TOKEN = 'initial-access-token-of-the-team'

const refusedAs = (code: string, pointer?: string) => (error: unknown) => {
  assert.ok(error instanceof AppError)
  assert.equal(error.code.code, code)
  if (pointer)
    assert.deepEqual(
      (error.details['errors'] as { pointer: string }[]).map((e) => e.pointer),
      [pointer],
    )
  return true
}

onEachEngine('has a default for every setting', async (_t, fixture) => {
  const values = await newSettings(fixture).current()
  assert.deepEqual(values, settingDefaults)
  assert.equal(values['oauth.access_token_ttl_seconds'], 3600)
  assert.deepEqual(values['oauth.registration_scopes'], ['openid', 'profile', 'email', 'offline_access'])
})

onEachEngine('changes what is named, keeps the rest, and survives a restart', async (_t, fixture) => {
  const settings = newSettings(fixture)
  await settings.update({ 'dpop.require_nonce': true, 'oauth.registration_scopes': ['openid'] }, by)
  const after = await settings.update({ 'password.min_length': 15 }, by)
  assert.deepEqual(after, {
    ...settingDefaults,
    'dpop.require_nonce': true,
    'oauth.registration_scopes': ['openid'],
    'password.min_length': 15,
  })
  assert.deepEqual(await settings.current(), after)
  assert.deepEqual(await newSettings(fixture).current(), after)
})

onEachEngine('goes back to the default for null', async (_t, fixture) => {
  const settings = newSettings(fixture)
  await settings.update({ 'oauth.access_token_ttl_seconds': 60 }, by)
  const after = await settings.update({ 'oauth.access_token_ttl_seconds': null }, by)
  assert.equal(after['oauth.access_token_ttl_seconds'], 3600)
})

onEachEngine('records what changed, and nothing when nothing did', async (_t, fixture) => {
  const settings = newSettings(fixture)
  await settings.update({ 'password.min_length': 8 }, by)
  assert.equal((await fixture.db.all(sql`SELECT id FROM events`)).length, 0)
  await settings.update({ 'password.min_length': 15, 'dpop.require_nonce': false }, by)
  const [event] = await fixture.db.all(sql`SELECT name, data FROM events`)
  assert.equal(event?.['name'], 'config.updated')
  assert.deepEqual(JSON.parse(event?.['data'] as string), { changes: { 'password.min_length': { from: 8, to: 15 } } })
})

onEachEngine(
  'AD12: stores the registration token hashed, masks it, and takes the mask for unchanged',
  async (_t, fixture) => {
    const settings = newSettings(fixture)
    const patch: SettingsPatch = { 'oauth.registration': 'token', 'oauth.registration_token': TOKEN }
    const after = await settings.update(patch, by)
    assert.equal(after['oauth.registration_token'], hashSecret(TOKEN))
    assert.equal(maskSecrets(after)['oauth.registration_token'], MASK)
    const again = await settings.update({ 'oauth.registration_token': MASK }, by)
    assert.equal(again['oauth.registration_token'], hashSecret(TOKEN))
    const rows = await fixture.db.all(sql`SELECT data FROM events`)
    assert.ok(!JSON.stringify(rows).includes(hashSecret(TOKEN)))
  },
)

onEachEngine('refuses registration by token while there is no token', async (_t, fixture) => {
  const settings = newSettings(fixture)
  await assert.rejects(settings.update({ 'oauth.registration': 'token' }, by), refusedAs('registration_token_missing'))
  assert.equal((await settings.current())['oauth.registration'], 'open')
})

const badValues: [SettingsPatch, string][] = [
  [{ 'oauth.access_token_ttl_seconds': 0 }, '/oauth.access_token_ttl_seconds'],
  [{ 'oauth.access_token_ttl_seconds': 1.5 }, '/oauth.access_token_ttl_seconds'],
  [{ 'oauth.refresh_grace_seconds': 11 }, '/oauth.refresh_grace_seconds'],
  [{ 'oauth.registration_scopes': ['admin:all'] }, '/oauth.registration_scopes/0'],
  [{ 'oauth.registration_scopes': ['vault:read'] }, '/oauth.registration_scopes/0'],
  [{ 'oauth.registration_scopes': ['revocations:read'] }, '/oauth.registration_scopes/0'],
  [{ 'oauth.registration_scopes': ['a b'] }, '/oauth.registration_scopes/0'],
  [{ 'token_exchange.max_depth': 0 }, '/token_exchange.max_depth'],
  [{ 'password.min_length': 7 }, '/password.min_length'],
]
onEachEngine('refuses a value that no setting may have, and writes nothing', async (_t, fixture) => {
  const settings = newSettings(fixture)
  for (const [patch, pointer] of badValues) {
    await assert.rejects(settings.update(patch, by), refusedAs('invalid_request', pointer))
  }
  assert.equal((await fixture.db.all(sql`SELECT name FROM settings`)).length, 0)
})

onEachEngine('does not start from a stored value it does not understand', async (_t, fixture) => {
  await fixture.db.run(
    sql`INSERT INTO settings (name, value, updated_at) VALUES (${'oauth.registration'}, ${'"maybe"'}, ${0})`,
  )
  await assert.rejects(newSettings(fixture).current(), /does not understand: oauth\.registration/)
})

onEachEngine('ignores a stored setting of another version', async (_t, fixture) => {
  await fixture.db.run(sql`INSERT INTO settings (name, value, updated_at) VALUES (${'future.key'}, ${'1'}, ${0})`)
  assert.deepEqual(await newSettings(fixture).current(), settingDefaults)
})

test('says something about every setting', () => {
  for (const [name, schema] of Object.entries(SettingsSchema.properties as Record<string, { description?: string }>)) {
    assert.match(schema.description ?? '', /\.$/, name)
  }
})
