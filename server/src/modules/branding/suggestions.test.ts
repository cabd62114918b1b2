import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contrast } from '#/ui/css/colour.ts'
import { shortfalls } from './suggestions.ts'
import type { Colour } from '#/ui/css/colour.ts'
import type { ColourChoices } from './colour-choices.ts'

const nothing: ColourChoices = { accent: null, accentDark: null, tokens: {} }

const all = (hex: Colour) => ({
  background: hex,
  surface: hex,
  text: hex,
  muted: hex,
  line: hex,
  border: hex,
  accent_hover: hex,
  on_accent: hex,
})

/** Every colour the same grey: all pairs fall short in both schemes, and the dark accent has to be searched for. */
const worst: ColourChoices = {
  accent: '#808080',
  accentDark: null,
  tokens: { light: all('#808080'), dark: all('#808080') },
}

/** The processor time some work takes, in microseconds; what runs beside it does not count. */
function cost(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return user + system
}

function compareMany(): void {
  for (let i = 0; i < 100_000; i++) contrast(`#${(i % 4096).toString(16).padStart(3, '0')}abc`, '#102030')
}

test('the worst choice of colours is judged in about the time of a hundred thousand comparisons', () => {
  // The search for a dark accent within the search for a background took a million palettes.
  assert.ok(shortfalls(worst, nothing).length > 30)
  compareMany()
  const unit = Math.max(1, cost(compareMany))
  assert.ok(cost(() => shortfalls(worst, nothing)) < 3 * unit)
})

test('a background that the derived accent of dark pages can not be read on gets a suggestion', () => {
  const choices: ColourChoices = { ...nothing, accent: '#808080', tokens: { dark: { background: '#808080' } } }
  const found = shortfalls(choices, nothing).filter(({ setting }) => setting === 'design_tokens.dark.background')
  assert.ok(found.length > 0)
  for (const { suggestion } of found) {
    assert.ok(suggestion !== undefined)
    const mended = { ...choices, tokens: { dark: { background: suggestion } } }
    assert.deepEqual(
      shortfalls(mended, nothing).filter(({ setting }) => setting === 'design_tokens.dark.background'),
      [],
    )
  }
})
