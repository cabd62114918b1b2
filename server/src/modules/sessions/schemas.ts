import { Type } from 'typebox'
import { UserSchema } from '#/modules/users/index.ts'
import { NextMember } from './way-to.ts'
import type { TProperties } from 'typebox'

/** What a sign-in takes. Length and strength are judged by the service, so that both doors say the same. */
export const LoginBody = Type.Object({
  email: Type.String({ minLength: 1 }),
  password: Type.String({ minLength: 1 }),
  next: NextMember,
})

/** What a sign-up takes. */
export const SignupBody = Type.Object({
  email: Type.String({ minLength: 1 }),
  password: Type.String({ minLength: 1, description: 'At least as long as the setting password.min_length says.' }),
  name: Type.Optional(Type.String({ description: 'At most 200 characters.' })),
  next: NextMember,
})

/** What people may change about themselves. */
export const MePatch = Type.Object({
  name: Type.Optional(Type.Union([Type.String(), Type.Null()], { description: 'Null takes the name away.' })),
})

/** The person who is signed in. */
export const MeSchema = Type.Object(
  {
    ...UserSchema.properties,
    scopes: Type.Array(Type.String(), {
      description:
        'What this person may do as one who runs the server, in the scopes of API keys, where `!` takes one back. Empty for everyone else.',
    }),
    csrf_token: Type.String({ description: 'For the X-CSRF-Token header of every request that changes something.' }),
  },
  { $id: 'Me' },
)

const SecondFactorMethods = Type.Array(Type.Enum(['totp', 'recovery_code', 'passkey']), {
  description: 'Codes go to POST /api/v1/auth/mfa/challenge; with a passkey, sign in anew.',
})

/** A sign-in that is right so far. */
const MfaRequiredSchema = Type.Object(
  {
    mfa_required: Type.Literal(true),
    methods: SecondFactorMethods,
    csrf_token: Type.String({ description: 'For the X-CSRF-Token header of the challenge.' }),
  },
  { $id: 'MfaRequired' },
)

/** A sign-in that is right so far, of somebody who runs the server and has no second factor. */
const MfaEnrollmentRequiredSchema = Type.Object(
  {
    mfa_enrollment_required: Type.Literal(true, {
      description: 'Set one up with POST /api/v1/auth/mfa/totp/enroll and /activate.',
    }),
    csrf_token: Type.String({ description: 'For the X-CSRF-Token header of these.' }),
  },
  { $id: 'MfaEnrollmentRequired' },
)

const step = <T extends string, P extends TProperties>(type: T, description: string, more: P) =>
  Type.Object({ type: Type.Literal(type, { description }), ...more })

/** The step of an auth flow that a sign-in waits for. */
const NextStep = Type.Union([
  step('email_verification', 'To use the link that POST /api/v1/auth/email/verify/send mails.', {}),
  step('mfa_enrollment', 'To set a second factor up: POST /api/v1/auth/mfa/totp/enroll and /activate.', {}),
  step('mfa_challenge', 'To send a code to POST /api/v1/auth/mfa/challenge.', { methods: SecondFactorMethods }),
  step('redirect', 'To open the URL, and come back by its parameter return_to, which goes on by itself.', {
    url: Type.String({
      description: 'The query of its return_to carries the state that POST /api/v1/auth/flow/resume takes too.',
    }),
  }),
  step('password_change', 'To send a stronger password to POST /api/v1/auth/flow/resume.', {
    min_length: Type.Integer(),
    reason: Type.Union([Type.String(), Type.Null()], { description: 'What the last one lacked.' }),
  }),
  step('continue', 'Nothing: POST /api/v1/auth/flow/resume goes on.', {}),
])

/** A sign-in that has a step of an auth flow left. */
const NextSchema = Type.Object(
  { next: NextStep, csrf_token: Type.String({ description: 'For the X-CSRF-Token header of what follows.' }) },
  { $id: 'SignInNext' },
)

/** What a sign-in answers: the person, or what they have to do before that. */
export const SignInAnswer = Type.Union([MeSchema, MfaRequiredSchema, MfaEnrollmentRequiredSchema, NextSchema])

/** What a step may be given. */
export const ResumeBody = Type.Object({
  state: Type.Optional(Type.String({ maxLength: 200, description: 'From return_to, when a redirect came back.' })),
  password: Type.Optional(Type.String({ minLength: 1, description: 'Where a password_change is asked for.' })),
})
