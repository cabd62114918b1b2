import { Reply } from '#/platform/http/routing/reply.ts'
import { apiRoute } from '#/platform/http/routing/route.ts'
import { meView, MeSchema } from '#/modules/sessions/index.ts'
import { AskedSchema, ChangePasswordBody, EndedSchema, ForgotBody, ResetBody } from './schemas.ts'

/** What is said to everybody who asks for a link, whatever comes of it. */
export const ASKED = 'If a user has this address, a link is on its way to it.'

const forgotPassword = apiRoute({
  name: 'auth.requestPasswordReset',
  method: 'POST',
  url: '/auth/password/forgot',
  auth: { kind: 'public', why: 'whoever forgot their password can not sign in' },
  summary: 'Mail a link that resets the password',
  description:
    'Answers alike for every address. The link works once, for 30 minutes, and only the newest one does. How much mail an address gets is limited.',
  schema: { body: ForgotBody, response: { 200: AskedSchema } },
  handler: async (request, { linkRequests }) => {
    await linkRequests.ask({ purpose: 'reset', email: request.body.email }, request.context)
    return { message: ASKED }
  },
})

const resetPassword = apiRoute({
  name: 'auth.resetPassword',
  method: 'POST',
  url: '/auth/password/reset',
  auth: { kind: 'public', why: 'the link is the credential' },
  summary: 'Choose a new password with a link',
  description:
    'Every session and token of the user ends in the same transaction. Nobody is signed in by it: sign in with the new password, and the second factor if there is one. Where an auth flow has something to ask first, flow_waits is true.',
  schema: { body: ResetBody, response: { 200: EndedSchema } },
  handler: async ({ body, context }, services) => {
    const { user, ...ended } = await services.passwordRecovery.reset(body, context)
    const counts = { revoked_sessions: ended.sessions, revoked_tokens: ended.tokens }
    const waiting = await services.signIn.afterReset(user, context, { password: body.password })
    if (!waiting) return counts
    return new Reply(200, waiting.owes === null ? counts : { ...counts, flow_waits: true }, {}, [waiting.cookie])
  },
})

const changePassword = apiRoute({
  name: 'auth.changePassword',
  method: 'POST',
  url: '/auth/password/change',
  auth: { kind: 'session' },
  summary: 'Choose another password',
  description:
    'Every other session and every token of the user ends. This browser gets a new session: use the csrf_token of the response from then on. With a second factor, the sign-in must be fresh.',
  schema: { body: ChangePasswordBody, response: { 200: MeSchema } },
  handler: async ({ body, principal, context }, { freshProofs, passwordChanges, sessions, signIn }) => {
    const proven = await freshProofs.requirePassword(principal, body.current_password, context, '/current_password')
    const user = await passwordChanges.change(proven, body.new_password, principal.actor)
    const { session, cookie } = await signIn.goOn(user, principal.session.methods, context)
    return new Reply(200, meView(sessions, session, user), {}, [cookie])
  },
})

export const passwordRoutes = [forgotPassword, resetPassword, changePassword]
