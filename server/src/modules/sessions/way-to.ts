import { Type } from 'typebox'
import type { RequestContext } from '#/platform/request-context.ts'
import { destinationOf } from './destination.ts'
import type { FlowTrigger } from './flow-trigger.ts'
import type { Sessions } from './sessions.ts'

/** What the body of a JSON sign-in says of where it leads. */
export const NextMember = Type.Optional(
  Type.String({ maxLength: 2000, description: 'Where the sign-in leads: which auth flow applies may depend on it.' }),
)

/** Whom to ask about a sign-in that leads to an application. */
interface Directory {
  readonly sessions: Pick<Sessions, 'browserOf'>
  readonly authorizationRequests: {
    find(id: string, browserId: string): Promise<{ readonly clientId: string } | undefined>
  }
}

/** What a JSON sign-in tells its auth flow, but for what was proven. */
interface WayTo {
  readonly trigger: FlowTrigger
  readonly clientId: string | null
  readonly recovery: boolean
}

/**
 * What decides on the auth flow of a JSON sign-in that leads to a path of ours. A request that is over, or another
 * browser's, decides nothing here; the page that it leads to says so.
 */
export async function wayTo(
  next: string | undefined,
  trigger: FlowTrigger,
  { cookies }: RequestContext,
  { authorizationRequests, sessions }: Directory,
): Promise<WayTo> {
  const { requestId, recovery } = destinationOf(next ?? '/')
  const request =
    requestId === null ? undefined : await authorizationRequests.find(requestId, sessions.browserOf(cookies).id)
  return { trigger, clientId: request?.clientId ?? null, recovery }
}
