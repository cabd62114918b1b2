import type { BrandPalette } from '@mandate/sdk'
import { fixed } from './built-in.ts'
import { contrast } from '#/generated/colour.ts'
import type { Mode } from './built-in.ts'
import type { Colour } from '#/generated/colour.ts'

/** A colour of a palette, or one that nobody chooses. */
export type Role = keyof BrandPalette | keyof (typeof fixed)['light']

const table = {
  button_text: ['on_accent', 'accent', 4.5],
  button_text_hover: ['on_accent', 'accent_hover', 4.5],
  link_on_page: ['accent', 'background', 4.5],
  link_on_card: ['accent', 'surface', 4.5],
  link_hover_on_page: ['accent_hover', 'background', 4.5],
  link_hover_on_card: ['accent_hover', 'surface', 4.5],
  mail_link: ['accent', 'mail', 4.5],
  text_on_page: ['text', 'background', 4.5],
  text_on_card: ['text', 'surface', 4.5],
  muted_text_on_page: ['muted', 'background', 4.5],
  muted_text_on_card: ['muted', 'surface', 4.5],
  error_text_on_card: ['bad', 'surface', 4.5],
  warning_text_on_card: ['warn', 'surface', 4.5],
  success_text_on_card: ['ok', 'surface', 4.5],
  field_edge_on_card: ['border', 'surface', 3],
  person_on_card: ['person', 'surface', 3],
  agent_on_card: ['agent', 'surface', 3],
} as const satisfies Record<string, readonly [Role, Role, 4.5 | 3]>

/** The name of two colours that meet, as the server has it. */
type PairName = keyof typeof table

/** Two colours that meet on a page or in a message. */
export interface Pair {
  readonly name: PairName
  readonly foreground: Role
  readonly background: Role
  /** 4.5 for words (WCAG 2.2 §1.4.3), 3 for edges and shapes (§1.4.11). */
  readonly needed: number
}

/** Every pair that the server judges, without those of which another with the same colours asks for more. */
export const pairs: readonly Pair[] = Object.entries(table).map(([name, [foreground, background, needed]]) => ({
  ...{ name: name as PairName, foreground, background, needed },
}))

const colourOf = (role: Role, palette: BrandPalette, mode: Mode): Colour => ({ ...fixed[mode], ...palette })[role]

/** How well the two of a pair stand apart. */
export const ratioOf = ({ foreground, background }: Pair, palette: BrandPalette, mode: Mode): number =>
  contrast(colourOf(foreground, palette, mode), colourOf(background, palette, mode))

/** Whether each of some pairs can be told apart. */
export const passes = (palette: BrandPalette, mode: Mode, among: readonly Pair[] = pairs): boolean =>
  among.every((pair) => ratioOf(pair, palette, mode) >= pair.needed)
