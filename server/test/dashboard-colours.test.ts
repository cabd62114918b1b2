import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { defaultPalettes } from '#/ui/css/palette.ts'
import type { Palette } from '#/ui/css/palette.ts'

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
