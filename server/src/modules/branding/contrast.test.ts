import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { failures } from './contrast.ts'
import { paletteOf } from './colour-choices.ts'
import { defaultPalettes, modes } from '#/ui/css/palette.ts'
import { shortfalls } from './suggestions.ts'
import type { ColourChoices } from './colour-choices.ts'

const none: ColourChoices = { accent: null, accentDark: null, tokens: {} }
const anyColour = fc.integer({ min: 0, max: 0xffffff }).map((bits) => `#${bits.toString(16).padStart(6, '0')}`)
const someRuns = { numRuns: 40 }

describe('the colours of pages and messages', () => {
  test('pass WCAG 2.2 AA in the built-in look, in both schemes', () => {
    for (const mode of modes) {
      assert.deepEqual(paletteOf(none, mode), defaultPalettes[mode])
      assert.deepEqual(failures(defaultPalettes[mode], mode), [])
    }
  })

  test('pass in the dark whatever the light accent is', () => {
    fc.assert(
      fc.property(anyColour, (accent) => {
        assert.deepEqual(failures(paletteOf({ ...none, accent }, 'dark'), 'dark'), [])
      }),
      someRuns,
    )
  })

  test('pass once an accent that does not was replaced by the one suggested', () => {
    fc.assert(
      fc.property(anyColour, anyColour, (accent, accentDark) => {
        const found = shortfalls({ ...none, accent, accentDark }, none)
        const suggested = (setting: string) => found.find((it) => it.setting === setting)?.suggestion
        for (const { suggestion } of found) assert.ok(suggestion !== undefined)
        const corrected = {
          ...none,
          accent: suggested('colors.accent') ?? accent,
          accentDark: suggested('colors.accent_dark') ?? accentDark,
        }
        assert.deepEqual(shortfalls(corrected, none), [])
      }),
      someRuns,
    )
  })

  test('name the choice that changed, not the one that was fine before', () => {
    const before = { ...none, accent: '#0b5fa5' }
    const dark = { ...before, tokens: { light: { surface: '#1a2029' } } }
    const settings = new Set(shortfalls(dark, before).map(({ setting }) => setting))
    assert.deepEqual([...settings], ['design_tokens.light.surface'])
  })

  test('know when no shade helps', () => {
    // No word stands apart from black and from this grey.
    const before = { ...none, tokens: { light: { background: '#000000', surface: '#7f7f7f' } } }
    const after = { ...none, tokens: { light: { ...before.tokens.light, text: '#ff0000' } } }
    const text = shortfalls(after, before).filter(({ setting }) => setting === 'design_tokens.light.text')
    assert.ok(text.length > 0)
    assert.deepEqual([...new Set(text.map(({ suggestion }) => suggestion))], [undefined])
  })
})
