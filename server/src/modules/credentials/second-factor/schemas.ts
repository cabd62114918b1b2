import { Type } from 'typebox'

export const ActivateBody = Type.Object({
  code: Type.String({ minLength: 1, maxLength: 40, description: 'The code the app shows for the new secret.' }),
})

export const ChallengeBody = Type.Object({
  code: Type.String({ minLength: 1, maxLength: 40, description: 'Of the authenticator app, or a recovery code.' }),
})

/** What an authenticator app needs. */
export const EnrollmentSchema = Type.Object({
  secret: Type.String({ description: 'Base 32, for typing in. Shown this once.' }),
  otpauth_uri: Type.String({ description: 'The same as a link that authenticator apps open.' }),
  qr_svg: Type.String({ description: 'The same as a QR code, an SVG document.' }),
})

const RecoveryCodeList = Type.Array(Type.String(), { description: 'Each works once. Shown this once.' })

export const ActivationSchema = Type.Object({
  mfa_enabled: Type.Literal(true),
  recovery_codes: RecoveryCodeList,
})

export const RecoveryCodesSchema = Type.Object({ recovery_codes: RecoveryCodeList })

export const CodesLeftSchema = Type.Object({ left: Type.Integer({ description: 'How many were not used yet.' }) })
