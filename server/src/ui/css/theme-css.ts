import { colour } from './colour.ts'
import { interFace, startsWithInter } from './inter.ts'
import type { Mode, Palette } from './palette.ts'

/** What of a look the style sheet depends on. */
export interface Theme {
  readonly palettes: Readonly<Record<Mode, Palette>>
  readonly bodyFont: string
  readonly headingFont: string
  readonly tokens: {
    readonly radiusPx: number
    readonly shadow: 'soft' | 'none'
    readonly logoHeightPx: number
    readonly logoPlate: 'light' | 'none'
  }
}

const variables: Readonly<Record<keyof Palette, string>> = {
  background: '--bg',
  surface: '--panel',
  line: '--line',
  border: '--border',
  text: '--text',
  muted: '--muted',
  accent: '--accent',
  accentHover: '--accent-strong',
  onAccent: '--on-accent',
  person: '--human',
  agent: '--agent',
  ok: '--ok',
  warn: '--warn',
  bad: '--bad',
}

// The last gate in front of the style sheet: a value that is no colour, font list or number never gets here, whatever
// the database holds.
const written = (palette: Palette): string =>
  Object.entries(variables)
    .map(([role, name]) => `${name}:${colour(palette[role as keyof Palette])};`)
    .join('')

const FONTS = /^[\w -]+(?:, [\w -]+)*$/

function fontList(stack: string): string {
  if (!FONTS.test(stack)) throw new TypeError('a list of fonts has names and commas')
  return stack
}

function px(value: number): string {
  if (!Number.isInteger(value)) throw new TypeError('a measure is a whole number of pixels')
  return `${value}px`
}

const SOFT = '0 1px 2px rgb(20 26 36/5%),0 14px 36px -14px rgb(20 26 36/14%)'

/** The variables that `mandate.css` is written with, for light pages and dark ones. */
export function themeCss({ palettes, tokens, bodyFont, headingFont }: Theme): string {
  const { radiusPx, shadow, logoHeightPx, logoPlate } = tokens
  const plate = logoPlate === 'light' ? '--plate:#fff;--plate-pad:6px 10px;--plate-radius:6px;' : ''
  const face = [bodyFont, headingFont].some(startsWithInter) ? interFace : ''
  return (
    `${face}:root{color-scheme:light dark;${written(palettes.light)}` +
    `--font:${fontList(bodyFont)};--heading:${fontList(headingFont)};--radius:${px(radiusPx)};` +
    `--logo:${px(logoHeightPx)};--shadow:${shadow === 'soft' ? SOFT : 'none'}}` +
    `@media (prefers-color-scheme:dark){:root{${written(palettes.dark)}--shadow:none;${plate}}}`
  )
}
