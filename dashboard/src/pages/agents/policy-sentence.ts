import type { Policy } from '@mandate/sdk'
import { counted } from '#/i18n/words.ts'
import type { Locale } from '#/i18n/words.ts'

/** What a policy lets an agent do, as a sentence: “may act for Maya to mail:read, two hops at most, and hand on”. */
export function policySentence(policy: Policy, agent: string, subject: string, locale: Locale): string {
  const { scope, audience, max_depth: depth, may_redelegate: handsOn } = policy
  const isAnyone = policy.subject === '*'
  if (locale === 'es') {
    const who = isAnyone ? 'cualquiera' : subject
    const what = scope === '*' ? 'todo lo que permite su token' : scope.split(' ').join(', ')
    const where = audience.length === 0 ? '' : `, en ${audience.join(', ')}`
    const hops = `, a ${counted(locale, depth, 'salto', 'saltos')} como mucho`
    return `${agent} puede actuar por ${who} para ${what}${where}${hops}${handsOn ? ', y puede pasarlo a otro agente' : ', y no puede pasarlo'}.`
  }
  const who = isAnyone ? 'anyone' : subject
  const what = scope === '*' ? 'whatever their token allows' : scope.split(' ').join(', ')
  const where = audience.length === 0 ? '' : `, at ${audience.join(', ')}`
  const hops = `, ${counted(locale, depth, 'hop', 'hops')} at most`
  return `${agent} may act for ${who} for ${what}${where}${hops}${handsOn ? ', and may hand on to another agent' : ', and may not hand on'}.`
}
