import { constants, createSign, createVerify } from 'node:crypto'
import { promisify } from 'node:util'
import { deflateRawSync, inflateRaw } from 'node:zlib'
import { decodeBase64 } from './document.ts'
import { signatureAlgorithms } from './names.ts'
import { demand, refuse } from './refusal.ts'
import { MAX_XML_BYTES } from './xml-text.ts'

const inflate = promisify(inflateRaw)

/** What a query of the redirect binding carries. */
export type RedirectMessage = 'SAMLRequest' | 'SAMLResponse'

const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
const RSA_SHA512 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512'
const RSA_PSS_SHA256 = 'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1'

interface Outgoing {
  readonly kind: RedirectMessage
  readonly xml: string
  readonly to: string
  readonly relayState?: string | undefined
  readonly privateKey: string
}

/** The address that brings a message to its receiver, signed over the very octets of the query (Bindings §3.4.4.1). */
export function redirectUrl({ kind, xml, to, relayState, privateKey }: Outgoing): string {
  const parts = [[kind, deflateRawSync(xml).toString('base64')]]
  if (relayState !== undefined) parts.push(['RelayState', relayState])
  parts.push(['SigAlg', RSA_SHA256])
  const signed = parts.map(([name, value]) => `${name}=${encodeURIComponent(value ?? '')}`).join('&')
  const signature = createSign('RSA-SHA256').update(signed).sign(privateKey, 'base64')
  return `${to}${to.includes('?') ? '&' : '?'}${signed}&Signature=${encodeURIComponent(signature)}`
}

/** A verified message of the redirect binding. */
export interface RedirectedMessage {
  readonly kind: RedirectMessage
  readonly xml: Buffer
  readonly relayState: string | undefined
}

/**
 * Verifies and unpacks a message of the redirect binding. The signature is over the query as it was sent, so it is taken
 * from the raw text: decoding and encoding it again would refuse providers that escape another way.
 */
export async function readRedirect(rawQuery: string, certificates: readonly string[]): Promise<RedirectedMessage> {
  demand(rawQuery.length <= MAX_XML_BYTES, 'too_large', 'the query is too long')
  const raw = rawParameters(rawQuery)
  const kind = raw.has('SAMLRequest') ? 'SAMLRequest' : 'SAMLResponse'
  demand(!(raw.has('SAMLRequest') && raw.has('SAMLResponse')), 'structure', 'a request and a response')
  verifyQuery(raw, kind, certificates)
  const relayState = raw.get('RelayState')
  return {
    kind,
    xml: await inflateBounded(decodeBase64(decode(raw.get(kind) ?? ''))),
    relayState: relayState === undefined ? undefined : decode(relayState),
  }
}

function verifyQuery(raw: ReadonlyMap<string, string>, kind: RedirectMessage, certificates: readonly string[]): void {
  const signature = raw.get('Signature') ?? refuse('unsigned', 'the query is not signed')
  const algorithm = decode(raw.get('SigAlg') ?? '')
  demand(signatureAlgorithms.has(algorithm), 'algorithm', `SigAlg is not allowed: ${algorithm.slice(0, 100)}`)
  const names = [kind, 'RelayState', 'SigAlg'].filter((name) => raw.has(name))
  const signed = names.map((name) => `${name}=${raw.get(name)}`).join('&')
  const bytes = decodeBase64(decode(signature))
  const isVerified = certificates.some((certificate) => verifies(algorithm, signed, certificate, bytes))
  demand(isVerified, 'signature', 'no pinned certificate verifies the query')
}

function verifies(algorithm: string, signed: string, certificate: string, signature: Buffer): boolean {
  const verifier = createVerify(algorithm === RSA_SHA512 ? 'RSA-SHA512' : 'RSA-SHA256').update(signed)
  const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
  return verifier.verify({ key: certificate, ...(algorithm === RSA_PSS_SHA256 && pss) }, signature)
}

/** The parameters as they were sent, each once. */
function rawParameters(query: string): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>()
  for (const pair of query.split('&')) {
    const equals = pair.indexOf('=')
    const name = equals < 0 ? pair : pair.slice(0, equals)
    demand(!parameters.has(name), 'structure', 'a parameter that comes twice')
    parameters.set(name, equals < 0 ? '' : pair.slice(equals + 1))
  }
  return parameters
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll('+', '%20'))
  } catch (cause) {
    return refuse('malformed', 'a broken escape in the query', cause)
  }
}

async function inflateBounded(deflated: Buffer): Promise<Buffer> {
  try {
    return await inflate(deflated, { maxOutputLength: MAX_XML_BYTES })
  } catch (cause) {
    return refuse(isOverrun(cause) ? 'too_large' : 'malformed', 'the message can not be inflated', cause)
  }
}

const isOverrun = (cause: unknown): boolean => (cause as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE'
