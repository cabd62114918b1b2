import assert from 'node:assert/strict'
import { test } from 'node:test'
import { settingsSchema } from '#/generated/settings-schema.ts'
import { settingWords } from './setting-words.ts'

const settings = Object.entries(settingsSchema.properties ?? {})

test('every setting says in Spanish what it does, and no other does', () => {
  assert.ok(settings.length > 20, 'the settings are read')
  assert.deepEqual(Object.keys(settingWords('es')).toSorted(), settings.map(([name]) => name).toSorted())
})

/** What is the same in every language: names of the wire, of documents, and numbers. */
const fixed = (text: string): readonly string[] => (text.match(/`[^`]+`|RFC \d+|\d+|\bnull\b/g) ?? []).toSorted()

test('what a setting names in the words of the server, it names in Spanish', () => {
  const others = settings.filter(
    ([name, { description = '' }]) => fixed(description).join() !== fixed(settingWords('es')[name] ?? '').join(),
  )
  assert.deepEqual(
    others.map(([name]) => name),
    [],
  )
})
