const GAP = '  '
const MIN_WIDTH = 6
const ELLIPSIS = '…'

const segments = new Intl.Segmenter('en', { granularity: 'grapheme' })
const WIDE = /\p{Emoji_Presentation}|[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60]/u

/** How many columns of a terminal a text takes. */
export function widthOf(text: string): number {
  let width = 0
  for (const { segment } of segments.segment(text)) width += WIDE.test(segment) ? 2 : 1
  return width
}

function fit(text: string, width: number): string {
  const own = widthOf(text)
  if (own <= width) return text + ' '.repeat(width - own)
  let taken = ''
  let left = width - 1
  for (const { segment } of segments.segment(text)) {
    left -= widthOf(segment)
    if (left < 0) break
    taken += segment
  }
  return `${taken}${ELLIPSIS}`.padEnd(width)
}

/**
 * Lines of aligned columns that fit a terminal: the widest columns give way. The first is an id, which somebody will copy,
 * and stays whole.
 */
export function tableLines(rows: readonly (readonly string[])[], columns: number): string[] {
  const count = Math.max(0, ...rows.map((row) => row.length))
  const widths = Array.from({ length: count }, (_, i) => Math.max(0, ...rows.map((row) => widthOf(row[i] ?? ''))))
  let excess = widths.reduce((sum, width) => sum + width, GAP.length * (count - 1)) - columns
  while (excess > 0) {
    const widest = widths.reduce((best, width, i) => (i > 0 && width > (widths[best] ?? 0) ? i : best), 1)
    const width = widths[widest] ?? 0
    if (width <= MIN_WIDTH) break
    const next = widths.filter((_, i) => i > 0 && i !== widest).reduce((most, each) => Math.max(most, each), MIN_WIDTH)
    const smaller = Math.max(MIN_WIDTH, width - excess, Math.min(next, width - 1))
    excess -= width - smaller
    widths[widest] = smaller
  }
  return rows.map((row) =>
    widths
      .map((width, i) => fit(row[i] ?? '', width))
      .join(GAP)
      .trimEnd(),
  )
}
