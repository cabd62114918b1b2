import type { MfaChange, TemplateName } from './template-kinds.ts'

/** What a message says: subject and what stands in its card, both with `{{variables}}`. */
export interface TemplateText {
  readonly subject: string
  readonly html: string
}

/** So many of a unit of time. */
type Unit = (count: number) => string

/** Everything mail says in one language. */
export interface Catalogue {
  readonly templates: Readonly<Record<TemplateName, TemplateText>>
  /** What operators send to see whether mail works. */
  readonly test: TemplateText
  /** Stands below the card. */
  readonly footer: string
  readonly mfaChanges: Readonly<Record<MfaChange, string>>
  readonly units: { readonly minutes: Unit; readonly hours: Unit; readonly days: Unit }
  /** Sample values for previews; what is not here is made from the server's address and the time. */
  readonly samples: Readonly<Record<string, string>>
}
