import { createCipheriv, createHash, createSign, publicEncrypt, randomBytes, constants } from 'node:crypto'
import { newServiceProviderKey } from '#/modules/sso/saml/certificate.ts'
import type { IdentityProvider, ServiceProvider, ServiceProviderKey } from '#/modules/sso/saml/parties.ts'

// An identity provider that writes its messages by hand, in canonical form, so that a test can sign whatever it likes.

const SAML = 'urn:oasis:names:tc:SAML:2.0:assertion'
const SAMLP = 'urn:oasis:names:tc:SAML:2.0:protocol'
const DS = 'http://www.w3.org/2000/09/xmldsig#'
const XENC = 'http://www.w3.org/2001/04/xmlenc#'
const XENC11 = 'http://www.w3.org/2009/xmlenc11#'
export const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
const EXCLUSIVE_C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const ENVELOPED = `${DS}enveloped-signature`

export const SAML_NOW = Date.parse('2026-05-04T12:00:00.000Z')
const at = (ms: number): string => new Date(SAML_NOW + ms).toISOString()

/** Our side of a test connection, and the provider's, with its private key. */
export interface SamlParties {
  readonly serviceProvider: ServiceProvider
  readonly identityProvider: IdentityProvider
  readonly idpKey: ServiceProviderKey
}

let keys: Promise<[ServiceProviderKey, ServiceProviderKey, ServiceProviderKey]> | undefined

/** Three key pairs, made once: ours, the provider's, and a stranger's. */
export function samlKeys(): Promise<[ServiceProviderKey, ServiceProviderKey, ServiceProviderKey]> {
  const make = (name: string): Promise<ServiceProviderKey> => newServiceProviderKey(name, SAML_NOW)
  keys ??= Promise.all([make('mandate.test'), make('idp.test'), make('stranger.test')])
  return keys
}

/** A connection of two parties. */
export async function samlParties(): Promise<SamlParties> {
  const [ours, idpKey] = await samlKeys()
  const base = 'https://mandate.test/api/v1/sso/saml/sso_1'
  return {
    serviceProvider: {
      entityId: `${base}/metadata`,
      acsUrl: `${base}/acs`,
      logoutUrl: `${base}/slo`,
      keys: [ours],
    },
    identityProvider: {
      entityId: 'https://idp.test/metadata',
      signInUrl: 'https://idp.test/sso',
      logoutUrl: 'https://idp.test/slo',
      certificates: [idpKey.certificate],
    },
    idpKey,
  }
}

/** What an assertion says; `undefined` leaves the attribute out. Texts are put in as they are, so that they may be markup. */
export interface AssertionFields {
  id: string
  version: string
  issuer: string
  issueInstant: string
  nameId: string
  method: string
  recipient: string | undefined
  confirmationNotOnOrAfter: string | undefined
  inResponseTo: string | undefined
  notBefore: string | undefined
  notOnOrAfter: string | undefined
  conditions: string
  authnStatement: string
  email: string
}

/** An assertion that is right in everything, for the test to change. */
export function goodAssertion({ serviceProvider, identityProvider }: SamlParties): AssertionFields {
  return {
    id: '_assertion1',
    version: '2.0',
    issuer: identityProvider.entityId,
    issueInstant: at(0),
    nameId: '<saml:NameID Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent">ada</saml:NameID>',
    method: 'urn:oasis:names:tc:SAML:2.0:cm:bearer',
    recipient: serviceProvider.acsUrl,
    confirmationNotOnOrAfter: at(300_000),
    inResponseTo: '_request1',
    notBefore: at(-60_000),
    notOnOrAfter: at(300_000),
    conditions: `<saml:AudienceRestriction><saml:Audience>${serviceProvider.entityId}</saml:Audience></saml:AudienceRestriction>`,
    authnStatement: `<saml:AuthnStatement AuthnInstant="${at(-1000)}" SessionIndex="_session1"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`,
    email: 'ada@example.com',
  }
}

const attribute = (name: string, value: string | undefined): string =>
  value === undefined ? '' : ` ${name}="${value}"`

/** An assertion in canonical form, unsigned. */
export function assertionXml(fields: AssertionFields): string {
  const confirmation =
    attribute('InResponseTo', fields.inResponseTo) +
    attribute('NotOnOrAfter', fields.confirmationNotOnOrAfter) +
    attribute('Recipient', fields.recipient)
  const window = attribute('NotBefore', fields.notBefore) + attribute('NotOnOrAfter', fields.notOnOrAfter)
  return (
    `<saml:Assertion xmlns:saml="${SAML}" ID="${fields.id}" IssueInstant="${fields.issueInstant}" Version="${fields.version}">` +
    `<saml:Issuer>${fields.issuer}</saml:Issuer>` +
    `<saml:Subject>${fields.nameId}<saml:SubjectConfirmation Method="${fields.method}">` +
    `<saml:SubjectConfirmationData${confirmation}></saml:SubjectConfirmationData></saml:SubjectConfirmation></saml:Subject>` +
    `<saml:Conditions${window}>${fields.conditions}</saml:Conditions>${fields.authnStatement}` +
    `<saml:AttributeStatement><saml:Attribute Name="email"><saml:AttributeValue>${fields.email}</saml:AttributeValue></saml:Attribute>` +
    `<saml:Attribute Name="groups"><saml:AttributeValue>staff</saml:AttributeValue><saml:AttributeValue>admins</saml:AttributeValue></saml:Attribute>` +
    '</saml:AttributeStatement></saml:Assertion>'
  )
}

/** How to sign otherwise than a good provider does. */
export interface Signing {
  signatureAlgorithm?: string
  digestAlgorithm?: string
  digest?: (text: string) => string
  sign?: (signedInfo: string) => string
  transforms?: readonly string[]
  canonicalization?: string
  keyInfo?: string
  reference?: string
}

