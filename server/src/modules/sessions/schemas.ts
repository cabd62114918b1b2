import { Type } from 'typebox'
import { UserSchema } from '#/modules/users/index.ts'

/** What a sign-in takes. Length and strength are judged by the service, so that both doors say the same. */
export const LoginBody = Type.Object({
  email: Type.String({ minLength: 1 }),
  password: Type.String({ minLength: 1 }),
})

/** What a sign-up takes. */
export const SignupBody = Type.Object({
  email: Type.String({ minLength: 1 }),
  password: Type.String({ minLength: 1, description: 'At least as long as the setting password.min_length says.' }),
  name: Type.Optional(Type.String({ description: 'At most 200 characters.' })),
})

/** What people may change about themselves. */
export const MePatch = Type.Object({
  name: Type.Optional(Type.Union([Type.String(), Type.Null()], { description: 'Null takes the name away.' })),
})

/** The person who is signed in. */
export const MeSchema = Type.Object(
  {
    ...UserSchema.properties,
    csrf_token: Type.String({ description: 'For the X-CSRF-Token header of every request that changes something.' }),
  },
  { $id: 'Me' },
)

/** A sign-in that is right so far. */
const MfaRequiredSchema = Type.Object(
  {
    mfa_required: Type.Literal(true),
    methods: Type.Array(Type.Enum(['totp', 'recovery_code', 'passkey']), {
      description: 'Codes go to POST /api/v1/auth/mfa/challenge; with a passkey, sign in anew.',
    }),
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

/** What a sign-in answers: the person, or that their second factor is asked for, or has to be set up. */
export const SignInAnswer = Type.Union([MeSchema, MfaRequiredSchema, MfaEnrollmentRequiredSchema])
