import { constants, createHmac, generateKeyPairSync, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { compactJws, ecSigner, rsaSigner } from './jwt.ts'
import type { Signer } from './jwt.ts'
import type { ProofClaims, ProofKey } from './dpop.ts'

type Members = Record<string, unknown>

/** What the values of the DPoP headers are, made from claims that are right for the request. */
export type ProofMaker = (claims: ProofClaims & Members) => string[]

const exported = (key: KeyObject): Members => key.export({ format: 'jwk' }) as Members
const rsa = (modulusLength: number) => generateKeyPairSync('rsa', { modulusLength })
const ec = (namedCurve: string) => generateKeyPairSync('ec', { namedCurve })

const pssSigner =
  (key: KeyObject, saltLength = 32): Signer =>
  (input) =>
    sign('sha256', Buffer.from(input), { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength })
const edwardsSigner =
  (key: KeyObject): Signer =>
  (input) =>
    sign(null, Buffer.from(input), key)

/** Proofs by other kinds of keys, by their algorithm: each is as good as one by an EC key. */
export function otherProofs(): Record<string, ProofMaker> {
  const [modular, edwards] = [rsa(2048), generateKeyPairSync('ed25519')]
  const by =
    (alg: string, { publicKey }: { publicKey: KeyObject }, signer: Signer): ProofMaker =>
    (claims) => [compactJws({ typ: 'dpop+jwt', alg, jwk: exported(publicKey) }, claims, signer)]
  return {
    RS256: by('RS256', modular, rsaSigner(modular.privateKey)),
    PS256: by('PS256', modular, pssSigner(modular.privateKey)),
    EdDSA: by('EdDSA', edwards, edwardsSigner(edwards.privateKey)),
    Ed25519: by('Ed25519', edwards, edwardsSigner(edwards.privateKey)),
  }
}

/**
 * Proofs that each break one rule of RFC 9449 §4.3 and are right otherwise; the key is the one tokens are bound to.
 * `canary` is an address that must not be asked for.
 */
export function forgedProofs(key: ProofKey, canary: string): Record<string, ProofMaker> {
  const other = ec('P-256')
  const curve384 = ec('P-384')
  const curve256k = ec('secp256k1')
  const [rsa2048, rsa1024] = [rsa(2048), rsa(1024)]
  const [edwards, stranger] = [generateKeyPairSync('ed25519'), generateKeyPairSync('ed25519')]
  const x = key.jwk['x'] as string
  const right = ecSigner(key.privateKey)

  const header = (changes: Members = {}): Members => ({ typ: 'dpop+jwt', alg: 'ES256', jwk: key.jwk, ...changes })
  const by =
    (changes: Members, signer: Signer = right): ProofMaker =>
    (claims) => [compactJws(header(changes), claims, signer)]
  const saying =
    (changes: Members): ProofMaker =>
    (claims) => [compactJws(header(), { ...claims, ...changes }, right)]
  const without = (...names: string[]): ProofMaker => by(Object.fromEntries(names.map((name) => [name, undefined])))

  return {
    'two headers': (claims) => [key.sign(claims), key.sign(claims)],
    'two proofs in one header': (claims) => [`${key.sign(claims)}, ${key.sign(claims)}`],
    'not a JWS': () => ['proof'],
    'an empty header': () => [''],
    'no typ': without('typ'),
    'the typ of an ordinary JWT': by({ typ: 'JWT' }),
    'the typ of an access token': by({ typ: 'at+jwt' }),
    'alg none': by({ alg: 'none' }, () => Buffer.alloc(0)),
    'alg NONE with a signature': by({ alg: 'NONE' }),
    'alg HS256 keyed with the public key': by({ alg: 'HS256' }, (input) =>
      createHmac('sha256', JSON.stringify(key.jwk)).update(input).digest(),
    ),
    'alg HS256 with an oct jwk': by({ alg: 'HS256', jwk: { kty: 'oct', k: 'c2VjcmV0' } }, (input) =>
      createHmac('sha256', 'secret').update(input).digest(),
    ),
    'alg ES384, which is not advertised': by(
      { alg: 'ES384', jwk: exported(curve384.publicKey) },
      ecSigner(curve384.privateKey, 'sha384'),
    ),
    'alg PS256 over an EC key': by({ alg: 'PS256' }),
    'alg PS256 with the signature of RS256': by(
      { alg: 'PS256', jwk: exported(rsa2048.publicKey) },
      rsaSigner(rsa2048.privateKey),
    ),
    'alg PS256 with a salt of another length': by(
      { alg: 'PS256', jwk: exported(rsa2048.publicKey) },
      pssSigner(rsa2048.privateKey, 20),
    ),
    'alg PS256 with a key of 1024 bits': by(
      { alg: 'PS256', jwk: exported(rsa1024.publicKey) },
      pssSigner(rsa1024.privateKey),
    ),
    'alg EdDSA over an EC key': by({ alg: 'EdDSA' }),
    'alg EdDSA by another key': by(
      { alg: 'EdDSA', jwk: exported(edwards.publicKey) },
      edwardsSigner(stranger.privateKey),
    ),
    'an Ed25519 jwk with its private half': by(
      { alg: 'EdDSA', jwk: exported(edwards.privateKey) },
      edwardsSigner(edwards.privateKey),
    ),
    'alg RS256 over an EC key': by({ alg: 'RS256' }),
    'alg ES256 over an RSA key': by({ jwk: exported(rsa2048.publicKey) }, rsaSigner(rsa2048.privateKey)),
    'ES256 on another curve': by({ jwk: exported(curve256k.publicKey) }, ecSigner(curve256k.privateKey)),
    'no jwk': without('jwk'),
    'a jwk that is a text': by({ jwk: JSON.stringify(key.jwk) }),
    'a list of keys': by({ jwk: [key.jwk] }),
    'an EC jwk with its private half': by({ jwk: exported(key.privateKey) }),
    'an RSA jwk with its private half': by(
      { alg: 'RS256', jwk: exported(rsa2048.privateKey) },
      rsaSigner(rsa2048.privateKey),
    ),
    'a jwk with a symmetric member': by({ jwk: { ...key.jwk, k: 'c2VjcmV0' } }),
    'an RSA key of 1024 bits': by({ alg: 'RS256', jwk: exported(rsa1024.publicKey) }, rsaSigner(rsa1024.privateKey)),
    'a point off the curve': by({ jwk: { ...key.jwk, y: x } }),
    'a signature of zeros': by({}, () => Buffer.alloc(64)),
    'a signature in DER': by({}, (input) => sign('sha256', Buffer.from(input), key.privateKey)),
    'an empty signature': by({}, () => Buffer.alloc(0)),
    'the signature of another key': by({}, ecSigner(other.privateKey)),
    'a signature with padding': (claims) => [`${key.sign(claims)}==`],
    'an unknown critical extension': by({ crit: ['exp'], exp: 1 }),
    'a jku': by({ jku: `${canary}/jku` }),
    'an x5u': by({ x5u: `${canary}/x5u` }),
    'an x5c': by({ x5c: ['MIIB'] }),
    'no jti': saying({ jti: undefined }),
    'an empty jti': saying({ jti: '' }),
    'a numeric jti': saying({ jti: 7 }),
    'a jti without bounds': saying({ jti: 'x'.repeat(257) }),
    'htm in lower case': (claims) => [key.sign({ ...claims, htm: claims.htm.toLowerCase() })],
    'no htm': saying({ htm: undefined }),
    'no htu': saying({ htu: undefined }),
    'a claim that comes twice': (claims) => [
      compactJws(header(), JSON.stringify({ jti: 'twice', ...claims }).replace('{', '{"htm":"GET",'), right),
    ],
  }
}
