import { Type } from 'typebox'
import { DryRunQuery, DryRunSchema, dryRunView } from '#/modules/lifecycle/index.ts'
import { ErrorSchema } from '#/platform/http/output/error-response.ts'
import { created, noContent, seeOther } from '#/platform/http/routing/reply.ts'
import { apiRoute } from '#/platform/http/routing/route.ts'
import { listOf, ListQuery, pageRequest, pageView } from '#/platform/paging/paging.ts'
import {
  ConnectionParams,
  ConnectProviderParams,
  CreateConnectionSchema,
  ScopeList,
  VaultConnectionSchema,
  VaultTokenSchema,
} from './schemas.ts'
import { vaultConnectionView, vaultTokenView } from './views.ts'

const Label = Type.String({
  minLength: 1,
  maxLength: 60,
  description: 'What you call the account, to tell several apart.',
})

const connect = apiRoute({
  name: 'vault.connections.connect',
  method: 'GET',
  url: '/vault/connect/:provider',
  auth: { kind: 'session', fresh: true },
  summary: 'Connect an account of mine',
  description:
    'Leads the browser to the provider and back. What is connected is kept for agents that may act for this person.',
  noHead: true,
  schema: {
    params: ConnectProviderParams,
    query: Type.Object({ scopes: Type.Optional(ScopeList), label: Type.Optional(Label) }),
    response: { 303: Type.Null(), 429: ErrorSchema },
  },
  handler: async ({ params, query, principal, context }, { vaultConnections, sessions }) => {
    const browser = sessions.browserOf(context.cookies)
    const reply = seeOther(
      await vaultConnections.depart(params.provider, {
        userId: principal.user.id,
        browserId: browser.id,
        scopes: query.scopes === undefined ? undefined : scopesIn(query.scopes),
        label: query.label,
      }),
    )
    return reply.withCookie(browser.setCookie)
  },
})

const createConnection = apiRoute({
  name: 'vault.connections.create',
  method: 'POST',
  url: '/vault/connections',
  auth: { kind: 'session', fresh: true },
  summary: 'Keep a key of mine',
  description:
    'At a provider of the kind api_key: a key or a personal access token. It is stored encrypted and never shown.',
  schema: {
    body: CreateConnectionSchema,
    response: { 201: VaultConnectionSchema, 403: ErrorSchema, 404: ErrorSchema, 409: ErrorSchema },
  },
  handler: async ({ body, principal }, { vaultConnections }) => {
    const { user, actor } = principal
    const { provider, api_key: key, label } = body
    const kept = await vaultConnections.keepKey({ providerName: provider, userId: user.id, key, label }, actor)
    return created(`/api/v1/vault/connections/${kept.connection.id}`, vaultConnectionView(kept))
  },
})

const listConnections = apiRoute({
  name: 'vault.connections.list',
  method: 'GET',
  url: '/vault/connections',
  auth: { kind: 'session' },
  summary: 'List the accounts I connected',
  description: 'Newest first, without what opens them.',
  schema: { query: ListQuery, response: { 200: listOf(VaultConnectionSchema) } },
  handler: async ({ query, principal }, { vaultConnections }) =>
    pageView(await vaultConnections.list({ userId: principal.user.id }, pageRequest(query)), vaultConnectionView),
})

const getConnection = apiRoute({
  name: 'vault.connections.get',
  method: 'GET',
  url: '/vault/connections/:id',
  auth: { kind: 'session' },
  summary: 'Get an account I connected',
  description: 'Without what opens it.',
  schema: { params: ConnectionParams, response: { 200: VaultConnectionSchema } },
  handler: async ({ params, principal }, { vaultConnections }) =>
    vaultConnectionView(await vaultConnections.get(params.id, principal.user.id)),
})

const deleteConnection = apiRoute({
  name: 'vault.connections.delete',
  method: 'DELETE',
  url: '/vault/connections/:id',
  auth: { kind: 'session' },
  summary: 'Disconnect an account of mine',
  description:
    'Ended at the provider where that can be asked, then here, and with it the tokens of every agent that fetched from it. With dry_run it only answers what would end.',
  schema: { params: ConnectionParams, query: DryRunQuery, response: { 200: DryRunSchema, 204: Type.Undefined() } },
  handler: async ({ params, query, principal }, { vaultConnections }) => {
    const { user, actor } = principal
    if (query.dry_run === true) return dryRunView(await vaultConnections.countEnding(params.id, user.id))
    await vaultConnections.disconnect(params.id, actor, user.id)
    return noContent()
  },
})

const getToken = apiRoute({
  name: 'vault.token.get',
  method: 'GET',
  url: '/vault/:provider/token',
  auth: { kind: 'bearer', scope: 'vault:read' },
  summary: 'Fetch a token for an account of a person',
  description:
    'For an agent whose access token is for a person and has vault:read. The token is refreshed before it ends. A person who has to connect, or to connect again, is sent to connect_url of the error.',
  noHead: true,
  schema: {
    params: ConnectProviderParams,
    query: Type.Object({
      connection: Type.Optional(
        Type.String({ maxLength: 80, description: 'Which account, where a person has several.' }),
      ),
      scopes: Type.Optional(ScopeList),
    }),
    response: { 200: VaultTokenSchema, 404: ErrorSchema, 409: ErrorSchema, 502: ErrorSchema },
  },
  handler: async ({ params, query, principal, context }, { vaultRetrieval }) => {
    const wanted = {
      token: principal.token,
      providerName: params.provider,
      connectionId: query.connection,
      scopes: query.scopes === undefined ? [] : scopesIn(query.scopes),
      operation: 'read' as const,
    }
    return vaultTokenView(await vaultRetrieval.retrieve(wanted, context))
  },
})

const scopesIn = (text: string): string[] => text.split(/[ ,]+/).filter((scope) => scope !== '')

/** What people and their agents do with the vault. */
export const vaultRoutes = [connect, createConnection, listConnections, getConnection, deleteConnection, getToken]
