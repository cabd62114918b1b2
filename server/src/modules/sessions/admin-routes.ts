import { Type } from 'typebox'
import type { Static } from 'typebox'
import { DryRunQuery, DryRunSchema, dryRunView, tokenTotal } from '#/modules/lifecycle/index.ts'
import type { Counts } from '#/modules/lifecycle/index.ts'
import { isFullAccess } from '#/modules/api-keys/index.ts'
import { ErrorSchema } from '#/platform/http/output/error-response.ts'
import { listOf, ListQuery, pageRequest, pageView } from '#/platform/paging/paging.ts'
import { noContent } from '#/platform/http/routing/reply.ts'
import { apiRoute } from '#/platform/http/routing/route.ts'
import {
  OwnSessionSchema,
  PurgedSchema,
  RevokedSessionsSchema,
  RevokeEveryQuery,
  SessionParams,
  SessionQuery,
  SessionSchema,
} from './admin-schemas.ts'
import { signingOut } from './session-reply.ts'
import { ownSessionView, sessionView } from './admin-views.ts'

const read = { kind: 'admin', scope: 'sessions:read' } as const
const write = { kind: 'admin', scope: 'sessions:write' } as const

const endedView = (counts: Counts, dryRun: boolean): Static<typeof RevokedSessionsSchema> => {
  const [sessions, tokens] = [counts.sessions ?? 0, tokenTotal(counts)]
  return {
    revoked_sessions: dryRun ? 0 : sessions,
    revoked_tokens: dryRun ? 0 : tokens,
    dry_run: dryRun,
    living_sessions: sessions,
    living_tokens: tokens,
    counts: { ...counts },
  }
}

const listSessions = apiRoute({
  name: 'sessions.list',
  method: 'GET',
  url: '/admin/sessions',
  auth: read,
  summary: 'List living sessions',
  description: 'Newest first, with whose each is and where it was last seen.',
  schema: { query: SessionQuery, response: { 200: listOf(SessionSchema) } },
  handler: async ({ query }, { sessionDirectory }) => {
    return pageView(await sessionDirectory.list({ userId: query.user_id }, pageRequest(query)), sessionView)
  },
})

const revokeEverySession = apiRoute({
  name: 'sessions.revokeAll',
  method: 'DELETE',
  url: '/admin/sessions',
  auth: write,
  summary: 'Sign everybody out',
  description:
    'Ends every session and every token that came from one. The session of whoever asks goes on unless include_own says ' +
    'otherwise. Those of people who run the server end only for an owner, or with the scope *.',
  schema: { query: RevokeEveryQuery, response: { 200: RevokedSessionsSchema } },
  handler: async ({ query, principal, context }, { sessionDirectory, sessions }) => {
    const asks = principal.kind === 'user' ? await sessions.authenticate(context) : undefined
    const kept = query.include_own === true ? null : (asks?.session.id ?? null)
    const whose = { kept, operatorsToo: isFullAccess(principal.scopes) }
    if (query.dry_run === true) return endedView(await sessionDirectory.countEndingEvery(whose), true)
    return endedView(await sessionDirectory.revokeEvery(whose, principal.actor), false)
  },
})

const revokeSession = apiRoute({
  name: 'sessions.revoke',
  method: 'DELETE',
  url: '/admin/sessions/:id',
  auth: write,
  summary: 'End a session',
  description: 'With every token that came from it. With dry_run it only answers what would end with it.',
  schema: {
    params: SessionParams,
    query: DryRunQuery,
    response: { 200: DryRunSchema, 204: Type.Null(), 404: ErrorSchema },
  },
  handler: async ({ params, query, principal }, { userDirectory, sessionDirectory }) => {
    await userDirectory.getToChange(await sessionDirectory.personOf(params.id), principal)
    if (query.dry_run === true) return dryRunView(await sessionDirectory.countEnding(params.id))
    await sessionDirectory.revoke(params.id, principal.actor)
    return noContent()
  },
})

