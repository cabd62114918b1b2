import { constants, createHmac, generateKeyPairSync, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { claimsOf, compactJws, ecSigner, encodePart, headerOf, rsaSigner } from './jwt.ts'
import type { Signer } from './jwt.ts'

type Members = Readonly<Record<string, unknown>>

/** What a forger has: a living token, the key set, an ID token, and keys of their own. */
export interface Loot {
  readonly token: string
  readonly idToken: string
  readonly refreshToken: string
  /** The key that signed the token, as the key set shows it. */
  readonly publicKey: KeyObject
  /** The server's own signing key, for a forger who stole that too. */
  readonly privateKey: KeyObject
  readonly canary: string
}

const nothing: Signer = () => Buffer.alloc(0)
const hmac =
  (digest: string, secret: string | Buffer): Signer =>
  (input) =>
    createHmac(digest, secret).update(input).digest()

/** Tokens that were never issued, each made by one trick known to have worked somewhere (RFC 8725 §2). */
export function forgedTokens(loot: Loot): Record<string, string> {
  return { ...byAlgorithm(loot), ...byKey(loot), ...byClaims(loot), ...byShape(loot) }
}

function byAlgorithm({ token, publicKey }: Loot): Record<string, string> {
  const [header, claims] = [headerOf(token), claimsOf(token)]
  const jwk = JSON.stringify(publicKey.export({ format: 'jwk' }))
  const spki = publicKey.export({ type: 'spki', format: 'pem' })
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const edwards = generateKeyPairSync('ed25519').privateKey
  const own = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  const pss: Signer = (input) =>
    sign('sha256', Buffer.from(input), { key: rsa, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 })
  const by = (alg: unknown, signer: Signer): string => compactJws({ ...header, alg }, claims, signer)
  return {
    'alg none': by('none', nothing),
    'alg None': by('None', nothing),
    'alg nOnE with a signature': by('nOnE', ecSigner(own)),
    'an empty alg': by('', nothing),
    'no alg': by(undefined, ecSigner(own)),
    'a list of algs': by(['ES256', 'none'], ecSigner(own)),
    'alg es256 in lower case': by('es256', ecSigner(own)),
    'HS256 keyed with the public JWK': by('HS256', hmac('sha256', jwk)),
    'HS256 keyed with the public key in PEM': by('HS256', hmac('sha256', spki)),
    'HS256 keyed with nothing': by('HS256', hmac('sha256', '')),
    'HS512 keyed with the public key in PEM': by('HS512', hmac('sha512', spki)),
    'RS256 with a key of the forger': by('RS256', rsaSigner(rsa)),
    'PS256 with a key of the forger': by('PS256', pss),
    'EdDSA with a key of the forger': by('EdDSA', (input) => sign(null, Buffer.from(input), edwards)),
    'ES384 on another curve': by('ES384', curveSigner('P-384', 'sha384')),
    'ES256K on another curve': by('ES256K', curveSigner('secp256k1', 'sha256')),
    'ES256 with a key of the forger': by('ES256', ecSigner(own)),
    'a signature of zeros': by('ES256', () => Buffer.alloc(64)),
    'a signature of the order of the curve': by('ES256', () =>
      Buffer.from('ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551'.repeat(2), 'hex'),
    ),
    'a signature in DER': by('ES256', (input) => sign('sha256', Buffer.from(input), own)),
  }
}

const curveSigner = (namedCurve: string, digest: string): Signer =>
  ecSigner(generateKeyPairSync('ec', { namedCurve }).privateKey, digest)

function byKey({ token, canary }: Loot): Record<string, string> {
  const [header, claims] = [headerOf(token), claimsOf(token)]
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = publicKey.export({ format: 'jwk' })
  const saying = (changes: Members): string => compactJws({ ...header, ...changes }, claims, ecSigner(privateKey))
  return {
    'an embedded jwk': saying({ jwk }),
    'an embedded jwk in the place of kid': saying({ kid: undefined, jwk }),
    'a jku': saying({ jku: `${canary}/jwks.json` }),
    'an x5u': saying({ x5u: `${canary}/cert.pem` }),
    'an x5c': saying({ x5c: ['MIIB'] }),
    'a kid that climbs': saying({ kid: '../../../../dev/null' }),
    'a kid with SQL': saying({ kid: "' UNION SELECT public_jwk FROM signing_keys --" }),
    'a kid that is an address': saying({ kid: `${canary}/key` }),
    'a list of kids': saying({ kid: [header['kid']] }),
    'a huge kid': saying({ kid: 'k'.repeat(8000) }),
    'a kid that is null': saying({ kid: null }),
    'no kid': saying({ kid: undefined }),
    'a kid nobody has': saying({ kid: '20260101T000000Z-aaaa' }),
    'crit that is not understood': saying({ crit: ['exp'] }),
    'an unencoded payload': saying({ b64: false, crit: ['b64'] }),
    'a zip': saying({ zip: 'DEF' }),
  }
}

function byClaims({ token, idToken, refreshToken, privateKey }: Loot): Record<string, string> {
  const [header, claims] = [headerOf(token), claimsOf(token)]
  const [head = '', , signature = ''] = token.split('.')
  // Signed by the server's very own key, and still nobody issued it.
  const stolen = (changes: Members, headerChanges: Members = {}): string =>
    compactJws({ ...header, ...headerChanges }, { ...claims, ...changes }, ecSigner(privateKey))
  const raw = (payload: string): string => compactJws(header, payload, ecSigner(privateKey))
  const text = JSON.stringify(claims)
  return {
    'an ID token': idToken,
    'an ID token with the typ of an access token': compactJws(
      { ...headerOf(idToken), typ: 'at+jwt' },
      claimsOf(idToken),
      ecSigner(privateKey),
    ),
    'a refresh token': refreshToken,
    'typ JWT': stolen({}, { typ: 'JWT' }),
    'no typ': stolen({}, { typ: undefined }),
    'a signature from another payload': `${head}.${encodePart({ ...claims, sub: 'usr_admin' })}.${signature}`,
    'the living jti with another subject': stolen({ sub: 'usr_admin' }),
    'the living jti with more scope': stolen({ scope: 'openid admin' }),
    'the same claims signed once more': stolen({}),
    'a jti that was never issued': stolen({ jti: `${String(claims['jti']).slice(0, -4)}0000` }),
    'no jti': stolen({ jti: undefined }),
    'a list of jtis': stolen({ jti: [claims['jti']] }),
    'a jti with SQL': stolen({ jti: "tok_' OR '1'='1" }),
    'no exp': stolen({ exp: undefined }),
    'an exp that is a text': stolen({ exp: '9999999999' }),
    'an exp beyond all numbers': raw(text.replace(/"exp":\d+/, '"exp":1e400')),
    'another issuer': stolen({ iss: 'https://evil.example.com' }),
    'a claim told twice': raw(text.replace('{', '{"sub":"usr_admin",')),
  }
}

function byShape({ token }: Loot): Record<string, string> {
  const [head = '', payload = '', signature = ''] = token.split('.')
  const jwe = { alg: 'PBES2-HS256+A128KW', enc: 'A128CBC-HS256', p2c: 1e9, p2s: 'c2FsdA' }
  const bytes = (buffer: Buffer): string => `${head}.${buffer.toString('base64url')}.${signature}`
  return {
    'an encrypted token with a billion rounds': `${encodePart(jwe)}.AAAA.AAAA.AAAA.AAAA`,
    'an encrypted token that unpacks': `${encodePart({ ...jwe, zip: 'DEF' })}.AAAA.AAAA.AAAA.AAAA`,
    'a token in a token': `${head}.${Buffer.from(token).toString('base64url')}.${signature}`,
    'a payload that is a list': bytes(Buffer.from('[1]')),
    'a payload that is null': bytes(Buffer.from('null')),
    'a payload that is not UTF-8': bytes(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])),
    'a payload nested without end': bytes(Buffer.from(`{"a":${'['.repeat(4000)}${']'.repeat(4000)}}`)),
    'a payload that reaches for the prototype': bytes(Buffer.from('{"__proto__":{"jti":"tok_x"}}')),
    'half a surrogate pair': bytes(Buffer.from(String.raw`{"jti":"\ud800"}`)),
    'dots alone': '..',
    'an empty payload': `${head}..${signature}`,
    'a long text': `${head}.${payload}.${'A'.repeat(12_000)}`,
  }
}
