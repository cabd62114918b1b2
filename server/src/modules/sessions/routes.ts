import { Type } from 'typebox'
import { noContent, Reply } from '#/platform/http/routing/reply.ts'
import { ErrorSchema } from '#/platform/http/output/error-response.ts'
import { apiRoute } from '#/platform/http/routing/route.ts'
import { meView, signingOut, signInReply } from './session-reply.ts'
import { LoginBody, MePatch, MeSchema, ResumeBody, SignInAnswer, SignupBody } from './schemas.ts'
import { PASSWORD } from './methods.ts'
import { wayTo } from './way-to.ts'

const ME = '/api/v1/auth/me'

const signup = apiRoute({
  name: 'auth.signUp',
  method: 'POST',
  url: '/auth/signup',
  auth: { kind: 'public', why: 'people sign up before anybody knows them' },
  summary: 'Sign up',
  description:
    'Creates a user and signs them in. A taken address gets email_taken, and one that may not sign up (signup.mode) sign_up_closed; the number of attempts from one IP address is limited.',
  schema: { body: SignupBody, response: { 201: SignInAnswer, 403: ErrorSchema, 409: ErrorSchema } },
  handler: async (request, services) => {
    const { body, context } = request
    const { next, ...signUp } = body
    const way = await wayTo(next, 'signup', context, services)
    const user = await services.signUps.create({ ...signUp, clientId: way.clientId }, context)
    const proven = { ...way, password: body.password }
    const reply = await signInReply(await services.signIn.complete(user, [PASSWORD], context, proven), services)
    return new Reply(201, reply.body, { location: ME }, reply.cookies)
  },
})

const login = apiRoute({
  name: 'auth.signIn',
  method: 'POST',
  url: '/auth/login',
  auth: { kind: 'public', why: 'the credential is in the body' },
  summary: 'Sign in with a password',
  description:
    'Failures are limited per user and address, per address, and per user, on all nodes together. For a user with a second factor the response is mfa_required, with the cookie of a session that opens nothing but mfa/challenge and logout, for ten minutes. For somebody with a system role who has none it is mfa_enrollment_required where operators.require_second_factor says so, and the session opens nothing but setting one up. Where an auth flow has a step left, next says which; see auth/flow.',
  schema: { body: LoginBody, response: { 200: SignInAnswer, 401: ErrorSchema, 403: ErrorSchema } },
  handler: async (request, services) => {
    const { passwords, signIn } = services
    const { body, context } = request
    const user = await passwords.check(body.email, body.password, context)
    const way = { ...(await wayTo(body.next, 'login', context, services)), password: body.password }
    return signInReply(await signIn.complete(user, [PASSWORD], context, way), services)
  },
})

const logout = apiRoute({
  name: 'auth.signOut',
  method: 'POST',
  url: '/auth/logout',
  auth: { kind: 'session', pending: true },
  summary: 'Sign out',
  description:
    'Ends the session, also one that waits for the second factor or an auth flow. The setting sessions.logout_revokes_tokens decides on the tokens it brought forth.',
  schema: { response: { 204: Type.Null() } },
  handler: async ({ principal }, { sessions }) => {
    await sessions.end(principal.session, principal.actor)
    return signingOut(noContent(), sessions)
  },
})

const readMe = apiRoute({
  name: 'auth.getMe',
  method: 'GET',
  url: '/auth/me',
  auth: { kind: 'session' },
  summary: 'Read who is signed in',
  description: 'With the csrf_token that goes with every change by this session.',
  schema: { response: { 200: MeSchema } },
  handler: ({ principal: { session, user } }, { sessions }) => meView(sessions, session, user),
})

const updateMe = apiRoute({
  name: 'auth.updateMe',
  method: 'PATCH',
  url: '/auth/me',
  auth: { kind: 'session' },
  summary: 'Change one’s own name',
  description: 'A JSON merge patch (RFC 7396). The address has a route of its own, email/change.',
  schema: { body: MePatch, response: { 200: MeSchema } },
  handler: async ({ principal: { session, user, actor }, body }, { users, sessions }) => {
    const changed = body.name === undefined ? user : await users.rename(user, body.name ?? '', actor)
    return meView(sessions, session, changed)
  },
})

const flow = { auth: { kind: 'session', pending: true } } as const

const readFlow = apiRoute({
  name: 'auth.flow.get',
  ...flow,
  method: 'GET',
  url: '/auth/flow',
  summary: 'Read what a sign-in waits for',
  description: 'The person once nothing is left. Reading runs no step.',
  schema: { response: { 200: SignInAnswer } },
  handler: async ({ principal, context }, services) =>
    signInReply(await services.signIn.standing(principal, context), services),
})

const resumeFlow = apiRoute({
  name: 'auth.flow.resume',
  ...flow,
  method: 'POST',
  url: '/auth/flow/resume',
  summary: 'Go on with a sign-in that waits',
  description:
    'Runs the steps of the auth flow until one waits again or none is left; then the response is the person, with a new cookie. A step that stops the sign-in responds with sign_in_stopped and ends the session. Ends with 204 after a password reset, which signs nobody in.',
  schema: {
    body: ResumeBody,
    response: { 200: SignInAnswer, 204: Type.Null(), 403: ErrorSchema, 409: ErrorSchema },
  },
  handler: async ({ principal, body, context }, services) => {
    const { signIn, passwordChanges } = services
    const input = { ...body, setPassword: passwordChanges.during(principal) }
    return signInReply(await signIn.resume(principal, context, input), services)
  },
})

/** What single-page applications and programs sign people up and in with; the pages for people stand in `login`. */
export const authRoutes = [signup, login, readFlow, resumeFlow, logout, readMe, updateMe]
