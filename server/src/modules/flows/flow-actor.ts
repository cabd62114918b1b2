import type { Actor } from '#/platform/audit/event.ts'
import type { RequestContext } from '#/platform/request-context.ts'
import type { FlowRun } from './run.ts'

/** Who changes what in a flow: the flow, in the request of a person. */
export const flowActor = ({ flowId }: Pick<FlowRun, 'flowId'>, { requestId, ip }: RequestContext): Actor => ({
  type: 'system',
  id: flowId,
  requestId,
  ip,
})
