import { flag, integer, integerOrNull, json, named, table, text, textOrNull, word } from '#/platform/db/table.ts'
import type { EntityOf } from '#/platform/db/table.ts'
import type { FlowTrigger } from '#/modules/sessions/index.ts'
import type { Condition } from './condition-types.ts'
import type { Step } from './step-types.ts'

const definition = {
  name: text,
  trigger: named('trigger_name', word<FlowTrigger>()),
  steps: json<readonly Step[]>(),
  conditions: json<Condition>(),
  enabled: flag,
  priority: integer,
}

/** The codec of `flows`. */
export const flows = table('flows', {
  id: text,
  ...definition,
  version: integer,
  secretSealed: text,
  formerSecretSealed: textOrNull,
  formerUntil: integerOrNull,
  createdAt: integer,
  updatedAt: integer,
})

/** A flow as it is now: which sign-ins it takes, and what they go through. */
export type Flow = EntityOf<typeof flows>

/** The codec of `flow_versions`. */
export const flowVersions = table('flow_versions', {
  flowId: text,
  version: integer,
  ...definition,
  createdBy: text,
  createdAt: integer,
})

/** A flow as one save made it. It never changes. */
export type FlowVersion = EntityOf<typeof flowVersions>

/** What of a flow is saved as a version. */
export type FlowDefinition = Pick<Flow, 'name' | 'trigger' | 'steps' | 'conditions' | 'enabled' | 'priority'>
