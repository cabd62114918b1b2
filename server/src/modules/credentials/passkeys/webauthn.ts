import { decodeBase64url, encodeBase64url } from '#/platform/encoding/base64url.ts'
import { algorithms, isSoundKey } from './cose.ts'
import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { Passkey } from './passkey.ts'
import type { AssertionBody, RegistrationBody } from './schemas.ts'

/** Where ceremonies take place: our own origin, and the domain that passkeys are bound to. */
export interface RelyingParty {
  readonly origin: string
  readonly rpId: string
}

/** What registration proved about a new passkey. */
export type Registered = Pick<
  Passkey,
  'credentialId' | 'publicKey' | 'signCount' | 'aaguid' | 'backupEligible' | 'backedUp'
>

/** What a sign-in proved about a passkey. */
export type Asserted = Pick<Passkey, 'signCount' | 'backupEligible' | 'backedUp'>

/** Why a response was not accepted, for the log. */
export class CeremonyRefused extends Error {}

/**
 * Verifies a registration (WebAuthn §7.1): type, challenge, origin, domain, user present and verified, algorithm. Throws
 * `CeremonyRefused`. Attestation is not asked for; a statement that names certificates would make us fetch their
 * revocation lists, and is refused unread.
 */
export async function verifyRegistration(
  response: RegistrationBody,
  challenge: string,
  { origin, rpId }: RelyingParty,
): Promise<Registered> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  return refusing(async () => {
    await requireNoCertificates(response.response.attestationObject)
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { clientExtensionResults: {}, ...response },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      supportedAlgorithmIDs: [...algorithms],
    })
    if (!verified) throw new CeremonyRefused('the attestation does not verify')
    const { credential, aaguid, credentialDeviceType, credentialBackedUp } = registrationInfo
    await requireSoundKey(credential.publicKey)
    if (credential.id !== response.id) throw new CeremonyRefused('the credential is not the one it is called')
    return {
      credentialId: credential.id,
      publicKey: encodeBase64url(Buffer.from(credential.publicKey)),
      signCount: credential.counter,
      aaguid,
      backupEligible: credentialDeviceType === 'multiDevice',
      backedUp: credentialBackedUp,
    }
  })
}

async function requireNoCertificates(attestationObject: string): Promise<void> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  const decoded = decodeAttestationObject(bytesOf(attestationObject))
  const format = decoded.get('fmt')
  const isSelf = format === 'packed' && decoded.get('attStmt').get('x5c') === undefined
  if (format !== 'none' && !isSelf) throw new CeremonyRefused(`the attestation has the format ${format}`)
}

/** The library takes what a key says of itself, and would find out at the first sign-in. */
async function requireSoundKey(publicKey: Uint8Array<ArrayBuffer>): Promise<void> {
  const { decodeCredentialPublicKey } = await import('@simplewebauthn/server/helpers')
  if (!isSoundKey(decodeCredentialPublicKey(publicKey))) throw new CeremonyRefused('the key is not of its algorithm')
}

/**
 * Verifies an assertion (WebAuthn §7.2): type, challenge, origin, domain, user present and verified, signature. Throws
 * `CeremonyRefused`. The counter is for the caller to judge, in one write.
 */
export async function verifyAssertion(
  response: AssertionBody,
  challenge: string,
  passkey: Passkey,
  { origin, rpId }: RelyingParty,
): Promise<Asserted> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  return refusing(async () => {
    requireCanonical(response)
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { clientExtensionResults: {}, ...response } as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      credential: { id: passkey.credentialId, publicKey: bytesOf(passkey.publicKey), counter: 0 },
    })
    if (!verified) throw new CeremonyRefused('the signature does not verify')
    const backupEligible = authenticationInfo.credentialDeviceType === 'multiDevice'
    if (backupEligible !== passkey.backupEligible) throw new CeremonyRefused('the backup eligibility changed')
    return { signCount: authenticationInfo.newCounter, backupEligible, backedUp: authenticationInfo.credentialBackedUp }
  })
}

function requireCanonical({ response }: AssertionBody): void {
  bytesOf(response.authenticatorData)
  bytesOf(response.signature)
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const bytes = decodeBase64url(text)
  if (!bytes) throw new CeremonyRefused('a field is not base64url')
  return new Uint8Array(bytes)
}

/** The library throws plain errors for whatever it does not like, and stumbles over what no browser sends. */
async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    if (cause instanceof CeremonyRefused) throw cause
    throw new CeremonyRefused(cause instanceof Error ? cause.message : 'the response can not be read', { cause })
  }
}
