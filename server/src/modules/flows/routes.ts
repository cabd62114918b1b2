import { Type } from 'typebox'
import { DryRunQuery, DryRunSchema, dryRunView } from '#/modules/lifecycle/index.ts'
import { ErrorSchema } from '#/platform/http/output/error-response.ts'
import { created, noContent } from '#/platform/http/routing/reply.ts'
import { apiRoute } from '#/platform/http/routing/route.ts'
import { listOf, ListQuery, pageRequest, pageView } from '#/platform/paging/paging.ts'
import { flowTriggers } from './condition-types.ts'
import { runStates } from './run.ts'
import {
  CreateFlowSchema,
  FlowParams,
  FlowVersionParams,
  FlowRunDetailSchema,
  FlowRunSchema,
  FlowSchema,
  FlowTestSchema,
  FlowVersionSchema,
  NewFlowSchema,
  RestoreVersionSchema,
  RotateFlowSecretSchema,
  RunParams,
  StepCatalogueSchema,
  TestFlowQuery,
  TestFlowSchema,
  UpdateFlowSchema,
} from './schemas.ts'
import {
  dryRunOfFlowView,
  flowRunDetailView,
  flowRunView,
  flowVersionView,
  flowView,
  stepCatalogueView,
} from './views.ts'

const read = { kind: 'admin', scope: 'flows:read' } as const
const write = { kind: 'admin', scope: 'flows:write' } as const
// Whoever writes a flow decides who gets in, long after their session.
const decide = { ...write, fresh: true } as const

const createFlow = apiRoute({
  name: 'flows.create',
  method: 'POST',
  url: '/admin/flows',
  auth: decide,
  summary: 'Create an auth flow',
  description:
    'It takes sign-ins at once, unless enabled is false. Steps that do what a scope is for need that scope, too: users:read ' +
    'for webhook, users:write for set_metadata, roles:write for assign_role, organizations:write for add_to_org. No other ' +
    'response carries the secret, but that of rotate-secret.',
  schema: { body: CreateFlowSchema, response: { 201: NewFlowSchema, 403: ErrorSchema, 409: ErrorSchema } },
  handler: async ({ body, principal }, { flows, clock }) => {
    const { flow, secret } = await flows.create(body, principal)
    return created(`/api/v1/admin/flows/${flow.id}`, { ...flowView(flow, clock.now()), secret })
  },
})

const listFlows = apiRoute({
  name: 'flows.list',
  method: 'GET',
  url: '/admin/flows',
  auth: read,
  summary: 'List auth flows',
  description: 'Newest first. Which of them takes a sign-in is decided by priority.',
  schema: {
    query: Type.Object({
      ...ListQuery.properties,
      trigger: Type.Optional(Type.Enum([...flowTriggers])),
      enabled: Type.Optional(Type.Boolean()),
    }),
    response: { 200: listOf(FlowSchema) },
  },
  handler: async ({ query }, { flows, clock }) => {
    const { trigger, enabled } = query
    return pageView(await flows.list({ trigger, enabled }, pageRequest(query)), (flow) => flowView(flow, clock.now()))
  },
})

const listSteps = apiRoute({
  name: 'flows.steps.get',
  method: 'GET',
  url: '/admin/flows/steps',
  auth: read,
  summary: 'Get what flows are made of',
  description: 'Each type of step and each condition, with the JSON schema of what it takes.',
  schema: { response: { 200: StepCatalogueSchema } },
  handler: () => stepCatalogueView(),
})

const getRun = apiRoute({
  name: 'flows.runs.get',
  method: 'GET',
  url: '/admin/flows/runs/:runId',
  auth: read,
  summary: 'Get a run',
  description: 'What became of one sign-in, step by step. People read its id when a flow ends their sign-in.',
  schema: { params: RunParams, response: { 200: FlowRunDetailSchema } },
  handler: async ({ params }, { flowRuns, clock }) => flowRunDetailView(await flowRuns.get(params.runId), clock.now()),
})

const getFlow = apiRoute({
  name: 'flows.get',
  method: 'GET',
  url: '/admin/flows/:id',
  auth: read,
  summary: 'Get an auth flow',
  description: 'As its last save made it, without its secret.',
  schema: { params: FlowParams, response: { 200: FlowSchema } },
  handler: async ({ params }, { flows, clock }) => flowView(await flows.get(params.id), clock.now()),
})

const updateFlow = apiRoute({
  name: 'flows.update',
  method: 'PATCH',
  url: '/admin/flows/:id',
  auth: decide,
  summary: 'Update an auth flow',
  description:
    'A JSON merge patch (RFC 7396): steps are replaced as a whole, conditions member by member, and all of them by null. ' +
    'What it changes is a new version. The caller needs the scopes of all its steps, except to rename it or turn it off.',
  schema: {
    params: FlowParams,
    body: UpdateFlowSchema,
    response: { 200: FlowSchema, 403: ErrorSchema },
  },
  handler: async ({ params, body, principal }, { flows, clock }) =>
    flowView(await flows.update(params.id, body, principal), clock.now()),
})

