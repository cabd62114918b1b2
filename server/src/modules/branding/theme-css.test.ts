import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultBrand } from './brand.ts'
import { fonts, stackOf } from '#/ui/css/fonts.ts'
import { defaultLook } from '#/ui/look.ts'
import { lookOf } from './look.ts'
import { themeCss } from '#/ui/css/theme-css.ts'
import type { Theme } from '#/ui/css/theme-css.ts'

const theme: Theme = { ...defaultLook, headingFont: defaultLook.bodyFont }

test('BR2: writes colours, fonts and numbers only, whatever the database holds', () => {
  const light = { ...theme.palettes.light, accent: 'red;}body{display:none' }
  assert.throws(() => themeCss({ ...theme, palettes: { ...theme.palettes, light } }), TypeError)
  for (const font of ["x';}", 'a;b', 'url(x)', '', 'a,b', 'x\n']) {
    assert.throws(() => themeCss({ ...theme, bodyFont: font }), TypeError, font)
  }
  const radiusPx = '6px;}' as unknown as number
  assert.throws(() => themeCss({ ...theme, tokens: { ...theme.tokens, radiusPx } }), TypeError)
})

test('every font there is to choose can be written', () => {
  for (const font of fonts) assert.match(themeCss({ ...theme, bodyFont: stackOf(font) }), /--font:/)
})

test('the address of the sheet changes with its content, and only then', () => {
  assert.equal(lookOf(defaultBrand).sheet.url, defaultLook.sheet.url)
  const round = lookOf({ ...defaultBrand, row: { ...defaultBrand.row, designTokens: { radius_px: 12 } } })
  assert.notEqual(round.sheet.url, defaultLook.sheet.url)
  assert.match(round.sheet.text, /--radius:12px/)
})

test('every variable the sheet uses is one that is written', () => {
  const { text } = defaultLook.sheet
  const given = new Set([...text.matchAll(/[{;](--[\w-]+):/g)].map(([, name]) => name))
  const used = [...text.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name)
  assert.deepEqual(
    used.filter((name) => !given.has(name)),
    [],
  )
})
