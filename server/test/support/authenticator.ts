import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { encodeCbor } from './cbor.ts'
import type { KeyObject } from 'node:crypto'
import type { Cbor } from './cbor.ts'

/** The part of creation options an authenticator reads. */
interface CreationOptions {
  readonly challenge: string
  readonly rp: { readonly id: string }
  readonly user: { readonly id: string }
}

/** The part of request options an authenticator reads. */
interface RequestOptions {
  readonly challenge: string
  readonly rpId: string
}

/** What a test makes wrong about a ceremony; everything else is as a browser and its authenticator would do it. */
export interface Mutations {
  readonly type?: string
  readonly challenge?: string
  readonly origin?: string
  /** Further members of the client data. */
  readonly clientData?: object
  readonly rpId?: string
  readonly userPresent?: boolean
  readonly userVerified?: boolean
  readonly backupEligible?: boolean
  readonly backedUp?: boolean
  readonly counter?: number
  readonly algorithm?: number
  readonly format?: string
  readonly statement?: ReadonlyMap<string, Cbor>
  /** Signs the new key with itself, as some devices do unasked. */
  readonly selfAttested?: true
  readonly credentialType?: string
  readonly id?: string
  readonly rawId?: string
  readonly userHandle?: string | null
  /** Changes the finished authenticator data, after it was signed. */
  readonly authData?: (bytes: Buffer) => Buffer
  readonly signature?: (bytes: Buffer) => Buffer
}

/** A passkey as its device keeps it. */
export interface SoftPasskey {
  readonly id: string
  readonly rpId: string
  readonly userHandle: string
  readonly privateKey: KeyObject
  counter: number
}

interface AuthenticatorOptions {
  /** The page the browser shows. */
  readonly origin: string
  readonly algorithm?: Algorithm
  /** Whether its passkeys may be copied to other devices, and are. */
  readonly synced?: boolean
  /** Whether it counts its signatures; synced ones say 0 for ever. */
  readonly counts?: boolean
}

type Algorithm = 'ES256' | 'EdDSA' | 'RS256'

const AAGUID = Buffer.from('08987058cadc4b81b6e130de50dcbe96', 'hex')

/** A browser with an authenticator, in software: makes real attestations "none" and real assertions (WebAuthn §6). */
export class Authenticator {
  readonly passkeys: SoftPasskey[] = []
  readonly #options: Required<AuthenticatorOptions>

  constructor(options: AuthenticatorOptions) {
    this.#options = { algorithm: 'ES256', synced: false, counts: true, ...options }
  }

