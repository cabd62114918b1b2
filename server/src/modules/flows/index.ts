/**
 * Auth flows: what stands between a proof of who somebody is and a session that opens things, as operators write it. Owns
 * `flows`, what each save made of them (`flow_versions`), and every sign-in that went through one (`flow_runs`). A flow is
 * a trigger, conditions as data (`condition.ts`) and steps (`step-types.ts`); a version is laid out as a program
 * (`program.ts`). A run is ready, running or waiting, then passed, denied, failed, ended with its flow, or expired:
 * `engine.ts` decides where it stands, `run-walk.ts` takes it on, `steps.ts` does what steps say. Whatever breaks ends the
 * sign-in. It implements the `SignInGate` of `sessions`, which knows nothing else of flows; what steps and conditions need
 * of roles, organizations and credentials is handed in.
 */
import type { DryRuns } from './dry-run.ts'
import type { FlowRuns } from './flow-runs.ts'
import type { Flows } from './flows.ts'

export { searchableFlowRuns, searchableFlows } from './searchable.ts'
export { buildFlows } from './build.ts'
export type { FlowNeighbours } from './build.ts'
export { flowErrors } from './errors.ts'
export { flowEvents } from './events.ts'
export { versionsOfFlow } from './flow-store.ts'
export { flowRoutes } from './routes.ts'
export { runsOfFlow, runsOfUser } from './run-store.ts'
export { flowSamples } from './samples.ts'
export { stepCatalogueView } from './views.ts'

declare module '#/platform/http/routing/services.ts' {
  interface ApiServices {
    flows: Flows
    flowRuns: FlowRuns
    flowTests: DryRuns
  }
}
