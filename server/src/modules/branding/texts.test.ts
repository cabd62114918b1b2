import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { AppError } from '#/platform/errors/app-error.ts'
import { builtInTexts, textKeys } from '#/ui/page-texts.ts'
import { maxLengthOf, patchedTexts, textsOfLook } from './texts.ts'

describe('the sentences that an operator chooses', () => {
  test('merge by language and key, and null at every depth goes back to what is built in', () => {
    const both = patchedTexts(
      {},
      { en: { sign_in_title: 'Welcome', footer: 'Acme Ltd' }, es: { footer: 'Acme S. L.' } },
    )
    assert.deepEqual(patchedTexts(both, undefined), both)
    assert.deepEqual(patchedTexts(both, { en: { footer: null } }), {
      en: { sign_in_title: 'Welcome' },
      es: { footer: 'Acme S. L.' },
    })
    assert.deepEqual(patchedTexts(both, { es: { footer: null } }), { en: both.en })
    assert.deepEqual(patchedTexts(both, { en: null }), { es: both.es })
    assert.deepEqual(patchedTexts(both, null), {})
  })

  test('are kept in one Unicode form without space around them', () => {
    assert.deepEqual(patchedTexts({}, { es: { sign_in_title: '  Tu sesio\u0301n ' } }), {
      es: { sign_in_title: 'Tu sesi\u00f3n' },
    })
  })

  test('say the name of the service as it is, whatever signs it holds', () => {
    const texts = textsOfLook({ en: { sign_in_title: 'Welcome to {name}.' } }, "$& $1 $' {name}")
    assert.equal(texts.en.sign_in_title, "Welcome to $& $1 $' {name}.")
    assert.equal(texts.en.sign_up_title, builtInTexts('en').sign_up_title)
    assert.deepEqual(texts.es, builtInTexts('es'))
  })

  test('are at most as long as their key allows, also once they have their one form', () => {
    for (const key of textKeys) assert.ok(maxLengthOf(key) >= 80 && maxLengthOf(key) <= 200, key)
    // U+0958 becomes two characters in NFC.
    const grows = '\u0958'.repeat(41)
    assert.throws(
      () => patchedTexts({}, { en: { sign_in_title: grows } }),
      isRefusedAt('/texts/en/sign_in_title', /80/),
    )
    const longest = '\u{1f600}'.repeat(80)
    assert.equal(patchedTexts({}, { en: { sign_in_title: longest } }).en?.sign_in_title, longest)
  })

  test('may be in any script, with the joiners it is written with', () => {
    for (const text of ['می\u200cخواهم', 'שלום', '👩\u200d💻 Acme', '日本語', "L'accès « ici »"]) {
      assert.equal(patchedTexts({}, { en: { footer: text } }).en?.footer, text)
    }
  })
})

const isRefusedAt = (pointer: string, message: RegExp) => (error: unknown) => {
  assert.ok(error instanceof AppError)
  assert.equal(error.code.code, 'branding_text_not_allowed')
  const [first, ...others] = error.details['errors'] as { pointer: string; message: string }[]
  assert.deepEqual([first?.pointer, others], [pointer, []])
  assert.match(first?.message ?? '', message)
  return true
}

describe('what is no sentence of a page', () => {
  const hostile: Readonly<Record<string, readonly [text: string, message: RegExp]>> = {
    'a second line': ['a\nb', /one line/],
    'a carriage return': ['a\r\nBcc: eve@evil.example', /one line/],
    'a tab': ['a\tb', /one line/],
    'the end of a string': ['a\0b', /one line/],
    'a control character of the second row': ['a\u0085b', /one line/],
    'a line separator': ['a\u2028b', /one line/],
    'what turns the text around': ['a\u202eb', /turn the text around/],
    'what isolates': ['a\u2066b\u2069', /turn the text around/],
    'a mark of direction': ['a\u200fb', /turn the text around/],
    'what has no width': ['a\u200bb', /invisible/],
    'a soft hyphen': ['a\u00adb', /invisible/],
    'a tag character': ['a\u{e0041}b', /invisible/],
    'half a character': ['a\ud800b', /one line/],
    'nothing but space': ['\u00a0 ', /must be a sentence/],
    'another placeholder': ['Hello {email}', /no other braces/],
    'a brace alone': ['Hello {name} {', /no other braces/],
    'the name twice': ['{name} and {name}', /only once/],
  }
  for (const [what, [text, message]] of Object.entries(hostile)) {
    test(`is ${what}, which is refused by language and key`, () => {
      assert.throws(
        () => patchedTexts({}, { es: { sign_up_intro: text } }),
        isRefusedAt('/texts/es/sign_up_intro', message),
      )
    })
  }

  test('is told of every language and key at once', () => {
    const patch = { en: { footer: 'a\nb', sign_in_note: 'fine' }, es: { sign_in_title: '{x}', footer: null } }
    assert.throws(
      () => patchedTexts({}, patch),
      (error: unknown) => {
        const { errors } = (error as AppError).details as { errors: { pointer: string }[] }
        assert.deepEqual(
          errors.map(({ pointer }) => pointer),
          ['/texts/en/footer', '/texts/es/sign_in_title'],
        )
        return true
      },
    )
  })
})
