import { colour, isColour } from '#/generated/colour.ts'
import type { Colour } from '#/generated/colour.ts'

/** The one spelling of a colour; undefined while what was typed is none. */
export const spelled = (text: string | null | undefined): Colour | undefined =>
  text && isColour(text) ? colour(text) : undefined
