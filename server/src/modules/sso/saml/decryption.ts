import { constants, createDecipheriv, privateDecrypt } from 'node:crypto'
import {
  attributeOf,
  childrenOf,
  decodeBase64,
  elementsWithin,
  isNamed,
  onlyChild,
  optionalChild,
  textOf,
} from './document.ts'
import type { XmlElement } from './document.ts'
import { namespaces } from './names.ts'
import { demand, refuse } from './refusal.ts'

const { encryption: XENC, encryption11: XENC11, signature: DS } = namespaces

interface ContentCipher {
  readonly name: 'aes-128-gcm' | 'aes-256-gcm' | 'aes-128-cbc' | 'aes-256-cbc'
  readonly keyBytes: number
  readonly ivBytes: number
}

/** How the assertion itself may be encrypted (XML Encryption 1.1 §5.2). */
const contentCiphers: Readonly<Record<string, ContentCipher>> = {
  [`${XENC11}aes256-gcm`]: { name: 'aes-256-gcm', keyBytes: 32, ivBytes: 12 },
  [`${XENC11}aes128-gcm`]: { name: 'aes-128-gcm', keyBytes: 16, ivBytes: 12 },
  [`${XENC}aes256-cbc`]: { name: 'aes-256-cbc', keyBytes: 32, ivBytes: 16 },
  [`${XENC}aes128-cbc`]: { name: 'aes-128-cbc', keyBytes: 16, ivBytes: 16 },
}

/** The identifiers of the ciphers, for our metadata, the best first. */
export const contentAlgorithms: readonly string[] = Object.keys(contentCiphers)

/** OAEP with SHA-1, which is sound there and all that many providers can do, and with SHA-256 throughout. */
export const keyAlgorithms = { oaepSha1: `${XENC}rsa-oaep-mgf1p`, oaep: `${XENC11}rsa-oaep` } as const
const SHA1 = `${DS}sha1`
const SHA256 = `${XENC}sha256`
const MGF1_SHA256 = `${XENC11}mgf1sha256`

const TAG_BYTES = 16

/**
 * Decrypts an EncryptedAssertion with whichever of our private keys fits: during a rollover there are two. RSA 1.5 is not
 * served, because a server that says whether its padding was right decrypts for everybody (Bleichenbacher). The padding of
 * CBC says as much (Jager, Somorovsky), so CBC is only read inside of a response whose signature was verified before.
 */
export function decryptAssertion(
  encrypted: XmlElement,
  privateKeys: readonly string[],
  { isResponseSigned }: { isResponseSigned: boolean },
): Buffer {
  const data = onlyChild(encrypted, XENC, 'EncryptedData')
  const algorithm = algorithmOf(data)
  const cipher = Object.hasOwn(contentCiphers, algorithm) ? contentCiphers[algorithm] : undefined
  if (!cipher) refuse('algorithm', `content encryption is not allowed: ${algorithm.slice(0, 100)}`)
  const isAuthenticated = cipher.name.endsWith('gcm')
  demand(isAuthenticated || isResponseSigned, 'algorithm', 'CBC outside of a signed response')
  const key = unwrapKey(encryptedKeyOf(encrypted), privateKeys, cipher.keyBytes)
  const content = cipherValue(data)
  try {
    return isAuthenticated ? openGcm(cipher, key, content) : openCbc(cipher, key, content)
  } catch (cause) {
    return refuse('decryption', 'the assertion can not be decrypted', cause)
  }
}

/** The key stands in the data or beside it, depending on the provider; there is one. */
function encryptedKeyOf(encrypted: XmlElement): XmlElement {
  const [key, second] = elementsWithin(encrypted).filter((element) => isNamed(element, XENC, 'EncryptedKey'))
  if (!key || second) return refuse('structure', 'not exactly one EncryptedKey')
  return key
}

const algorithmOf = (element: XmlElement): string =>
  attributeOf(onlyChild(element, XENC, 'EncryptionMethod'), 'Algorithm') ?? ''

const cipherValue = (element: XmlElement): Buffer =>
  decodeBase64(textOf(onlyChild(onlyChild(element, XENC, 'CipherData'), XENC, 'CipherValue')))

function unwrapKey(encryptedKey: XmlElement, privateKeys: readonly string[], keyBytes: number): Buffer {
  const oaepHash = oaepHashOf(encryptedKey)
  const wrapped = cipherValue(encryptedKey)
  for (const key of privateKeys) {
    try {
      const unwrapped = privateDecrypt({ key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash }, wrapped)
      if (unwrapped.length === keyBytes) return unwrapped
    } catch {
      // It was for another of our keys.
    }
  }
  return refuse('decryption', 'none of our keys opens the assertion')
}

/** The hash of OAEP; hash and mask have to agree, which is all that OpenSSL does here. */
function oaepHashOf(encryptedKey: XmlElement): 'sha1' | 'sha256' {
  const method = onlyChild(encryptedKey, XENC, 'EncryptionMethod')
  const known = childrenOf(method).every((child) => ['DigestMethod', 'MGF'].includes(child.localName))
  demand(known, 'algorithm', 'key transport with unknown parameters')
  const digestMethod = optionalChild(method, DS, 'DigestMethod')
  const digest = (digestMethod && attributeOf(digestMethod, 'Algorithm')) ?? SHA1
  const mask = optionalChild(method, XENC11, 'MGF')
  const maskAlgorithm = mask && attributeOf(mask, 'Algorithm')
  const algorithm = attributeOf(method, 'Algorithm') ?? ''
  if (algorithm === keyAlgorithms.oaepSha1 && digest === SHA1 && maskAlgorithm === undefined) return 'sha1'
  if (algorithm === keyAlgorithms.oaep && digest === SHA256 && maskAlgorithm === MGF1_SHA256) return 'sha256'
  return refuse('algorithm', `key transport is not allowed: ${algorithm.slice(0, 100)}`)
}

function openGcm(cipher: ContentCipher, key: Buffer, content: Buffer): Buffer {
  demand(content.length > cipher.ivBytes + TAG_BYTES, 'decryption', 'too short')
  const name = cipher.name as 'aes-256-gcm'
  const decipher = createDecipheriv(name, key, content.subarray(0, cipher.ivBytes), { authTagLength: TAG_BYTES })
  decipher.setAuthTag(content.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(content.subarray(cipher.ivBytes, -TAG_BYTES)), decipher.final()])
}

/** The padding says in its last byte how long it is, and the rest of it is anything (XML Encryption 1.1 §5.2.1). */
function openCbc(cipher: ContentCipher, key: Buffer, content: Buffer): Buffer {
  const decipher = createDecipheriv(cipher.name, key, content.subarray(0, cipher.ivBytes)).setAutoPadding(false)
  const padded = Buffer.concat([decipher.update(content.subarray(cipher.ivBytes)), decipher.final()])
  const padding = padded.at(-1) ?? 0
  demand(padding >= 1 && padding <= cipher.ivBytes, 'decryption', 'padding')
  return padded.subarray(0, -padding)
}