  /** Makes a passkey: the JSON of `navigator.credentials.create()`. */
  create(options: CreationOptions, mutations: Mutations = {}) {
    const { publicKey, privateKey } = keyPair(this.#options.algorithm)
    const credentialId = randomBytes(32)
    const id = credentialId.toString('base64url')
    const { id: rpId } = options.rp
    const passkey: SoftPasskey = { id, rpId, userHandle: options.user.id, privateKey, counter: 0 }
    const attested = [
      AAGUID,
      Buffer.from([0, credentialId.length]),
      credentialId,
      encodeCbor(coseKey(publicKey, mutations.algorithm)),
    ]
    const authData = Buffer.concat([this.#head(passkey, mutations, 0x40), ...attested])
    const clientData = this.#clientData('webauthn.create', options.challenge, mutations)
    const own = mutations.selfAttested && selfStatement(authData, clientData, privateKey)
    const attestationObject = encodeCbor(
      new Map<string, Cbor>([
        ['fmt', mutations.format ?? (own ? 'packed' : 'none')],
        ['attStmt', mutations.statement ?? own ?? new Map<string, Cbor>()],
        ['authData', mutations.authData?.(authData) ?? authData],
      ]),
    )
    this.passkeys.push(passkey)
    return {
      ...naming(id, mutations),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal', 'hybrid'],
      },
      authenticatorAttachment: 'platform',
      clientExtensionResults: {},
    }
  }

  /** Answers with a passkey, the newest when none is named: the JSON of `navigator.credentials.get()`. */
  get(options: RequestOptions, mutations: Mutations = {}, passkey = this.passkeys.at(-1)) {
    if (!passkey) throw new Error('this authenticator has no passkey')
    if (this.#options.counts) passkey.counter++
    const authData = this.#head(passkey, mutations, 0)
    const clientData = this.#clientData('webauthn.get', options.challenge, mutations)
    const signature = signCeremony(authData, clientData, passkey.privateKey)
    const { userHandle = passkey.userHandle } = mutations
    return {
      ...naming(passkey.id, mutations),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: (mutations.authData?.(authData) ?? authData).toString('base64url'),
        signature: (mutations.signature?.(signature) ?? signature).toString('base64url'),
        ...(userHandle === null ? {} : { userHandle }),
      },
      authenticatorAttachment: 'platform',
      clientExtensionResults: {},
    }
  }

  #clientData(type: string, challenge: string, mutations: Mutations): Buffer {
    const data = {
      type: mutations.type ?? type,
      challenge: mutations.challenge ?? challenge,
      origin: mutations.origin ?? this.#options.origin,
      crossOrigin: false,
      ...mutations.clientData,
    }
    return Buffer.from(JSON.stringify(data))
  }

  /** RP ID hash, flags, counter (WebAuthn §6.1). */
  #head(passkey: SoftPasskey, mutations: Mutations, more: number): Buffer {
    const { synced } = this.#options
    const { userPresent = true, userVerified = true, backupEligible = synced, backedUp = synced } = mutations
    const bits = [userPresent, false, userVerified, backupEligible, backedUp]
    const flags = bits.reduce((sum, bit, i) => (bit ? sum | (1 << i) : sum), more)
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(mutations.counter ?? passkey.counter)
    const rpIdHash = createHash('sha256')
      .update(mutations.rpId ?? passkey.rpId)
      .digest()
    return Buffer.concat([rpIdHash, Buffer.from([flags]), counter])
  }
}

/** What attestation and assertion sign alike (WebAuthn §6.3.3, §8.2). */
function signCeremony(authData: Buffer, clientData: Buffer, key: KeyObject): Buffer {
  const signed = Buffer.concat([authData, createHash('sha256').update(clientData).digest()])
  return sign(key.asymmetricKeyType === 'ed25519' ? null : 'sha256', signed, key)
}

const selfStatement = (authData: Buffer, clientData: Buffer, key: KeyObject): Map<string, Cbor> =>
  new Map<string, Cbor>([
    ['alg', -7],
    ['sig', signCeremony(authData, clientData, key)],
  ])

const naming = (id: string, mutations: Mutations) => ({
  id: mutations.id ?? id,
  rawId: mutations.rawId ?? mutations.id ?? id,
  type: mutations.credentialType ?? 'public-key',
})

function keyPair(algorithm: Algorithm): { publicKey: KeyObject; privateKey: KeyObject } {
  if (algorithm === 'EdDSA') return generateKeyPairSync('ed25519')
  if (algorithm === 'RS256') return generateKeyPairSync('rsa', { modulusLength: 2048 })
  return generateKeyPairSync('ec', { namedCurve: 'P-256' })
}

/** A public key as COSE has it (RFC 9053 §7, RFC 8230 §4). */
function coseKey(key: KeyObject, algorithm?: number): Map<number, Cbor> {
  const jwk = key.export({ format: 'jwk' })
  const bytes = (text: string | undefined): Buffer => Buffer.from(text ?? '', 'base64url')
  if (jwk.kty === 'OKP') {
    return new Map<number, Cbor>([
      [1, 1],
      [3, algorithm ?? -8],
      [-1, 6],
      [-2, bytes(jwk.x)],
    ])
  }
  if (jwk.kty === 'RSA') {
    return new Map<number, Cbor>([
      [1, 3],
      [3, algorithm ?? -257],
      [-1, bytes(jwk.n)],
      [-2, bytes(jwk.e)],
    ])
  }
  return new Map<number, Cbor>([
    [1, 2],
    [3, algorithm ?? -7],
    [-1, 1],
    [-2, bytes(jwk.x)],
    [-3, bytes(jwk.y)],
  ])
}