const purgeSessions = apiRoute({
  name: 'sessions.purgeExpired',
  method: 'POST',
  url: '/admin/sessions/purge-expired',
  auth: write,
  summary: 'Remove what is left of sessions that are over',
  description:
    'A job does the same from time to time; nobody is signed out by it. With dry_run it only answers how many there are.',
  schema: { body: Type.Optional(DryRunQuery), response: { 200: PurgedSchema } },
  handler: async ({ body }, { sessionDirectory }) => {
    if (body?.dry_run === true) return { deleted: 0, dry_run: true, expired: await sessionDirectory.countExpired() }
    const deleted = await sessionDirectory.purgeExpired()
    return { deleted, dry_run: false, expired: deleted }
  },
})

const listUserSessions = apiRoute({
  name: 'users.sessions.list',
  method: 'GET',
  url: '/users/:id/sessions',
  auth: read,
  summary: 'List the living sessions of a user',
  description: 'Newest first, with where each was last seen.',
  schema: { params: SessionParams, query: ListQuery, response: { 200: listOf(SessionSchema), 404: ErrorSchema } },
  handler: async ({ params, query }, { userDirectory, sessionDirectory }) => {
    const { id: userId } = await userDirectory.get(params.id)
    return pageView(await sessionDirectory.list({ userId }, pageRequest(query)), sessionView)
  },
})

const revokeUserSessions = apiRoute({
  name: 'users.sessions.revokeAll',
  method: 'DELETE',
  url: '/users/:id/sessions',
  auth: write,
  summary: 'Sign a user out everywhere',
  description: 'Ends every session of the user and every token that came from one. With dry_run it changes nothing.',
  schema: { params: SessionParams, query: DryRunQuery, response: { 200: RevokedSessionsSchema, 404: ErrorSchema } },
  handler: async ({ params, query, principal }, { userDirectory, sessionDirectory }) => {
    const { id: userId } = await userDirectory.getToChange(params.id, principal)
    if (query.dry_run === true) return endedView(await sessionDirectory.countEndingOf(userId), true)
    return endedView(await sessionDirectory.revokeAllOf(userId, principal.actor), false)
  },
})

const listOwnSessions = apiRoute({
  name: 'auth.sessions.list',
  method: 'GET',
  url: '/auth/sessions',
  auth: { kind: 'session' },
  summary: 'List where I am signed in',
  description: 'Newest first; current marks the session that asks.',
  schema: { query: ListQuery, response: { 200: listOf(OwnSessionSchema) } },
  handler: async ({ query, principal }, { sessionDirectory }) => {
    const filter = { userId: principal.user.id, pending: false }
    return pageView(await sessionDirectory.list(filter, pageRequest(query)), ({ session }) =>
      ownSessionView(session, principal.session),
    )
  },
})

const revokeOwnSession = apiRoute({
  name: 'auth.sessions.revoke',
  method: 'DELETE',
  url: '/auth/sessions/:id',
  auth: { kind: 'session' },
  summary: 'Sign out elsewhere',
  description:
    'Ends one of my sessions and every token that came from it. With dry_run it only answers what would end with it.',
  schema: {
    params: SessionParams,
    query: DryRunQuery,
    response: { 200: DryRunSchema, 204: Type.Null(), 404: ErrorSchema },
  },
  handler: async ({ params, query, principal: { session, user, actor } }, { sessions, sessionDirectory }) => {
    if (query.dry_run === true) return dryRunView(await sessionDirectory.countEnding(params.id, user.id))
    await sessionDirectory.revoke(params.id, actor, user.id)
    return params.id === session.id ? signingOut(noContent(), sessions) : noContent()
  },
})

/** Sessions as operators and their people look them over. */
export const sessionRoutes = [
  listSessions,
  revokeEverySession,
  revokeSession,
  purgeSessions,
  listUserSessions,
  revokeUserSessions,
  listOwnSessions,
  revokeOwnSession,
]
