import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { paletteOf } from '#/modules/branding/colour-choices.ts'
import { defaultPalettes, modes } from '#/ui/css/palette.ts'
import { mailColours } from '#/modules/branding/index.ts'
import type { Mode, Palette } from '#/ui/css/palette.ts'

const names: Readonly<Record<keyof Palette, string>> = {
  background: 'bg',
  surface: 'panel',
  line: 'line',
  border: 'border',
  text: 'text',
  muted: 'muted',
  accent: 'accent',
  accentHover: 'accent-strong',
  onAccent: 'on-accent',
  person: 'human',
  agent: 'agent',
  ok: 'ok',
  warn: 'warn',
  bad: 'bad',
}

test('the dashboard has the colours of the hosted pages, light and dark', () => {
  const css = readFileSync(fileURLToPath(new URL('../../dashboard/src/ui/tokens.css', import.meta.url)), 'utf8')
  for (const [role, name] of Object.entries(names) as [keyof Palette, string][]) {
    const { light, dark } = defaultPalettes
    const wanted = `--${name}: light-dark(${light[role]}, ${dark[role]});`
    assert.ok(css.includes(wanted), wanted)
  }
})

interface Drawn {
  readonly accent_hover: string
  readonly on_accent: string
}

const ofPreview = (file: string) =>
  import(new URL(`../../dashboard/src/pages/branding/${file}`, import.meta.url).href) as Promise<unknown>

test('the preview of the sign-in page has the palettes that the server makes', async () => {
  const { paletteOf: drawn } = (await ofPreview('palette.ts')) as {
    paletteOf: (choices: object, mode: Mode) => Drawn
  }
  const { fixed } = (await ofPreview('built-in.ts')) as { fixed: Record<Mode, { mail: string }> }
  const tokens = { dark: { surface: '#222222' } }
  for (const accent of ['#ffcc00', '#0f766e', '#5b1111', '#ffffff']) {
    for (const mode of modes) {
      const {
        accent_hover: accentHover,
        on_accent: onAccent,
        ...same
      } = drawn({ accent, accentDark: '', tokens }, mode)
      const { mail, ...others } = fixed[mode]
      assert.deepEqual(
        { ...same, accentHover, onAccent, ...others },
        paletteOf({ accent, accentDark: null, tokens }, mode),
      )
      assert.equal(mail, mailColours[mode].panel)
    }
  }
})
