import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changedTexts, draftOfTexts, lengthOf, placeOf, textPages, textsChange } from './texts-draft.ts'

test('what was changed is sent by language and key, an emptied field as null, and taken back as it was', () => {
  const before = draftOfTexts({ texts: { en: { sign_in_title: 'Welcome' }, es: { footer: 'Acme' } } })
  assert.equal(textsChange(before, before), undefined)
  // A field that nobody touched has no member; one that was emptied again is as it was.
  assert.equal(textsChange(before, { ...before, 'texts.en.footer': '' }), undefined)
  const after = { ...before, 'texts.en.footer': 'Acme', 'texts.en.sign_in_title': '', 'texts.es.footer': '' }
  assert.deepEqual(textsChange(before, after), {
    patch: { en: { footer: 'Acme', sign_in_title: null }, es: { footer: null } },
    back: { en: { footer: null, sign_in_title: 'Welcome' }, es: { footer: 'Acme' } },
  })
  assert.deepEqual(changedTexts(before, { ...before, 'texts.es.footer': 'Acme S. L.' }), ['texts.es.footer'])
})

test('a key says its page and where it stands there', () => {
  assert.deepEqual(placeOf('second_factor_intro'), { page: 'second_factor', part: 'intro' })
  assert.deepEqual(placeOf('sign_in_note'), { page: 'sign_in', part: 'note' })
  assert.deepEqual(placeOf('footer'), { page: 'footer', part: 'footer' })
  assert.equal(new Set(textPages).size, 9)
})

test('a character counts once, however many units it has', () => {
  assert.equal(lengthOf('año 👩'), 5)
})
