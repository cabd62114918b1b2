import assert from 'node:assert/strict'
import { altered } from '#test/support/altered-db.ts'
import { onEachEngine } from '#test/support/engines.ts'
import { DatabaseUnavailable } from '#/platform/db/errors.ts'
import { newEvents } from '#test/support/events.ts'
import { systemActor } from '#/platform/audit/event.ts'
import { Branding } from './branding.ts'

const actor = systemActor('tests')
const issuer = 'https://id.example'

onEachEngine('parallel changes of different choices all stay', async (_t, { db, clock }) => {
  const branding = new Branding({ db, clock, events: newEvents({ clock }), issuer })
  await Promise.all([
    branding.update({ name: 'Acme' }, actor),
    branding.update({ colors: { accent: '#0f766e' } }, actor),
    branding.updateTokens({ radius_px: 10 }, actor),
    branding.updateTokens({ dark: { line: '#333333' } }, actor),
  ])
  const { row } = await branding.current()
  assert.deepEqual([row.name, row.accent], ['Acme', '#0f766e'])
  assert.deepEqual(row.designTokens, { radius_px: 10, dark: { line: '#333333' } })
  await branding.updateTokens({ dark: null, radius_px: null }, actor)
  assert.deepEqual((await branding.current()).row.designTokens, {})
})

onEachEngine('pages keep the last look that was known while the database fails', async (_t, { db, clock }) => {
  let fails = false
  const get: typeof db.get = (query) => (fails ? Promise.reject(new DatabaseUnavailable('down')) : db.get(query))
  const shaky = altered(db, { get })
  const branding = new Branding({ db: shaky, clock, events: newEvents({ clock }), issuer })
  await branding.update({ name: 'Acme' }, actor)
  assert.equal((await branding.look()).name, 'Acme')
  await branding.update({ support_url: 'https://acme.example/help' }, actor)
  fails = true
  assert.equal((await branding.look()).name, 'Acme')
  assert.equal((await branding.forMail()).productName, 'Acme')
})
