import { Type } from 'typebox'
import { DryRunQuery, DryRunSchema, dryRunView } from '#/modules/lifecycle/index.ts'
import { ErrorSchema } from '#/platform/http/output/error-response.ts'
import { listOf, ListQuery, pageOfAll, pageRequest, pageView } from '#/platform/paging/paging.ts'
import { noContent, Reply } from '#/platform/http/routing/reply.ts'
import { apiRoute } from '#/platform/http/routing/route.ts'
import { OAuthAccountSchema, OwnAccountParams, PublicProviderSchema } from './schemas.ts'
import { accountView, publicProviderView } from './views.ts'

const listEnabled = apiRoute({
  name: 'auth.providers.list',
  method: 'GET',
  url: '/auth/providers',
  auth: { kind: 'public' },
  summary: 'List the providers people can sign in with',
  description: 'Those that are enabled, newest first, each with the address that starts a sign-in there.',
  schema: { query: ListQuery, response: { 200: listOf(PublicProviderSchema) } },
  handler: async ({ query }, { providers, issuer }) => {
    const page = pageOfAll(await providers.enabled(), (provider) => provider, pageRequest(query))
    return pageView(page, (provider) => publicProviderView(provider, issuer))
  },
})

const listOwn = apiRoute({
  name: 'auth.oauthAccounts.list',
  method: 'GET',
  url: '/auth/oauth-accounts',
  auth: { kind: 'session' },
  summary: 'List one’s own accounts at providers',
  description: 'Each is a way to sign in.',
  schema: { query: ListQuery, response: { 200: listOf(OAuthAccountSchema) } },
  handler: async ({ query, principal }, { oauthAccounts }) => {
    return pageView(await oauthAccounts.list(principal.user.id, pageRequest(query)), accountView)
  },
})

const unlinkOwn = apiRoute({
  name: 'auth.oauthAccounts.unlink',
  method: 'DELETE',
  url: '/auth/oauth-accounts/:oauthId',
  auth: { kind: 'session', fresh: true },
  summary: 'Unlink one’s own account at a provider',
  description:
    'The last way to sign in can not be taken away. With dry_run it only answers what would end with it, which is nothing.',
  schema: {
    params: OwnAccountParams,
    query: DryRunQuery,
    response: { 200: DryRunSchema, 204: Type.Undefined(), 409: ErrorSchema },
  },
  handler: async ({ params, query, principal }, { oauthAccounts }) => {
    const { user, actor } = principal
    if (query.dry_run === true) return dryRunView(await oauthAccounts.countEndingOwn(user.id, params.oauthId))
    await oauthAccounts.unlinkOwn(user.id, params.oauthId, actor)
    return noContent()
  },
})

const linkOwn = apiRoute({
  name: 'auth.providers.link',
  method: 'POST',
  url: '/auth/providers/:provider/link',
  auth: { kind: 'session', fresh: true },
  summary: 'Begin to link an account at a provider to oneself',
  description: 'Send the browser to authorization_url; it comes back signed in as before, to the start page.',
  schema: {
    params: Type.Object({ provider: Type.String() }),
    response: { 200: Type.Object({ authorization_url: Type.String() }) },
  },
  handler: async ({ params, principal, context }, { providerSignIns, sessions }) => {
    const browser = sessions.browserOf(context.cookies)
    const departure = { browserId: browser.id, goingOn: '', linkingSessionId: principal.session.id }
    const url = await providerSignIns.depart(params.provider, departure, context)
    const reply = new Reply(200, { authorization_url: url })
    return reply.withCookie(browser.setCookie)
  },
})

/** What people and programs do with providers; the pages of a sign-in through one stand in `login`. */
export const providerRoutes = [listEnabled, linkOwn, listOwn, unlinkOwn]
