import assert from 'node:assert/strict'
import { createHash, createHmac, createSign } from 'node:crypto'
import { test } from 'node:test'
import {
  assertionXml,
  encode,
  goodAssertion,
  responseXml,
  SAML_NOW,
  samlKeys,
  samlParties,
  signed,
} from '#test/support/saml-idp.ts'
import type { Signing } from '#test/support/saml-idp.ts'
import { certificateBody } from './certificate.ts'
import type { SamlReason } from './refusal.ts'
import { SamlRefusal } from './refusal.ts'
import { readResponse } from './response.ts'

const parties = await samlParties()
const [, key, stranger] = await samlKeys()
const good = assertionXml(goodAssertion(parties))
const DS = 'http://www.w3.org/2000/09/xmldsig#'
const ENVELOPED = `${DS}enveloped-signature`
const C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#'

const read = (assertion: string): Promise<unknown> =>
  readResponse(encode(responseXml(parties, assertion)), { ...parties, now: SAML_NOW })

const hmac = (text: string): string => createHmac('sha1', key.certificate).update(text).digest('base64')
const hmacOfBody = (text: string): string =>
  createHmac('sha1', certificateBody(key.certificate)).update(text).digest('base64')
const sha1 = (text: string): string => createHash('sha1').update(text).digest('base64')
const rsaSha1 = (text: string): string => createSign('RSA-SHA1').update(text).sign(key.privateKey, 'base64')
const strangersCertificate = `<ds:KeyInfo><ds:X509Data><ds:X509Certificate>${certificateBody(stranger.certificate)}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>`

/** Signatures that are sound in themselves, by other means than may be used. */
const otherwise: Readonly<Record<string, readonly [SamlReason, Signing]>> = {
  'SHA-1': ['algorithm', { signatureAlgorithm: `${DS}rsa-sha1`, sign: rsaSha1 }],
  'SHA-1 as digest': ['algorithm', { digestAlgorithm: `${DS}sha1`, digest: sha1 }],
  'HMAC with the certificate as key': ['algorithm', { signatureAlgorithm: `${DS}hmac-sha1`, sign: hmac }],
  'HMAC with the bytes of the certificate as key': [
    'algorithm',
    { signatureAlgorithm: `${DS}hmac-sha1`, sign: hmacOfBody },
  ],
  'an XPath transform': ['algorithm', { transforms: [ENVELOPED, 'http://www.w3.org/TR/1999/REC-xpath-19991116'] }],
  'an XSLT transform': ['algorithm', { transforms: [ENVELOPED, C14N, 'http://www.w3.org/TR/1999/REC-xslt-19991116'] }],
  'no transform': ['algorithm', { transforms: [] }],
  'a canonical form with comments': ['algorithm', { canonicalization: `${C14N}WithComments` }],
  'inclusive canonical form': ['algorithm', { canonicalization: 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315' }],
  'a reference to the whole document': ['structure', { reference: '' }],
  'a reference to another element': ['structure', { reference: '_response1' }],
}

for (const [what, [reason, signing]] of Object.entries(otherwise)) {
  test(`SA2: refuses ${what}`, async () => {
    await assert.rejects(read(signed(good, key, signing)), { reason })
  })
}

test('SA2: refuses a signature of somebody else, and his certificate in the message changes nothing', async () => {
  await assert.rejects(read(signed(good, stranger)), { reason: 'signature' })
  await assert.rejects(read(signed(good, stranger, { keyInfo: strangersCertificate })), { reason: 'signature' })
  await assert.doesNotReject(read(signed(good, key, { keyInfo: strangersCertificate })))
})

test('SA2: refuses an assertion without a signature, also in a response that is signed', async () => {
  await assert.rejects(read(good), { reason: 'unsigned' })
  const response = encode(signed(responseXml(parties, good), key))
  await assert.rejects(readResponse(response, { ...parties, now: SAML_NOW }), { reason: 'unsigned' })
})

const sound = signed(good, key)
const edits: Readonly<Record<string, (xml: string) => string>> = {
  'two SignedInfo': (xml) => xml.replace(/<ds:SignedInfo>.*<\/ds:SignedInfo>/, (info) => info + info),
  'a comment in the digest': (xml) => xml.replace('<ds:DigestValue>', '<ds:DigestValue><!--x-->'),
  'an element in the digest': (xml) => xml.replace('<ds:DigestValue>', '<ds:DigestValue><x></x>'),
  'two digests': (xml) => xml.replace(/<ds:DigestValue>.*<\/ds:DigestValue>/, (value) => value + value),
  'two references': (xml) => xml.replace(/<ds:Reference .*<\/ds:Reference>/, (reference) => reference + reference),
  'no reference': (xml) => xml.replace(/<ds:Reference .*<\/ds:Reference>/, ''),
  'two values': (xml) => xml.replace(/<ds:SignatureValue>.*<\/ds:SignatureValue>/, (value) => value + value),
  'an empty value': (xml) =>
    xml.replace(/<ds:SignatureValue>.*<\/ds:SignatureValue>/, '<ds:SignatureValue></ds:SignatureValue>'),
  'a signature in another namespace': (xml) =>
    xml.replace(`<ds:Signature xmlns:ds="${DS}">`, '<ds:Signature xmlns:ds="urn:x">'),
  'the algorithm swapped after signing': (xml) => xml.replace('#rsa-sha256', '#rsa-sha512'),
}

for (const [what, edit] of Object.entries(edits)) {
  test(`SA2: refuses ${what}`, async () => {
    assert.notEqual(edit(sound), sound)
    await assert.rejects(read(edit(sound)), SamlRefusal)
  })
}

test('accepts SHA-512 too', async () => {
  const signing = {
    signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
    sign: (text: string) => createSign('RSA-SHA512').update(text).sign(key.privateKey, 'base64'),
    digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha512',
    digest: (text: string) => createHash('sha512').update(text).digest('base64'),
  }
  await assert.doesNotReject(read(signed(good, key, signing)))
})

for (const name of ['admin<!---->.evil', 'admin<!-- x -->@example.com', 'admin<![CDATA[]]>', 'admin<?x?>']) {
  test(`SA3: refuses ${name} in a name and in an attribute, signed as it is`, async () => {
    // The canonical form drops comments, so the signature would be right.
    const canonical = name.replaceAll(/<!--.*?-->/g, '')
    const fields = { ...goodAssertion(parties), nameId: `<saml:NameID>${canonical}</saml:NameID>` }
    const byName = signed(assertionXml(fields), key).replace(canonical, () => name)
    await assert.rejects(read(byName), { reason: 'forbidden_markup' })
    const byAttribute = signed(assertionXml({ ...goodAssertion(parties), email: canonical }), key)
    await assert.rejects(read(byAttribute.replace(canonical, () => name)), { reason: 'forbidden_markup' })
  })
}
