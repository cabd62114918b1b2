import { ErrorSchema } from '#/platform/http/output/error-response.ts'
import { apiRoute } from '#/platform/http/routing/route.ts'
import { ChangeEmailBody, UserParams, VerificationSchema, VerifiedSchema, VerifyBody } from './schemas.ts'

const sendVerification = apiRoute({
  name: 'auth.sendEmailVerification',
  method: 'POST',
  url: '/auth/email/verify/send',
  auth: { kind: 'session', inFlow: true },
  summary: 'Mail a link that confirms one’s address',
  description:
    'The link works once, for 24 hours. Nothing is sent when the address is confirmed already. Also for a sign-in whose auth flow asks for it.',
  schema: { response: { 200: VerificationSchema } },
  handler: async ({ principal: { user, actor } }, { addressProofs }) => {
    const sent = await addressProofs.sendLink(user, actor)
    return { sent, email_verified: !sent }
  },
})

const verifyEmail = apiRoute({
  name: 'auth.verifyEmail',
  method: 'POST',
  url: '/auth/email/verify',
  auth: { kind: 'public', why: 'the link is the credential, with a session or a password' },
  summary: 'Confirm an address with a link',
  description:
    'For links that confirm an address and for those that change it. The user must be signed in, or their password sent along: reading the mail alone could confirm an account that a stranger opened.',
  schema: { body: VerifyBody, response: { 200: VerifiedSchema, 401: ErrorSchema, 409: ErrorSchema } },
  handler: async (request, { sessions, addressProofs }) => {
    const { body, context } = request
    const person = await sessions.authenticateProven(context)
    const user = await addressProofs.confirm({ ...body, personId: person?.user.id }, context)
    return { email: user.email, email_verified: user.emailVerified }
  },
})

const changeEmail = apiRoute({
  name: 'auth.changeEmail',
  method: 'POST',
  url: '/auth/email/change',
  auth: { kind: 'session' },
  summary: 'Ask for another address',
  description:
    'Mails a link to the new address; the change is made when it is used. The old address is told. An address that belongs to somebody else gets no mail, and the response is the same.',
  schema: { body: ChangeEmailBody, response: { 200: VerificationSchema, 409: ErrorSchema } },
  handler: async ({ body, principal, context }, { freshProofs, addressProofs }) => {
    await freshProofs.requirePassword(principal, body.password, context)
    await addressProofs.requestChange(principal.user, body.email, principal.actor)
    return { sent: true, email_verified: false }
  },
})

/** `POST /api/v1/users/{id}/verify/send`: an operator asks a person to confirm their address. */
const sendVerificationTo = apiRoute({
  name: 'users.sendEmailVerification',
  method: 'POST',
  url: '/users/:id/verify/send',
  auth: { kind: 'admin', scope: 'users:write' },
  summary: 'Mail a user a link that confirms their address',
  description: 'Nothing is sent when the address is confirmed already.',
  schema: { params: UserParams, response: { 200: VerificationSchema } },
  handler: async ({ params, principal }, { userDirectory, addressProofs }) => {
    const user = await userDirectory.getToChange(params.id, principal)
    const sent = await addressProofs.sendLink(user, principal.actor)
    return { sent, email_verified: !sent }
  },
})

export const emailRoutes = [sendVerification, verifyEmail, changeEmail, sendVerificationTo]
