import { toIso } from '#/platform/clock.ts'
import { catalogues } from './catalogues.ts'
import { variableKinds } from './template-kinds.ts'
import type { Locale, TemplateName } from './template-kinds.ts'
import type { Values } from './template-values.ts'

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
