import type { MarkdownRenderer } from 'vitepress'

const ALIGNED = /^text-align:(?<side>left|center|right)$/

/** The alignment of a column as a class, for the same reason as the colours of code. */
export function alignByClass(md: MarkdownRenderer): void {
  md.core.ruler.push('align_by_class', ({ tokens }) => {
    for (const token of tokens) {
      const side = ALIGNED.exec(token.attrGet('style') ?? '')?.groups?.['side']
      if (side === undefined) continue
      token.attrs = (token.attrs ?? []).filter(([name]) => name !== 'style')
      token.attrJoin('class', side)
    }
  })
}
