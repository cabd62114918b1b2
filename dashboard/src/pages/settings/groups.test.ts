import assert from 'node:assert/strict'
import { test } from 'node:test'
import { settingsSchema } from '#/generated/settings-schema.ts'
import { groupsOf, isDefault, shown } from './groups.ts'

test('every setting stands in one group, by the first part of its name', () => {
  const groups = groupsOf(settingsSchema)
  const names = groups.flatMap(({ settings }) => settings.map(([name]) => name))
  assert.deepEqual(names.toSorted(), Object.keys(settingsSchema.properties ?? {}).toSorted())
  assert.deepEqual(
    groups.find(({ name }) => name === 'server')?.settings.map(([name]) => name),
    ['firstboot_key_access'],
  )
})

test('a value is told from its default', () => {
  assert.ok(isDefault({ default: ['a'] }, ['a']))
  assert.ok(isDefault({ default: null }, null))
  assert.ok(!isDefault({ default: 5 }, 6))
  assert.equal(shown([]), '—')
  assert.equal(shown(['a', 'b']), 'a, b')
  assert.equal(shown(true), 'true')
})
