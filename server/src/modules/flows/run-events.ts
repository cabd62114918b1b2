import type { Actor } from '#/platform/audit/event.ts'
import type { FlowRun } from './run.ts'

/** How events name a run. */
export const runFields = ({ id, flowId, flowVersion, userId, trigger }: FlowRun) => ({
  run_id: id,
  flow_id: flowId,
  flow_version: flowVersion,
  user_id: userId,
  trigger,
})

export const actorAndTarget = ({ id }: FlowRun, actor: Actor) => ({ actor, target: { type: 'flow_run', id } })
