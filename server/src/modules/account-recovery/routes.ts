import { Type } from 'typebox'
import { DryRunQuery, DryRunSchema, dryRunView } from '#/modules/lifecycle/index.ts'
import { ErrorSchema } from '#/platform/http/output/error-response.ts'
import { noContent, Reply } from '#/platform/http/routing/reply.ts'
import { apiRoute } from '#/platform/http/routing/route.ts'
import { MAILBOX, signingOut, SignInAnswer, signInReply, wayTo } from '#/modules/sessions/index.ts'
import { emailRoutes } from './email-routes.ts'
import { ASKED, passwordRoutes } from './password-routes.ts'
import { AskedSchema, DeleteMeBody, MagicSendBody, MagicVerifyBody } from './schemas.ts'

const sendMagicLink = apiRoute({
  name: 'auth.sendMagicLink',
  method: 'POST',
  url: '/auth/magic-link/send',
  auth: { kind: 'public', why: 'it is how people sign in' },
  summary: 'Mail a link that signs in',
  description:
    'Answers alike for every address. The link works once, for 15 minutes, in the browser that asked; in another one after the person has confirmed.',
  schema: { body: MagicSendBody, response: { 200: AskedSchema } },
  handler: async (request, { sessions, linkRequests }) => {
    const { body, context } = request
    const browser = sessions.browserOf(context.cookies)
    await linkRequests.ask({ purpose: 'magic_link', email: body.email, browserId: browser.id }, context)
    return new Reply(200, { message: ASKED }).withCookie(browser.setCookie)
  },
})

const verifyMagicLink = apiRoute({
  name: 'auth.verifyMagicLink',
  method: 'POST',
  url: '/auth/magic-link/verify',
  auth: { kind: 'public', why: 'the link is the credential' },
  summary: 'Sign in with a link',
  description:
    'Responds with link_from_other_browser (403) in a browser that did not ask for the link, until confirm is true. The first proof of an address removes a password that was chosen before it. For a user with a second factor the response is mfa_required, and where an auth flow has a step left next says which, as at the sign-in.',
  schema: { body: MagicVerifyBody, response: { 200: SignInAnswer } },
  handler: async (request, services) => {
    const { sessions, magicLinks, signIn } = services
    const { body, context } = request
    const person = await sessions.authenticate(context)
    const bearer = { browserId: sessions.browserOf(context.cookies).id, personId: person?.user.id }
    const confirmed = body.confirm ?? false
    const user = await magicLinks.redeem({ token: body.token, ...bearer, confirmed }, context)
    const way = await wayTo(body.next, 'magic_link', context, services)
    return signInReply(await signIn.complete(user, [MAILBOX], context, way), services)
  },
})

const deleteMe = apiRoute({
  name: 'auth.deleteMe',
  method: 'DELETE',
  url: '/auth/me',
  auth: { kind: 'session' },
  summary: 'Delete oneself',
  description:
    'Takes the password or a fresh sign-in. Ends sessions, tokens, consents, codes and factors in one transaction. Whoever takes the address later inherits nothing. With dry_run it only answers what would end.',
  schema: {
    body: DeleteMeBody,
    query: DryRunQuery,
    response: { 200: DryRunSchema, 204: Type.Null(), 409: ErrorSchema },
  },
  handler: async ({ body, query, principal, context }, { freshProofs, users, sessions }) => {
    await freshProofs.requireEither(principal, body.password, context)
    const { user, actor } = principal
    if (query.dry_run === true) return dryRunView(await users.countEnding(user.id, actor))
    await users.delete(user.id, actor)
    return signingOut(noContent(), sessions)
  },
})

/** What people do about their way in, and the one thing operators do for them. */
export const recoveryRoutes = [...passwordRoutes, ...emailRoutes, sendMagicLink, verifyMagicLink, deleteMe]
