import type { Client } from '#/modules/clients/index.ts'
import { actorOf } from '#/platform/audit/event.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Form } from '#/platform/http/input/form.ts'
import { OAuthError } from '#/platform/errors/oauth-error.ts'
import type { RequestContext } from '#/platform/request-context.ts'

/** RFC 8707 §2, RFC 8693 §2.1: these may come more than once; every other parameter must not (RFC 6749 §3.2). */
export const REPEATABLE = ['resource', 'audience']

/** RFC 6749 §3.2, §2.3.1: no parameter twice, nothing in the query string where logs would keep it. */
export function refuseUnsafeShape({ form, url }: { readonly form: Form; readonly url: string }): void {
  if (url.includes('?'))
    throw new OAuthError('invalid_request', 'Send parameters in the body, not in the query string.')
  const twice = form.duplicates.find((name) => !REPEATABLE.includes(name))
  if (twice !== undefined) throw new OAuthError('invalid_request', `${shown(twice)} must be sent once.`)
}

const shown = (name: string): string => JSON.stringify(name.slice(0, 40))

/** The client as the one who acts. */
export const clientActor = ({ clientId }: Client, context: RequestContext): Actor => actorOf('agent', clientId, context)