const empty = (name: string, algorithm: string): string => `<ds:${name} Algorithm="${algorithm}"></ds:${name}>`

/** The signature of a canonical text, to be put into it. */
export function signatureOf(xml: string, key: ServiceProviderKey, signing: Signing = {}): string {
  const id = signing.reference ?? /\bID="([^"]*)"/.exec(xml)?.[1] ?? ''
  const digest = signing.digest ?? ((text) => createHash('sha256').update(text).digest('base64'))
  const sign = signing.sign ?? ((text) => createSign('RSA-SHA256').update(text).sign(key.privateKey, 'base64'))
  const transforms = (signing.transforms ?? [ENVELOPED, EXCLUSIVE_C14N]).map((uri) => empty('Transform', uri)).join('')
  const content =
    empty('CanonicalizationMethod', signing.canonicalization ?? EXCLUSIVE_C14N) +
    empty('SignatureMethod', signing.signatureAlgorithm ?? RSA_SHA256) +
    `<ds:Reference URI="#${id}"><ds:Transforms>${transforms}</ds:Transforms>` +
    empty('DigestMethod', signing.digestAlgorithm ?? `${XENC}sha256`) +
    `<ds:DigestValue>${digest(xml)}</ds:DigestValue></ds:Reference></ds:SignedInfo>`
  const value = sign(`<ds:SignedInfo xmlns:ds="${DS}">${content}`)
  return (
    `<ds:Signature xmlns:ds="${DS}"><ds:SignedInfo>${content}<ds:SignatureValue>${value}</ds:SignatureValue>` +
    `${signing.keyInfo ?? ''}</ds:Signature>`
  )
}

/** Puts a signature where it belongs: behind the issuer. */
export const withSignature = (xml: string, signature: string): string =>
  xml.replace('</saml:Issuer>', () => `</saml:Issuer>${signature}`)

/** A canonical text with its signature inside. */
export const signed = (xml: string, key: ServiceProviderKey, signing?: Signing): string =>
  withSignature(xml, signatureOf(xml, key, signing))

/** What a response says around its assertion. */
export interface ResponseFields {
  id: string
  issuer: string
  destination: string | undefined
  inResponseTo: string | undefined
  issueInstant: string
  status: string
}

const SUCCESS =
  '<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"></samlp:StatusCode></samlp:Status>'

/** A response around what it is given, in canonical form where the content is. */
export function responseXml(parties: SamlParties, content: string, changes: Partial<ResponseFields> = {}): string {
  const fields: ResponseFields = {
    id: '_response1',
    issuer: parties.identityProvider.entityId,
    destination: parties.serviceProvider.acsUrl,
    inResponseTo: '_request1',
    issueInstant: at(0),
    status: SUCCESS,
    ...changes,
  }
  return (
    `<samlp:Response xmlns:samlp="${SAMLP}"${attribute('Destination', fields.destination)} ID="${fields.id}"` +
    `${attribute('InResponseTo', fields.inResponseTo)} IssueInstant="${fields.issueInstant}" Version="2.0">` +
    `<saml:Issuer xmlns:saml="${SAML}">${fields.issuer}</saml:Issuer>${fields.status}${content}</samlp:Response>`
  )
}

/** A message as the POST binding carries it. */
export const encode = (xml: string): string => Buffer.from(xml).toString('base64')

/** How to encrypt otherwise than a good provider does. */
export interface Encryption {
  content?: 'aes256-gcm' | 'aes128-cbc'
  keyAlgorithm?: string
  padding?: number
}

function sealGcm(text: string): [key: Buffer, sealed: Buffer] {
  const [key, iv] = [randomBytes(32), randomBytes(12)]
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  return [key, Buffer.concat([iv, cipher.update(text), cipher.final(), cipher.getAuthTag()])]
}

function sealCbc(text: string): [key: Buffer, sealed: Buffer] {
  const [key, iv] = [randomBytes(16), randomBytes(16)]
  const cipher = createCipheriv('aes-128-cbc', key, iv)
  return [key, Buffer.concat([iv, cipher.update(text), cipher.final()])]
}

/** An assertion encrypted for a certificate. */
export function encrypted(xml: string, certificate: string, encryption: Encryption = {}): string {
  const isCbc = encryption.content === 'aes128-cbc'
  const [key, body] = isCbc ? sealCbc(xml) : sealGcm(xml)
  const padding = encryption.padding ?? constants.RSA_PKCS1_OAEP_PADDING
  const wrapped = publicEncrypt({ key: certificate, padding, oaepHash: 'sha1' }, key)
  const value = (bytes: Buffer): string =>
    `<xenc:CipherData><xenc:CipherValue>${bytes.toString('base64')}</xenc:CipherValue></xenc:CipherData>`
  const algorithm = isCbc ? `${XENC}aes128-cbc` : `${XENC11}aes256-gcm`
  return (
    `<saml:EncryptedAssertion xmlns:saml="${SAML}"><xenc:EncryptedData xmlns:xenc="${XENC}" Type="${XENC}Element">` +
    `<xenc:EncryptionMethod Algorithm="${algorithm}"></xenc:EncryptionMethod><ds:KeyInfo xmlns:ds="${DS}"><xenc:EncryptedKey>` +
    `<xenc:EncryptionMethod Algorithm="${encryption.keyAlgorithm ?? `${XENC}rsa-oaep-mgf1p`}"></xenc:EncryptionMethod>` +
    `${value(wrapped)}</xenc:EncryptedKey></ds:KeyInfo>${value(body)}</xenc:EncryptedData></saml:EncryptedAssertion>`
  )
}
