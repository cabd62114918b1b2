import { createHash } from 'node:crypto'
import type { MarkdownOptions } from 'vitepress'

type Transformer = NonNullable<MarkdownOptions['codeTransformers']>[number]
type Element = Parameters<NonNullable<Transformer['line']>>[0]

/** Colours of code as classes of one style sheet, since the policy of the pages allows no `style` in what they are made of. */
export class ClassNames {
  readonly #names = new Map<string, string>()

  /** Gives each part of a block of code the class of its style. */
  readonly transformer: Transformer = {
    name: 'class-names',
    span: (element) => this.#name(element),
    pre: (element) => this.#name(element),
  }

  /** The style sheet of all classes that were given. */
  get sheet(): string {
    return [...this.#names].map(([style, name]) => `.${name}{${style}}`).join('\n')
  }

  #name(element: Element): void {
    const { style, class: others } = element.properties
    if (typeof style !== 'string') return
    delete element.properties['style']
    const name = this.#names.get(style) ?? `code-${createHash('sha256').update(style).digest('hex').slice(0, 6)}`
    this.#names.set(style, name)
    element.properties['class'] = `${String(others ?? '')} ${name}`.trim()
  }
}
