import { apiRoute } from '#/platform/http/routing/route.ts'
import { RuleSetSchema, SimulationRequest, SimulationSchema } from './schemas.ts'
import { ruleSetView, simulationView } from './views.ts'

const read = { kind: 'admin', scope: 'proxy:read' } as const

const getRuleSet = apiRoute({
  name: 'proxy.rules.compiled',
  method: 'GET',
  url: '/admin/proxy/rules',
  auth: read,
  summary: 'Show the rules as they are asked',
  description: 'The set that this node holds requests against, host by host: rules that are enabled, in their order.',
  schema: { response: { 200: RuleSetSchema } },
  handler: async (_request, { ruleSets }) => ruleSetView(await ruleSets.current()),
})

const simulate = apiRoute({
  name: 'proxy.simulate',
  method: 'POST',
  url: '/admin/proxy/simulate',
  auth: read,
  summary: 'Ask what the gateway would decide',
  description:
    'About anybody: a person known here, or somebody described. It decides by the same rules as for a real request and sends nothing anywhere. Without identity nobody is signed in.',
  schema: { body: SimulationRequest, response: { 200: SimulationSchema } },
  handler: async ({ body }, { simulation, issuer }) => simulationView(await simulation.run(body), issuer),
})

/** The admin routes that show what is decided, and why. */
export const decisionRoutes = [getRuleSet, simulate]
