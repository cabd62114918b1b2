import { generateKeyPair, randomBytes, sign, X509Certificate } from 'node:crypto'
import { promisify } from 'node:util'
import type { ServiceProviderKey } from './parties.ts'

const generate = promisify(generateKeyPair)

const YEARS = 10
const RSA_BITS = 2048
const MIN_RSA_BITS = 2048

/** A new key pair with a certificate that signs itself, as the metadata of SAML wants it. Finding primes runs beside the event loop. */
export async function newServiceProviderKey(commonName: string, now: number): Promise<ServiceProviderKey> {
  const { publicKey, privateKey } = await generate('rsa', { modulusLength: RSA_BITS })
  const name = sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from(commonName.slice(0, 64))))))
  const content = sequence(
    der(0xa0, Buffer.from([0x02, 0x01, 0x02])),
    der(0x02, Buffer.concat([Buffer.from([0x01]), randomBytes(15)])),
    RSA_SHA256,
    name,
    sequence(derTime(new Date(now)), derTime(yearsLater(now))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', content, privateKey))
  return {
    certificate: pemOf(sequence(content, RSA_SHA256, signature)),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  }
}

/** A tag-length-value of the distinguished encoding rules (X.690 §8.1). */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  const bytes = [body.length >> 8, body.length & 255]
  const length = body.length < 128 ? [body.length] : body.length < 256 ? [0x81, body.length] : [0x82, ...bytes]
  return Buffer.concat([Buffer.from([tag, ...length]), body])
}

const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, ...parts)

const COMMON_NAME = Buffer.from('0603550403', 'hex')
const RSA_SHA256 = sequence(Buffer.from('06092a864886f70d01010b', 'hex'), Buffer.from('0500', 'hex'))
const LAST_SHORT_YEAR = 2049

/** RFC 5280 §4.1.2.5: two digits of the year until 2049, four after. */
function derTime(time: Date): Buffer {
  const digits = time.toISOString().replaceAll(/[-:T]|\.\d+/g, '')
  const isShort = time.getUTCFullYear() <= LAST_SHORT_YEAR
  return isShort ? der(0x17, Buffer.from(digits.slice(2))) : der(0x18, Buffer.from(digits))
}

function yearsLater(now: number): Date {
  const time = new Date(now)
  time.setUTCFullYear(time.getUTCFullYear() + YEARS)
  return time
}

function pemOf(certificate: Buffer): string {
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}

/** The base64 of a certificate in PEM, as XML carries it. */
export const certificateBody = (pem: string): string => pem.replaceAll(/-----[A-Z ]+-----|\s/g, '')

/** What an operator should see of a certificate of a provider. */
export interface CertificateSummary {
  readonly pem: string
  /** SHA-256 over the whole, in hexadecimal. */
  readonly fingerprint: string
  readonly notAfter: number
}

/** Reads a certificate in PEM or as bare base64; undefined unless it is one with an RSA key of some length. */
export function readCertificate(text: string): CertificateSummary | undefined {
  try {
    const certificate = new X509Certificate(Buffer.from(certificateBody(text), 'base64'))
    const { publicKey, fingerprint256, validTo } = certificate
    const { modulusLength = 0 } = publicKey.asymmetricKeyDetails ?? {}
    if (publicKey.asymmetricKeyType !== 'rsa' || modulusLength < MIN_RSA_BITS) return undefined
    const fingerprint = fingerprint256.replaceAll(':', '').toLowerCase()
    return { pem: pemOf(certificate.raw), fingerprint, notAfter: Date.parse(validTo) }
  } catch {
    return undefined
  }
}
