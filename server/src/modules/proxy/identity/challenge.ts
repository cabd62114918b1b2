import type { OAuthError } from '#/platform/errors/oauth-error.ts'
import type { Decision } from '#/modules/proxy/access/decision.ts'
import type { Caller } from '#/modules/proxy/access/caller.ts'
import type { Rule } from '#/modules/proxy/rules/rule.ts'
import { dpopAlgorithms } from '#/protocol/oauth.ts'

type Denied = Extract<Decision, { allowed: false }>

const ALGORITHMS = `algs="${dpopAlgorithms.join(' ')}"`

/** RFC 9728 §5.1: where a client learns whom to ask for a token. */
const metadataParameter = (url: string): string => `resource_metadata="${url}"`

/** The challenge for whoever brought nothing (RFC 6750 §3, RFC 9449 §7.1). */
export const strangerChallenge = (metadataUrl: string): string =>
  `Bearer ${metadataParameter(metadataUrl)}, DPoP ${ALGORITHMS}, ${metadataParameter(metadataUrl)}`

/** The challenge for a token that does not suffice; undefined where no other token would do. */
export function tokenChallenge({ reason, rule }: Denied, { method }: Caller, metadataUrl: string): string | undefined {
  const scheme = method === 'dpop' ? 'DPoP' : 'Bearer'
  const parameters = rule ? parametersOf(reason, rule) : undefined
  return parameters && `${scheme} ${[...parameters, metadataParameter(metadataUrl)].join(', ')}`
}

function parametersOf(reason: Denied['reason'], rule: Rule): string[] | undefined {
  if (reason === 'missing_scope') {
    const required = rule.require.flatMap((text) => (text.startsWith('scope:') ? [text.slice('scope:'.length)] : []))
    const scope = [...new Set([...required, ...rule.scopes])].join(' ')
    return ['error="insufficient_scope"', `scope="${scope}"`]
  }
  if (reason !== 'step_up_required') return undefined
  // RFC 9470 §3: what the next sign-in has to be.
  return [
    'error="insufficient_user_authentication"',
    'error_description="The person must sign in more strongly, or again."',
    ...(rule.acr === null ? [] : [`acr_values="${rule.acr}"`]),
    ...(rule.maxAgeSeconds === null ? [] : [`max_age="${rule.maxAgeSeconds}"`]),
  ]
}

/** What a token that can't be used here is told: status and headers, with the way to one that can. */
export function refusedToken(
  error: OAuthError,
  metadataUrl: string,
): { status: number; headers: Record<string, string> } {
  const challenge = error.headers['www-authenticate'] ?? 'Bearer'
  const separator = challenge.includes(' ') ? ', ' : ' '
  return {
    status: error.status,
    headers: { ...error.headers, 'www-authenticate': `${challenge}${separator}${metadataParameter(metadataUrl)}` },
  }
}
