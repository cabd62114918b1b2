import { AppError, commonErrors } from '#/platform/errors/app-error.ts'
import { pageOfAll } from '#/platform/paging/paging.ts'
import type { Page, PageRequest, Position } from '#/platform/paging/paging.ts'
import { templateErrors } from './check.ts'
import { emailErrors } from './errors.ts'
import { emailTemplateReset, emailTemplateUpdated } from './events.ts'
import { isTemplateName, neededVariables, templateNames, usableVariables, variableKinds } from './template-kinds.ts'
import { TemplateStore } from './template-store.ts'
import { checkedValues } from './template-values.ts'
import { worded } from './wording.ts'
import type { Static } from 'typebox'
import type { Clock } from '#/platform/clock.ts'
import type { Db } from '#/platform/db/db.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { Composer, Written } from './composer.ts'
import type { EmailTemplatePatch } from './schemas.ts'
import type { Locale, TemplateName } from './template-kinds.ts'
import type { EffectiveTemplate } from './template-store.ts'
import type { Values } from './template-values.ts'
import { toIso } from '#/platform/clock.ts'
import { catalogues } from './catalogues.ts'

interface EmailTemplatesDeps {
  readonly db: Db
  readonly clock: Clock
  readonly events: Events
  readonly composer: Composer
  readonly issuer: string
}

/** What to show before it is saved; what is not given is taken from the template and the samples. */
interface Preview {
  readonly subject?: string
  readonly html?: string
  readonly variables?: Values
  readonly to?: string
}

const SAMPLE_RECIPIENT = 'maya@example.com'

/** What mail says: built in, or in an operator's own words. */
export class EmailTemplates {
  readonly #deps: EmailTemplatesDeps
  readonly #store: TemplateStore
  constructor(deps: EmailTemplatesDeps) {
    this.#deps = deps
    this.#store = new TemplateStore(deps.db)
  }

  async list(locale: Locale, request: PageRequest): Promise<Page<EffectiveTemplate>> {
    return pageOfAll(await this.#store.list(locale), placeOf, request)
  }

  async get(id: string, locale: Locale): Promise<EffectiveTemplate> {
    return this.#store.get(known(id), locale)
  }

  /** Changes what a template says; null takes the built-in text back. */
  async update(
    id: string,
    locale: Locale,
    patch: Static<typeof EmailTemplatePatch>,
    actor: Actor,
  ): Promise<EffectiveTemplate> {
    const template = known(id)
    assertSound(template, patch)
    const { db, clock, events } = this.#deps
    await db.tx(async (tx) => {
      const before = await this.#store.override(tx, template, locale)
      const after = { ...before, ...patch }
      const changed = (['subject', 'html'] as const).filter((part) => before[part] !== after[part])
      if (changed.length === 0) return
      if (after.subject === null && after.html === null) await this.#store.remove(tx, template, locale)
      else await this.#store.save(tx, template, locale, after, clock.now())
      const target = { type: 'email_template', id: template }
      await events.record(tx, emailTemplateUpdated, { actor, target, data: { template, locale, changed } })
    })
    return this.#store.get(template, locale)
  }

  /** Takes the built-in template back. */
  async reset(id: string, locale: Locale, actor: Actor): Promise<EffectiveTemplate> {
    const template = known(id)
    await this.#deps.db.tx(async (tx) => {
      if (!(await this.#store.remove(tx, template, locale))) return
      const target = { type: 'email_template', id: template }
      await this.#deps.events.record(tx, emailTemplateReset, { actor, target, data: { template, locale } })
    })
    return this.#store.get(template, locale)
  }

  /** The message somebody would get, with sample values. */
  async preview(
    id: string,
    locale: Locale,
    { variables = {}, to = SAMPLE_RECIPIENT, ...text }: Preview = {},
  ): Promise<Written> {
    const template = known(id)
    assertSound(template, text)
    const values = worded(template, this.#previewValues(template, locale, variables), locale)
    const saved = await this.#store.get(template, locale)
    return this.#deps.composer.write({ template: { ...saved, ...text }, values, to, locale })
  }

  #previewValues(template: TemplateName, locale: Locale, variables: Values): Values {
    const { clock, issuer } = this.#deps
    const values = { ...sampleValues(template, locale, issuer, clock.now()), ...variables }
    try {
      return checkedValues(template, values, issuer)
    } catch (cause) {
      const errors = [{ pointer: '/variables', message: (cause as Error).message }]
      throw new AppError(commonErrors.invalid_request, { details: { errors }, cause })
    }
  }
}

/** Templates are as old as the product, so their order stands for the time: the first kind is the newest. */
const placeOf = ({ template }: EffectiveTemplate): Position => ({
  createdAt: templateNames.length - templateNames.indexOf(template),
  id: template,
})

function known(id: string): TemplateName {
  if (isTemplateName(id)) return id
  throw new AppError(emailErrors.email_template_not_found)
}

function assertSound(
  template: TemplateName,
  { subject, html }: { subject?: string | null; html?: string | null },
): void {
  const given = { ...(subject ? { subject } : {}), ...(html ? { html } : {}) }
  const errors = templateErrors(given, usableVariables(template), neededVariables(template))
  if (errors.length > 0) throw new AppError(emailErrors.email_template_invalid, { details: { errors } })
}

/** Where the links of a preview lead: nowhere that knows them. */
const SAMPLE_PATH = '/account'

/** Values for a preview. */
export function sampleValues(template: TemplateName, locale: Locale, issuer: string, now: number): Values {
  const { samples } = catalogues[locale]
  const made: Readonly<Record<string, string>> = { link: `${issuer}${SAMPLE_PATH}`, time: toIso(now) }
  return Object.fromEntries(
    Object.entries(variableKinds(template)).map(([name, kind]) => [name, made[kind] ?? samples[name] ?? name]),
  )
}
