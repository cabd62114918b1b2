import { generateKeyPairSync, sign } from 'node:crypto'

/** A certificate for a test server, which is its own authority, and its key; both PEM. */
export interface TestCertificate {
  readonly cert: string
  readonly key: string
}

const der = (tag: number, ...parts: Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts)
  const length =
    body.length < 128
      ? [body.length]
      : body.length < 256
        ? [0x81, body.length]
        : [0x82, body.length >> 8, body.length & 255]
  return Buffer.concat([Buffer.from([tag, ...length]), body])
}

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex')
const text = (tag: number, value: string): Buffer => der(tag, Buffer.from(value))

const ECDSA_SHA256 = der(0x30, hex('0608 2a8648ce3d040302'))
const COMMON_NAME = hex('0603 550403')
const ALT_NAME = hex('0603 551d11')
const CONSTRAINTS = hex('0603 551d13')

/** Makes a certificate for these host names (RFC 5280 §4.1), good from 2020 to 2049. */
export function testCertificate(...hosts: readonly string[]): TestCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = der(0x30, der(0x31, der(0x30, COMMON_NAME, text(0x0c, 'Mandate test'))))
  const altNames = der(0x30, ...hosts.map((host) => text(0x82, host)))
  const extensions = der(
    0x30,
    der(0x30, ALT_NAME, der(0x04, altNames)),
    der(0x30, CONSTRAINTS, hex('0101ff'), der(0x04, der(0x30, hex('0101ff')))),
  )
  const content = der(
    0x30,
    der(0xa0, hex('020102')),
    hex('020101'),
    ECDSA_SHA256,
    name,
    der(0x30, text(0x17, '200101000000Z'), text(0x17, '491231235959Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', content, privateKey))
  const body = der(0x30, content, ECDSA_SHA256, signature).toString('base64')
  const lines = (body.match(/.{1,64}/g) ?? []).join('\n')
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  }
}
