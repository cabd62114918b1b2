import { contrast } from '#/ui/css/colour.ts'
import { mailColours } from './mail-colours.ts'
import type { Colour } from '#/ui/css/colour.ts'
import type { Mode, Palette } from '#/ui/css/palette.ts'

/** A colour of a palette, or the card of a message, whose greys are its own. */
export type Role = keyof Palette | 'mail'

/** Two colours that meet on a page. */
interface Pair {
  readonly name: string
  readonly foreground: Role
  readonly background: Role
  /** 4.5 for words (WCAG 2.2 §1.4.3), 3 for what has a shape: rings, edges, pictures (§1.4.11). */
  readonly needed: 4.5 | 3
}

const pair = (name: string, foreground: Role, background: Role, needed: 4.5 | 3 = 4.5): Pair => ({
  name,
  foreground,
  background,
  needed,
})

/** Every pair the hosted pages and mails show. A new pair in the style sheet is a new line here. */
export const pairs: readonly Pair[] = [
  pair('button_text', 'onAccent', 'accent'),
  pair('button_text_hover', 'onAccent', 'accentHover'),
  pair('link_on_page', 'accent', 'background'),
  pair('link_on_card', 'accent', 'surface'),
  pair('link_hover_on_page', 'accentHover', 'background'),
  pair('link_hover_on_card', 'accentHover', 'surface'),
  pair('focus_ring_on_page', 'accent', 'background', 3),
  pair('focus_ring_on_card', 'accent', 'surface', 3),
  pair('mail_link', 'accent', 'mail'),
  pair('mail_button_edge', 'accent', 'mail', 3),
  pair('text_on_page', 'text', 'background'),
  pair('text_on_card', 'text', 'surface'),
  pair('muted_text_on_page', 'muted', 'background'),
  pair('muted_text_on_card', 'muted', 'surface'),
  pair('error_text_on_card', 'bad', 'surface'),
  pair('warning_text_on_card', 'warn', 'surface'),
  pair('success_text_on_card', 'ok', 'surface'),
  pair('field_edge_on_card', 'border', 'surface', 3),
  pair('person_on_card', 'person', 'surface', 3),
  pair('agent_on_card', 'agent', 'surface', 3),
]

/** A pair that can't be told apart well enough. */
export interface Failure extends Pair {
  readonly colours: readonly [foreground: Colour, background: Colour]
  readonly ratio: number
}

/** The pairs of a palette that fall short. */
export function failures(palette: Palette, mode: Mode): Failure[] {
  return pairs.flatMap((it) => {
    const colours = coloursOf(it, palette, mode)
    const ratio = contrast(...colours)
    return ratio >= it.needed ? [] : [{ ...it, colours, ratio }]
  })
}

/** Whether every one of some pairs can be told apart. Stops at the first that can't: it is asked hundreds of times. */
export const passes = (palette: Palette, mode: Mode, among: readonly Pair[] = pairs): boolean =>
  among.every((it) => contrast(...coloursOf(it, palette, mode)) >= it.needed)

function coloursOf({ foreground, background }: Pair, palette: Palette, mode: Mode): readonly [Colour, Colour] {
  const of = (role: Role): Colour => (role === 'mail' ? mailColours[mode].panel : palette[role])
  return [of(foreground), of(background)]
}
