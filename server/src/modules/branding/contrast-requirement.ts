import { AppError } from '#/platform/errors/app-error.ts'
import { brandingErrors } from './errors.ts'
import { shortfalls } from './suggestions.ts'
import type { BrandDocument } from './brand.ts'
import type { ColourChoices } from './colour-choices.ts'
import type { Shortfall } from './suggestions.ts'

const coloursOf = ({ accent, accentDark, designTokens }: BrandDocument): ColourChoices => ({
  accent,
  accentDark,
  tokens: designTokens,
})

/** Throws `contrast_too_low` when words, links or edges in these colours could not be told from what lies behind. */
export function assertReadable(after: BrandDocument, before: BrandDocument, root = ''): void {
  const found = shortfalls(coloursOf(after), coloursOf(before))
  if (found.length === 0) return
  throw new AppError(brandingErrors.contrast_too_low, {
    details: {
      errors: found.map((it) => ({ pointer: pointerOf(it, root), message: sentenceOf(it) })),
      pairs: found.map(pairView),
    },
  })
}

/** Every pair that falls short, as the error would name it. What differs from `before` is what should give way. */
export const problemsOf = (after: BrandDocument, before: BrandDocument) =>
  shortfalls(coloursOf(after), coloursOf(before)).map(pairView)

const pairView = ({ mode, name, setting, colours, ratio, needed, suggestion }: Shortfall) => ({
  theme: mode,
  pair: name,
  setting: setting ?? null,
  foreground: colours[0],
  background: colours[1],
  ratio: shown(ratio),
  needed,
  nearest: suggestion ?? null,
})

// Cut, not rounded: 4.496 must not read as enough.
const shown = (ratio: number): number => Math.floor(ratio * 100) / 100

/** Where in the body the choice stands; `root` is what the route has in front of every setting. */
const pointerOf = ({ setting = '' }: Shortfall, root: string): string =>
  `/${setting.startsWith(root) ? setting.slice(root.length).replaceAll('.', '/') : setting.replaceAll('.', '/')}`

function sentenceOf({ mode, name, colours, ratio, needed, suggestion }: Shortfall): string {
  const what = `${colours[0]} on ${colours[1]} (${name.replaceAll('_', ' ')}, ${mode}) has a contrast of ${shown(ratio)}`
  const nearest = suggestion === undefined ? 'No shade of it fits.' : `The nearest that fits is ${suggestion}.`
  return `${what} and needs ${needed}. ${nearest}`
}
