import { Type } from 'typebox'
import { DryRunQuery, DryRunSchema, dryRunView } from '#/modules/lifecycle/index.ts'
import { ErrorSchema } from '#/platform/http/output/error-response.ts'
import { listOf, ListQuery, pageRequest, pageView } from '#/platform/paging/paging.ts'
import { created, noContent, Reply } from '#/platform/http/routing/reply.ts'
import { apiRoute } from '#/platform/http/routing/route.ts'
import { SignInAnswer, signInReply, wayTo } from '#/modules/sessions/index.ts'
import {
  CreationOptions,
  PasskeyLoginBody,
  PasskeyParams,
  PasskeyPatch,
  PasskeySchema,
  RegisterBody,
  RequestOptions,
} from './schemas.ts'
import { passkeyView } from './views.ts'

const PASSKEYS = '/api/v1/auth/passkeys'

const shared = { auth: { kind: 'session' } } as const

const listOwn = apiRoute({
  name: 'auth.passkeys.list',
  ...shared,
  method: 'GET',
  url: '/auth/passkeys',
  summary: 'List one’s passkeys',
  description: 'Newest first, with when each was last used.',
  schema: { query: ListQuery, response: { 200: listOf(PasskeySchema) } },
  handler: async ({ principal, query }, { passkeys }) => {
    return pageView(await passkeys.list(principal.user.id, pageRequest(query)), passkeyView)
  },
})

const getOwn = apiRoute({
  name: 'auth.passkeys.get',
  ...shared,
  method: 'GET',
  url: '/auth/passkeys/:id',
  summary: 'Get one of one’s passkeys',
  description: 'Its name and dates; nothing that would let anybody sign in.',
  schema: { params: PasskeyParams, response: { 200: PasskeySchema, 404: ErrorSchema } },
  handler: async ({ principal, params }, { passkeys }) =>
    passkeyView(await passkeys.getOwn(principal.user.id, params.id)),
})

const rename = apiRoute({
  name: 'auth.passkeys.update',
  ...shared,
  method: 'PATCH',
  url: '/auth/passkeys/:id',
  summary: 'Rename a passkey',
  description: 'The name is for its owner alone; it changes nothing about the key.',
  schema: { params: PasskeyParams, body: PasskeyPatch, response: { 200: PasskeySchema } },
  handler: async ({ principal, params, body }, { passkeys }) =>
    passkeyView(await passkeys.rename(principal, params.id, body.name)),
})

const remove = apiRoute({
  name: 'auth.passkeys.delete',
  ...shared,
  method: 'DELETE',
  url: '/auth/passkeys/:id',
  auth: { kind: 'session', fresh: true },
  summary: 'Remove a passkey',
  description: 'Sessions it opened go on. With dry_run it only answers what would end with it, which is nothing.',
  schema: { params: PasskeyParams, query: DryRunQuery, response: { 200: DryRunSchema, 204: Type.Null() } },
  handler: async ({ principal, params, query }, { passkeys }) => {
    if (query.dry_run === true) return dryRunView(await passkeys.countEnding(principal.user.id, params.id))
    await passkeys.remove(principal, params.id)
    return noContent()
  },
})

const registrationOptions = apiRoute({
  name: 'auth.passkeys.beginRegistration',
  ...shared,
  method: 'POST',
  url: '/auth/passkeys/register/options',
  auth: { kind: 'session', fresh: true },
  summary: 'Begin to add a passkey',
  description:
    'Answers what navigator.credentials.create() needs. The challenge works once, for five minutes, in this session.',
  schema: { response: { 200: CreationOptions, 409: ErrorSchema } },
  handler: ({ principal }, { passkeys }) => passkeys.registrationOptions(principal),
})

const register = apiRoute({
  name: 'auth.passkeys.register',
  ...shared,
  method: 'POST',
  url: '/auth/passkeys/register',
  auth: { kind: 'session', fresh: true },
  summary: 'Add a passkey',
  description: 'Takes what navigator.credentials.create() returned for a challenge of this session.',
  schema: { body: RegisterBody, response: { 201: PasskeySchema, 409: ErrorSchema } },
  handler: async ({ principal, body }, { passkeys }) => {
    const passkey = await passkeys.register(principal, body.credential, body.name)
    return created(`${PASSKEYS}/${passkey.id}`, passkeyView(passkey))
  },
})

const loginOptions = apiRoute({
  name: 'auth.passkeys.beginSignIn',
  method: 'POST',
  url: '/auth/passkeys/login/options',
  auth: { kind: 'public', why: 'it is how people sign in' },
  summary: 'Begin to sign in with a passkey',
  description:
    'Answers what navigator.credentials.get() needs, the same for everybody. The challenge works once, for five minutes, in this browser.',
  schema: { response: { 200: RequestOptions } },
  handler: (request, { passkeyProofs, sessions }) => {
    const browser = sessions.browserOf(request.context.cookies)
    return new Reply(200, passkeyProofs.signInOptions(browser)).withCookie(browser.setCookie)
  },
})

const login = apiRoute({
  name: 'auth.passkeys.signIn',
  method: 'POST',
  url: '/auth/passkeys/login',
  auth: { kind: 'public', why: 'the passkey is the credential' },
  summary: 'Sign in with a passkey',
  description:
    'Counts as both factors: the device proves the key, and the device has verified its user. Where the auth flow of a sign-in asks for a factor, it goes on with that.',
  schema: { body: PasskeyLoginBody, response: { 200: SignInAnswer, 401: ErrorSchema, 403: ErrorSchema } },
  handler: async (request, services) => {
    const { passkeyProofs, sessions, signIn } = services
    const { body, context } = request
    const browser = sessions.browserOf(context.cookies)
    const { user, methods } = await passkeyProofs.signIn(body.credential, browser, context)
    const waiting = await sessions.authenticatePending(context)
    // A flow that asks for a factor goes on with it. Without a flow it makes no difference, but that the id is a new one.
    const isAsked = waiting?.owes === 'second_factor' && waiting.session.flowTrigger !== null
    const started =
      isAsked && waiting.user.id === user.id
        ? await signIn.present(waiting, methods, context)
        : await signIn.complete(user, methods, context, await wayTo(body.next, 'login', context, services))
    return (await signInReply(started, services)).withCookie(sessions.rememberingCookie('passkey'))
  },
})

const listForUser = apiRoute({
  name: 'users.passkeys.list',
  method: 'GET',
  url: '/users/:id/passkeys',
  auth: { kind: 'admin', scope: 'users:read' },
  summary: 'List a user’s passkeys',
  description: 'Names and dates; nothing that would let anybody sign in.',
  schema: { params: PasskeyParams, query: ListQuery, response: { 200: listOf(PasskeySchema) } },
  handler: async ({ params, query }, { users, passkeys }) => {
    const user = await users.get(params.id)
    return pageView(await passkeys.list(user.id, pageRequest(query)), passkeyView)
  },
})

export const passkeyRoutes = [
  listOwn,
  getOwn,
  rename,
  remove,
  registrationOptions,
  register,
  loginOptions,
  login,
  listForUser,
]
