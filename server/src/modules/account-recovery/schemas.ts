import { Type } from 'typebox'
import { NextMember } from '#/modules/sessions/index.ts'

const Token = Type.String({ minLength: 1, description: 'From the link in the mail.' })
const Email = Type.String({ minLength: 1 })
const Password = Type.String({ minLength: 1 })

export const ForgotBody = Type.Object({ email: Email })
export const MagicSendBody = Type.Object({ email: Email })

/** The same for every address, whether anybody has it. */
export const AskedSchema = Type.Object({ message: Type.String() })

export const ResetBody = Type.Object({ token: Token, password: Password })

export const ChangePasswordBody = Type.Object({
  current_password: Type.Optional(Type.String({ description: 'Required unless the user has none yet.' })),
  new_password: Password,
})

/** What ended with an old password. */
export const EndedSchema = Type.Object({
  revoked_sessions: Type.Integer(),
  revoked_tokens: Type.Integer(),
  flow_waits: Type.Optional(
    Type.Literal(true, { description: 'An auth flow has a step left: GET /api/v1/auth/flow says which.' }),
  ),
})

export const VerifyBody = Type.Object({
  token: Token,
  password: Type.Optional(Type.String({ description: 'The password of the user, when nobody is signed in.' })),
})

/** An address that is confirmed. */
export const VerifiedSchema = Type.Object({ email: Type.String(), email_verified: Type.Boolean() })

/** What became of the wish to be sent a link. */
export const VerificationSchema = Type.Object({
  sent: Type.Boolean({ description: 'False when there was nothing to confirm.' }),
  email_verified: Type.Boolean(),
})

export const ChangeEmailBody = Type.Object({
  email: Email,
  password: Type.Optional(Type.String({ description: 'The current password; needed unless the user has none.' })),
})

export const MagicVerifyBody = Type.Object({
  token: Token,
  confirm: Type.Optional(
    Type.Boolean({ description: 'The person said that they want to sign in in this browser, which did not ask.' }),
  ),
  next: NextMember,
})

export const DeleteMeBody = Type.Object({
  password: Type.Optional(Type.String({ description: 'Needed unless the sign-in is a few minutes old at most.' })),
})

export const UserParams = Type.Object({ id: Type.String() })
