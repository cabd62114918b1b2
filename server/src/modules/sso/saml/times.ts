import { attributeOf } from './document.ts'
import type { XmlElement } from './document.ts'
import { demand } from './refusal.ts'

/** How far the clock of an identity provider may be from ours. */
export const CLOCK_SKEW_MS = 3 * 60_000

const UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/

/** A time as Core §1.3.3 writes it, always in UTC; undefined where there is none. */
export function timeOf(element: XmlElement, attribute: string): number | undefined {
  const text = attributeOf(element, attribute)
  if (text === undefined) return undefined
  const time = UTC.test(text) ? Date.parse(text) : Number.NaN
  demand(!Number.isNaN(time), 'structure', `${attribute} is no time`)
  return time
}

/** Refuses what is not valid yet. */
export function demandBegun(notBefore: number | undefined, now: number): void {
  if (notBefore !== undefined) demand(now + CLOCK_SKEW_MS >= notBefore, 'not_yet_valid', 'not valid yet')
}

/** Refuses what is over. */
export function demandNotOver(notOnOrAfter: number | undefined, now: number): void {
  if (notOnOrAfter !== undefined) demand(now - CLOCK_SKEW_MS < notOnOrAfter, 'expired', 'not valid any more')
}
