import { sql } from '#/platform/db/sql.ts'
import { integer, table, textOrNull, word } from '#/platform/db/table.ts'
import { catalogues } from './catalogues.ts'
import { templateNames } from './template-kinds.ts'
import type { Db, Queries, Row, Tx } from '#/platform/db/db.ts'
import type { Sql } from '#/platform/db/sql.ts'
import type { Locale, TemplateName } from './template-kinds.ts'

const overrides = table('email_templates', {
  template: word<TemplateName>(),
  locale: word<Locale>(),
  subject: textOrNull,
  html: textOrNull,
  updatedAt: integer,
})

/** What counts of a template: its own words, or the built-in ones. */
export interface EffectiveTemplate {
  readonly template: TemplateName
  readonly locale: Locale
  readonly subject: string
  readonly html: string
  /** When an operator changed it; null for the built-in one. */
  readonly updatedAt: number | null
}

/** What an operator may set: null takes the built-in text. */
export interface TemplateOverride {
  readonly subject: string | null
  readonly html: string | null
}

/** Every SQL statement about `email_templates`. */
export class TemplateStore {
  readonly #db: Db
  constructor(db: Db) {
    this.#db = db
  }

  /** The templates of a language, changed or not. */
  async list(locale: Locale): Promise<EffectiveTemplate[]> {
    const rows = await this.#db.all(sql`SELECT ${overrides.columns} FROM email_templates WHERE locale = ${locale}`)
    const changed = new Map(rows.map((row) => [row['template'], row]))
    return templateNames.map((template) => effective(template, locale, changed.get(template)))
  }

  async get(template: TemplateName, locale: Locale): Promise<EffectiveTemplate> {
    return effective(template, locale, await this.#db.get(one(template, locale)))
  }

  /** What was changed of a template; all null when nothing was. */
  async override(queries: Queries, template: TemplateName, locale: Locale): Promise<TemplateOverride> {
    const row = await queries.get(one(template, locale))
    return row ? overrides.decode(row) : { subject: null, html: null }
  }

  async save(tx: Tx, template: TemplateName, locale: Locale, text: TemplateOverride, now: number): Promise<void> {
    const { subject, html } = text
    await tx.run(sql`
      ${overrides.insert({ template, locale, subject, html, updatedAt: now })}
      ON CONFLICT (template, locale) DO UPDATE SET ${overrides.assign({ subject, html, updatedAt: now })}`)
  }

  /** False when there was nothing to remove. */
  async remove(tx: Tx, template: TemplateName, locale: Locale): Promise<boolean> {
    const removed = await tx.run(sql`DELETE FROM email_templates WHERE template = ${template} AND locale = ${locale}`)
    return removed === 1
  }
}

const one = (template: TemplateName, locale: Locale): Sql => sql`
  SELECT ${overrides.columns} FROM email_templates WHERE template = ${template} AND locale = ${locale}`

function effective(template: TemplateName, locale: Locale, row: Row | undefined): EffectiveTemplate {
  const builtIn = catalogues[locale].templates[template]
  const changed = row && overrides.decode(row)
  return {
    template,
    locale,
    subject: changed?.subject ?? builtIn.subject,
    html: changed?.html ?? builtIn.html,
    updatedAt: changed?.updatedAt ?? null,
  }
}
