import { escapeHtml, fill } from '#/platform/mail/placeholders.ts'
import { plainText } from '#/platform/mail/plain-text.ts'
import { soundBrand } from './brand.ts'
import { catalogues } from './catalogues.ts'
import { layout } from './layout.ts'
import { withInlineStyles } from './styles.ts'
import { oneLine } from './template-values.ts'
import type { EmailBrand } from './brand.ts'
import type { TemplateText } from './catalogue.ts'
import type { Locale } from './template-kinds.ts'

interface ComposerDeps {
  readonly brand: () => Promise<EmailBrand>
  readonly issuer: string
}

/** A message as it will be read. */
export interface Written {
  readonly subject: string
  readonly html: string
  readonly text: string
}

/** What to write: a template, the values of its variables in words, and for whom. */
export interface Draft {
  readonly template: TemplateText
  readonly values: ReadonlyMap<string, string>
  readonly to: string
  readonly locale: Locale
}

const MAX_PREVIEW_LENGTH = 140

/** Writes messages: fills the template, puts it into the layout, and makes the part without markup. */
export class Composer {
  readonly #deps: ComposerDeps
  constructor(deps: ComposerDeps) {
    this.#deps = deps
  }

  async write({ template, values, to, locale }: Draft): Promise<Written> {
    const { issuer } = this.#deps
    const brand = soundBrand(await this.#deps.brand())
    const all = new Map([...values, ['product_name', brand.productName], ['email', to]])
    const subject = oneLine(fill(template.subject, all, (value) => value))
    // Styles first: what a value holds is no markup.
    const body = fill(withInlineStyles(template.html, brand), all, escapeHtml)
    if (isWholeDocument(template.html)) return { subject, html: body, text: plainText(body) }
    const footer = fill(catalogues[locale].footer, all, (value) => value)
    const text = plainText(body)
    const [before, after] = layout({ title: subject, preview: previewOf(text), footer, issuer, locale, brand })
    return { subject, html: `${before}${body}${after}`, text: `${text}\n\n-- \n${footer}\n${issuer}\n` }
  }
}

/** A template that brings its own document gets no layout. */
const isWholeDocument = (html: string): boolean => /^\s*(?:<!doctype|<html)\b/i.test(html)

// The heading repeats the subject, which stands beside the preview.
const previewOf = (text: string): string =>
  [
    ...text
      .slice(text.indexOf('\n') + 1)
      .replace(/\s+/g, ' ')
      .trim(),
  ]
    .slice(0, MAX_PREVIEW_LENGTH)
    .join('')
