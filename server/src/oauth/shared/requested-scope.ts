import { isSubset, parseScope } from '#/modules/clients/index.ts'
import { OAuthError } from '#/platform/errors/oauth-error.ts'

const MAX_LENGTH = 4096

/**
 * The scopes a request asks for, or `fallback` when it names none (RFC 6749 §3.3). Refuses what is malformed and what
 * goes beyond `limit`; `whose` names the limit in the error.
 */
export function requestedScope(
  asked: string | undefined,
  limit: readonly string[],
  whose: string,
  fallback: readonly string[] = limit,
): readonly string[] {
  if (asked === undefined) return fallback
  const scope = asked.length > MAX_LENGTH ? undefined : parseScope(asked)
  if (!scope) throw new OAuthError('invalid_scope', 'scope must be a list of scope names separated by single spaces.')
  if (isSubset(scope, limit)) return scope
  const beyond = scope.filter((name) => !limit.includes(name)).slice(0, 10)
  throw new OAuthError('invalid_scope', `scope goes beyond ${whose}: ${beyond.join(' ')}.`)
}
