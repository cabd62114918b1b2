import { Type } from 'typebox'
import { noContent, Reply } from '#/platform/http/routing/reply.ts'
import { apiRoute } from '#/platform/http/routing/route.ts'
import { DryRunQuery, DryRunSchema, dryRunView } from '#/modules/lifecycle/index.ts'
import { ErrorSchema } from '#/platform/http/output/error-response.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { SignInAnswer, signInReply } from '#/modules/sessions/index.ts'
import { credentialErrors } from '#/modules/credentials/shared/errors.ts'
import { qrSvg } from './authenticator-app.ts'
import {
  ActivateBody,
  ActivationSchema,
  ChallengeBody,
  CodesLeftSchema,
  EnrollmentSchema,
  RecoveryCodesSchema,
} from './schemas.ts'

const shared = { auth: { kind: 'session' } } as const

const enroll = apiRoute({
  name: 'auth.mfa.enrollTotp',
  ...shared,
  method: 'POST',
  url: '/auth/mfa/totp/enroll',
  auth: { kind: 'session', fresh: true, enrolling: true },
  summary: 'Begin to set up an authenticator app',
  description:
    'Makes a secret; it is no second factor before it was activated. Also for a sign-in whose response was mfa_enrollment_required, for five minutes; then sign in again.',
  schema: { response: { 200: EnrollmentSchema, 409: ErrorSchema } },
  handler: async ({ principal }, { secondFactors }) => {
    const { secret, otpauthUri } = await secondFactors.enroll(principal)
    return { secret, otpauth_uri: otpauthUri, qr_svg: await qrSvg(otpauthUri) }
  },
})

const activate = apiRoute({
  name: 'auth.mfa.activateTotp',
  ...shared,
  method: 'POST',
  url: '/auth/mfa/totp/activate',
  auth: { kind: 'session', fresh: true, enrolling: true },
  summary: 'Finish setting up an authenticator app',
  description:
    'Takes a first code of the app. From then on every sign-in needs a code or a passkey, and so do the other sessions of the user. This session goes on under a new cookie.',
  schema: { body: ActivateBody, response: { 200: ActivationSchema, 409: ErrorSchema } },
  handler: async ({ principal, body }, { secondFactors }) => {
    const { recoveryCodes, cookie } = await secondFactors.activate(principal, body.code)
    return new Reply(200, { mfa_enabled: true, recovery_codes: recoveryCodes }, {}, [cookie])
  },
})

const challenge = apiRoute({
  name: 'auth.mfa.challenge',
  ...shared,
  method: 'POST',
  url: '/auth/mfa/challenge',
  auth: { kind: 'session', pending: true },
  summary: 'Present the second factor',
  description:
    'Completes a sign-in whose response was mfa_required. Takes a code of the authenticator app or a recovery code; with a passkey, sign in by passkeys/login instead. The response sets a new cookie, and says what is next where an auth flow has a step left.',
  schema: {
    body: ChallengeBody,
    response: { 200: SignInAnswer, 204: Type.Null(), 403: ErrorSchema, 409: ErrorSchema },
  },
  handler: async ({ principal, body, context }, services) => {
    if (principal.owes === null) throw new AppError(credentialErrors.mfa_not_pending)
    const started = await services.secondFactorChallenge.verify(principal, body.code)
    return signInReply(await services.signIn.afterStepUp(started, principal.actor, context), services)
  },
})

const recoveryCodesLeft = apiRoute({
  name: 'auth.mfa.countRecoveryCodes',
  ...shared,
  method: 'GET',
  url: '/auth/mfa/recovery-codes',
  summary: 'Count one’s recovery codes',
  description: 'How many are left; the codes themselves are shown once, when they are made.',
  schema: { response: { 200: CodesLeftSchema } },
  handler: async ({ principal }, { recoveryCodes }) => ({ left: await recoveryCodes.left(principal.user.id) }),
})

const replaceRecoveryCodes = apiRoute({
  name: 'auth.mfa.regenerateRecoveryCodes',
  ...shared,
  method: 'POST',
  url: '/auth/mfa/recovery-codes',
  auth: { kind: 'session', fresh: true },
  summary: 'Make new recovery codes',
  description: 'Those from before are void.',
  schema: { response: { 200: RecoveryCodesSchema, 409: ErrorSchema } },
  handler: async ({ principal }, { secondFactors }) => ({
    recovery_codes: await secondFactors.replaceRecoveryCodes(principal),
  }),
})

const disable = apiRoute({
  name: 'auth.mfa.disable',
  ...shared,
  method: 'DELETE',
  url: '/auth/mfa',
  auth: { kind: 'session', fresh: true },
  summary: 'Take one’s second factor away',
  description: 'Recovery codes go with it, passkeys stay. With dry_run it only answers what would end with it.',
  schema: { query: DryRunQuery, response: { 200: DryRunSchema, 204: Type.Null(), 409: ErrorSchema } },
  handler: async ({ principal, query }, { secondFactors }) => {
    if (query.dry_run === true) return dryRunView(await secondFactors.countEndingOwn(principal))
    await secondFactors.disableOwn(principal)
    return noContent()
  },
})

const disableForUser = apiRoute({
  name: 'users.disableMfa',
  method: 'DELETE',
  url: '/users/:id/mfa',
  auth: { kind: 'admin', scope: 'users:write', fresh: true },
  summary: 'Take a user’s second factor away',
  description:
    'For people who lost their authenticator app and their recovery codes. They can set up another one; their sessions and passkeys go on. For a user without one nothing changes. With dry_run it only answers what would end with it.',
  schema: {
    params: Type.Object({ id: Type.String() }),
    query: DryRunQuery,
    response: { 200: DryRunSchema, 204: Type.Null() },
  },
  handler: async ({ params, query, principal }, { userDirectory, secondFactors }) => {
    const user = await userDirectory.getToChange(params.id, principal)
    if (query.dry_run === true) return dryRunView(await secondFactors.countEnding(user))
    await secondFactors.disable(user, principal.actor)
    return noContent()
  },
})

export const secondFactorRoutes = [
  enroll,
  activate,
  challenge,
  recoveryCodesLeft,
  replaceRecoveryCodes,
  disable,
  disableForUser,
]
