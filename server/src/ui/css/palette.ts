import type { Colour } from './colour.ts'

export const modes = ['light', 'dark'] as const

/** A colour scheme: which of the two the reader's device asks for. */
export type Mode = (typeof modes)[number]

/** Every colour of the pages in one scheme, by what it is for. */
export interface Palette {
  readonly background: Colour
  readonly surface: Colour
  readonly line: Colour
  readonly border: Colour
  readonly text: Colour
  readonly muted: Colour
  readonly accent: Colour
  readonly accentHover: Colour
  readonly onAccent: Colour
  readonly person: Colour
  readonly agent: Colour
  readonly ok: Colour
  readonly warn: Colour
  readonly bad: Colour
}

/** The pages of an installation that nobody gave a look. */
export const defaultPalettes: Readonly<Record<Mode, Palette>> = {
  light: {
    background: '#f9fafc',
    surface: '#ffffff',
    line: '#dbdee2',
    border: '#80878f',
    text: '#1a2029',
    muted: '#545b66',
    accent: '#305eb7',
    accentHover: '#264b94',
    onAccent: '#ffffff',
    person: '#215da5',
    agent: '#7a4aba',
    ok: '#0b7643',
    warn: '#945a00',
    bad: '#be222a',
  },
  dark: {
    background: '#0c1015',
    surface: '#13171e',
    line: '#292e36',
    border: '#6e7581',
    text: '#eceff3',
    muted: '#a5abb5',
    accent: '#7daafd',
    accentHover: '#a3c4fe',
    onAccent: '#0c1015',
    person: '#79b6f4',
    agent: '#cba1fa',
    ok: '#66d592',
    warn: '#f7bc50',
    bad: '#fc7a79',
  },
}
