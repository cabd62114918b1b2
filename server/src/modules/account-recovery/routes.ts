import { Type } from 'typebox'
import { ErrorSchema } from '#/platform/http/output/envelopes.ts'
import { noContent, Reply } from '#/platform/http/routing/reply.ts'
import { route } from '#/platform/http/routing/route.ts'
import { localeOf } from '#/ui/i18n/index.ts'
import { MAILBOX, SignInAnswer, signInBy, signInReply } from '#/modules/sessions/index.ts'
import { emailRoutes } from './email-routes.ts'
import { ASKED, passwordRoutes } from './password-routes.ts'
import { AskedSchema, DeleteMeBody, MagicSendBody, MagicVerifyBody } from './schemas.ts'

const sendMagicLink = route({
  name: 'auth.sendMagicLink',
  method: 'POST',
  url: '/auth/magic-link/send',
  auth: { kind: 'public' },
  summary: 'Mail a link that signs in',
  description:
    'Answers alike for every address. The link works once, for 15 minutes, in the browser that asked; in another one after the person has confirmed.',
  tag: 'auth',
  schema: { body: MagicSendBody, response: { 200: AskedSchema } },
  handler: async (request, { sessions, linkRequests }) => {
    sessions.requireSameOrigin(request)
    const browser = sessions.browserOf(request.cookies)
    const { body, address, id: requestId } = request
    const asked = { email: body.email, browserId: browser.id, locale: localeOf(request), address, requestId }
    await linkRequests.ask({ purpose: 'magic_link', ...asked })
    return new Reply(200, { message: ASKED }, {}, browser.setCookie === undefined ? [] : [browser.setCookie])
  },
})

const verifyMagicLink = route({
  name: 'auth.verifyMagicLink',
  method: 'POST',
  url: '/auth/magic-link/verify',
  auth: { kind: 'public' },
  summary: 'Sign in with a link',
  description:
    'Responds with link_from_other_browser (403) in a browser that did not ask for the link, until confirm is true. The first proof of an address removes a password that was chosen before it. For a user with a second factor the response is mfa_required, as at the sign-in.',
  tag: 'auth',
  schema: { body: MagicVerifyBody, response: { 200: SignInAnswer } },
  handler: async (request, services) => {
    const { sessions, magicLinks } = services
    sessions.requireSameOrigin(request)
    const { body, cookies, address, id: requestId } = request
    const person = await sessions.authenticate(cookies, request)
    const user = await magicLinks.redeem({
      token: body.token,
      browserId: sessions.browserOf(cookies).id,
      personId: person?.user.id,
      confirmed: body.confirm ?? false,
      locale: localeOf(request),
      address,
      requestId,
    })
    return signInReply(user, await sessions.start(user, signInBy([MAILBOX], request)), services)
  },
})

const deleteMe = route({
  name: 'auth.deleteMe',
  method: 'DELETE',
  url: '/auth/me',
  auth: { kind: 'session' },
  summary: 'Delete oneself',
  description:
    'Takes the password or a fresh sign-in. Ends sessions, tokens, consents, codes and factors in one transaction. Whoever takes the address later inherits nothing.',
  tag: 'auth',
  schema: { body: DeleteMeBody, response: { 204: Type.Null(), 409: ErrorSchema } },
  handler: async (request, { freshProofs, users, sessions }) => {
    const { body, principal, address, id: requestId } = request
    await freshProofs.requireEither(principal, { password: body.password, address, requestId })
    await users.delete(principal.user.id, principal.actor)
    return noContent().withCookie(sessions.forgettingCookie())
  },
})

/** What people do about their way in, and the one thing operators do for them. */
export const recoveryRoutes = [...passwordRoutes, ...emailRoutes, sendMagicLink, verifyMagicLink, deleteMe]
