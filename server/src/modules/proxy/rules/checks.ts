import { nameProblem } from '#/modules/clients/index.ts'
import type { FieldError } from '#/platform/errors/app-error.ts'
import { invalid } from '#/platform/errors/invalid.ts'
import { parsePattern, PATTERN_FORM } from '#/platform/paths/path-pattern.ts'
import { isOneScope, parseRequirement, REQUIREMENT_FORM } from './requirement.ts'
import type { Rule } from './rule.ts'

/** Refuses a rule that says something nobody could hold a request against, naming every field that does. */
export function requireSound(rule: Rule): void {
  const problems = [
    ...wrong('/name', nameProblem(rule.name)),
    ...wrong('/pattern', parsePattern(rule.pattern) ? undefined : `must be ${PATTERN_FORM}`),
    ...rule.require.flatMap((text, i) =>
      wrong(`/require/${i}`, parseRequirement(text) ? undefined : `must be ${REQUIREMENT_FORM}`),
    ),
    ...wrong('/require', anonymousProblem(rule)),
    ...rule.scopes.flatMap((scope, i) =>
      wrong(`/scopes/${i}`, isOneScope(scope) ? undefined : 'must be one word of printable characters without quotes'),
    ),
    ...wrong(
      '/upstream_id',
      (rule.upstreamId === null) === (rule.appId === null)
        ? 'either this or app_id says where the rule holds, and not both'
        : undefined,
    ),
  ]
  if (problems.length > 0) throw invalid(problems)
}

/** What is open to everybody can ask nothing besides: half of such a rule would not hold. */
function anonymousProblem({ require, scopes, acr, maxAgeSeconds }: Rule): string | undefined {
  if (!require.includes('anonymous')) return undefined
  const isAlone = require.length === 1 && scopes.length === 0 && acr === null && maxAgeSeconds === null
  return isAlone ? undefined : 'anonymous stands alone, without scopes, acr and max_age_seconds'
}

const wrong = (pointer: string, message: string | undefined): FieldError[] =>
  message === undefined ? [] : [{ pointer, message }]