const deleteFlow = apiRoute({
  name: 'flows.delete',
  method: 'DELETE',
  url: '/admin/flows/:id',
  auth: write,
  summary: 'Delete an auth flow',
  description: 'Sign-ins that wait in it end; its runs stay for a while. With dry_run it only answers what would end.',
  schema: { params: FlowParams, query: DryRunQuery, response: { 200: DryRunSchema, 204: Type.Undefined() } },
  handler: async ({ params, query, principal }, { flows }) => {
    if (query.dry_run === true) return dryRunView(await flows.countEnding(params.id))
    await flows.delete(params.id, principal)
    return noContent()
  },
})

const rotateSecret = apiRoute({
  name: 'flows.rotateSecret',
  method: 'POST',
  url: '/admin/flows/:id/rotate-secret',
  auth: { ...decide, alsoScope: 'users:read' },
  summary: 'Give an auth flow a new secret',
  description:
    'Calls of its webhook steps are signed with it; with overlap_seconds the old one signs, too, for a while.',
  schema: {
    params: FlowParams,
    body: RotateFlowSecretSchema,
    response: { 200: NewFlowSchema, 403: ErrorSchema },
  },
  handler: async ({ params, body, principal }, { flows, clock }) => {
    const { flow, secret } = await flows.rotateSecret(params.id, body.overlap_seconds ?? 0, principal)
    return { ...flowView(flow, clock.now()), secret }
  },
})

const listVersions = apiRoute({
  name: 'flows.versions.list',
  method: 'GET',
  url: '/admin/flows/:id/versions',
  auth: read,
  summary: 'List the versions of an auth flow',
  description: 'Newest first: what it was with each save. The last hundred are kept.',
  schema: { params: FlowParams, query: ListQuery, response: { 200: listOf(FlowVersionSchema) } },
  handler: async ({ params, query }, { flows }) =>
    pageView(await flows.listVersions(params.id, pageRequest(query)), flowVersionView),
})

const restoreVersion = apiRoute({
  name: 'flows.versions.restore',
  method: 'POST',
  url: '/admin/flows/:id/versions/:version/restore',
  auth: decide,
  summary: 'Restore a version of an auth flow',
  description:
    'The flow becomes what it was then, with its name, trigger, conditions, priority and whether it takes sign-ins, as a new ' +
    'version. What its steps lead to and name is looked at as on a save: where one of them is gone, details.errors names the ' +
    'step, and nothing changes. The caller needs the scopes of all its steps.',
  schema: {
    params: FlowVersionParams,
    body: RestoreVersionSchema,
    response: { 200: FlowSchema, 403: ErrorSchema, 409: ErrorSchema },
  },
  handler: async ({ params, body, principal }, { flows, clock }) =>
    flowView(await flows.restore(params.id, params.version, body.current_version, principal), clock.now()),
})

const listRuns = apiRoute({
  name: 'flows.runs.list',
  method: 'GET',
  url: '/admin/flows/:id/runs',
  auth: read,
  summary: 'List the runs of an auth flow',
  description: 'Newest first. They are kept for the days of the setting flows.run_retention_days.',
  schema: {
    params: FlowParams,
    query: Type.Object({
      ...ListQuery.properties,
      user_id: Type.Optional(Type.String({ maxLength: 60 })),
      state: Type.Optional(Type.Enum([...runStates])),
    }),
    response: { 200: listOf(FlowRunSchema) },
  },
  handler: async ({ params, query }, { flows, flowRuns, clock }) => {
    const { id } = await flows.get(params.id)
    const filter = { flowId: id, userId: query.user_id, state: query.state }
    return pageView(await flowRuns.list(filter, pageRequest(query)), (run) => flowRunView(run, clock.now()))
  },
})

const testFlow = apiRoute({
  name: 'flows.test',
  method: 'POST',
  url: '/admin/flows/:id/test',
  auth: { ...write, alsoScope: 'users:read' },
  summary: 'Try an auth flow out',
  description:
    'A dry run: nothing is written, and nobody is called unless live_webhooks asks for that. Each step says what it would ' +
    'do and what its conditions saw; a step that waits is taken as done.',
  schema: {
    params: FlowParams,
    query: TestFlowQuery,
    body: TestFlowSchema,
    response: { 200: FlowTestSchema, 403: ErrorSchema },
  },
  handler: async ({ params, query, body, principal }, { flowTests }) =>
    dryRunOfFlowView(await flowTests.try(params.id, body, query.live_webhooks === true, principal.actor)),
})

/** The admin routes of flows. */
export const flowRoutes = [
  createFlow,
  listFlows,
  listSteps,
  getRun,
  getFlow,
  updateFlow,
  deleteFlow,
  rotateSecret,
  listVersions,
  restoreVersion,
  listRuns,
  testFlow,
]
