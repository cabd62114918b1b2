import { Type } from 'typebox'
import { NextMember } from '#/modules/sessions/index.ts'
import type { Static } from 'typebox'

const Base64url = (description?: string) =>
  Type.String({ minLength: 1, pattern: '^[A-Za-z0-9_-]+$', ...(description ? { description } : {}) })

// Browsers add members of newer editions of WebAuthn; only these are read.
const open = { additionalProperties: true }

const credential = <T extends Parameters<typeof Type.Object>[0]>(response: T) =>
  Type.Object(
    {
      id: Base64url(),
      rawId: Base64url(),
      type: Type.Literal('public-key'),
      response: Type.Object({ clientDataJSON: Base64url(), ...response }, open),
    },
    { ...open, description: 'What `PublicKeyCredential.toJSON()` returns.' },
  )

/** The JSON of a registration (WebAuthn §5.1). */
export const RegistrationCredential = credential({
  attestationObject: Base64url(),
  transports: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 10 })),
})
export type RegistrationBody = Static<typeof RegistrationCredential>

/** The JSON of an assertion (WebAuthn §5.1). */
export const AssertionCredential = credential({
  authenticatorData: Base64url(),
  signature: Base64url(),
  userHandle: Type.Optional(Type.Union([Type.String({ maxLength: 100 }), Type.Null()])),
})
export type AssertionBody = Static<typeof AssertionCredential>

const Name = Type.String({ description: 'What its owner calls it; at most 100 characters.' })

export const RegisterBody = Type.Object({ credential: RegistrationCredential, name: Type.Optional(Name) })
export const PasskeyLoginBody = Type.Object({
  credential: AssertionCredential,
  next: NextMember,
})
export const PasskeyPatch = Type.Object({ name: Name })
export const PasskeyParams = Type.Object({ id: Type.String() })

/** A passkey as its owner and operators see it. */
export const PasskeySchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    aaguid: Type.String({ description: 'The model of the authenticator; zeros when it does not say.' }),
    backup_eligible: Type.Boolean({ description: 'Whether it may live on several devices.' }),
    backed_up: Type.Boolean({ description: 'Whether it did when it was last used.' }),
    transports: Type.Array(Type.String()),
    created_at: Type.String({ format: 'date-time' }),
    last_used_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
  },
  { $id: 'Passkey' },
)

const Descriptor = Type.Object({
  id: Type.String(),
  type: Type.Literal('public-key'),
  transports: Type.Optional(Type.Array(Type.String())),
})

/** For `PublicKeyCredential.parseCreationOptionsFromJSON()`. */
export const CreationOptions = Type.Object({
  rp: Type.Object({ id: Type.String(), name: Type.String() }),
  user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
  challenge: Type.String(),
  pubKeyCredParams: Type.Array(Type.Object({ type: Type.Literal('public-key'), alg: Type.Integer() })),
  timeout: Type.Integer(),
  excludeCredentials: Type.Array(Descriptor),
  authenticatorSelection: Type.Object({
    residentKey: Type.Literal('required'),
    requireResidentKey: Type.Literal(true),
    userVerification: Type.Literal('required'),
  }),
  attestation: Type.Literal('none'),
})

/** For `PublicKeyCredential.parseRequestOptionsFromJSON()`. */
export const RequestOptions = Type.Object({
  challenge: Type.String(),
  timeout: Type.Integer(),
  rpId: Type.String(),
  allowCredentials: Type.Array(Descriptor),
  userVerification: Type.Literal('required'),
})
