import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { test } from 'node:test'
import { SAML_NOW, samlKeys, samlParties } from '#test/support/saml-idp.ts'
import { certificateBody, newServiceProviderKey, readCertificate } from './certificate.ts'
import { readIdentityProviderMetadata } from './idp-metadata.ts'
import { serviceProviderMetadata } from './sp-metadata.ts'

const { serviceProvider } = await samlParties()
const [ours, theirs, next] = await samlKeys()
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
const POST = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST'

const key = (certificate: string, use = ''): string =>
  `<KeyDescriptor${use}><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>
    ${certificateBody(certificate).replaceAll(/(.{70})/g, '$1\n')}
  </ds:X509Certificate></ds:X509Data></ds:KeyInfo></KeyDescriptor>`
const service = (name: string, binding: string, url: string): string =>
  `<${name} Binding="${binding}" Location="${url}"/>`
const signIn =
  service('SingleSignOnService', POST, 'https://idp.test/post') +
  service('SingleSignOnService', REDIRECT, 'https://idp.test/sso?a=1&amp;b=2')

function metadata(content: string, attributes = ''): string {
  return `\uFEFF<?xml version="1.0"?>
<!-- exported by hand -->
<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://idp.test"${attributes}>
  <IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:1.1:protocol urn:oasis:names:tc:SAML:2.0:protocol">${content}</IDPSSODescriptor>
</EntityDescriptor>`
}

const read = (xml: string) => readIdentityProviderMetadata(xml, SAML_NOW)

test('reads name, addresses of the redirect binding, and every certificate that signs', async () => {
  const logout = `<SingleLogoutService Binding="${REDIRECT}" Location="https://idp.test/slo" ResponseLocation="https://idp.test/slo/r"/>`
  const keys =
    key(theirs.certificate, ' use="signing"') + key(next.certificate) + key(ours.certificate, ' use="encryption"')
  assert.deepEqual(await read(metadata(keys + logout + signIn)), {
    entityId: 'https://idp.test',
    signInUrl: 'https://idp.test/sso?a=1&b=2',
    logoutUrl: 'https://idp.test/slo',
    logoutResponseUrl: 'https://idp.test/slo/r',
    certificates: [theirs.certificate, next.certificate],
  })
})

test('a certificate that stands there twice is one, and single logout may be missing', async () => {
  const { certificates, logoutUrl } = await read(metadata(key(theirs.certificate) + key(theirs.certificate) + signIn))
  assert.deepEqual(certificates, [theirs.certificate])
  assert.equal(logoutUrl, undefined)
})

test('finds the one provider in a file of several entities', async () => {
  const inner = metadata(key(theirs.certificate) + signIn).replace(/^[^]*?(?=<EntityDescriptor)/, '')
  const open = '<EntitiesDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata">'
  const other = '<EntityDescriptor entityID="https://sp.test"/>'
  assert.equal((await read(`${open}${other}${inner}</EntitiesDescriptor>`)).entityId, 'https://idp.test')
  await assert.rejects(read(`${open}${inner}${inner}</EntitiesDescriptor>`), { reason: 'metadata' })
})

const good = key(theirs.certificate) + signIn
const wrong: Readonly<Record<string, readonly [string, string]>> = {
  'no certificate': ['metadata', metadata(signIn)],
  'a certificate that is none': ['metadata', metadata(good.replace(/MII/, 'MIX'))],
  'five certificates': ['metadata', ''],
  'no address for the redirect binding': ['metadata', metadata(key(theirs.certificate))],
  'no name': ['metadata', metadata(good).replace(' entityID="https://idp.test"', '')],
  'SAML 1.1 only': ['metadata', metadata(good).replace(' urn:oasis:names:tc:SAML:2.0:protocol"', '"')],
  'an end in the past': ['expired', metadata(good, ' validUntil="2026-05-04T11:00:00Z"')],
  'a service provider': ['metadata', serviceProviderMetadata(serviceProvider)],
  'a document type': ['forbidden_markup', metadata(good).replace('<!--', '<!DOCTYPE a [<!ENTITY x "y">]><!--')],
  'a page': ['malformed', '<html><body>Sign in</body></html'],
}

for (const [what, [reason, xml]] of Object.entries(wrong)) {
  test(`refuses metadata with ${what}`, async () => {
    const five = async (): Promise<string> => {
      const keys = await Promise.all([1, 2, 3].map((n) => newServiceProviderKey(`idp${n}.test`, SAML_NOW)))
      return metadata([ours, theirs, ...keys].map(({ certificate }) => key(certificate)).join('') + signIn)
    }
    const outcome = read(what === 'five certificates' ? await five() : xml)
    await assert.rejects(outcome, ({ reason: given }: { reason: string }) =>
      [reason, 'forbidden_markup'].includes(given),
    )
  })
}

test('our own metadata show both keys during a rollover, each for signing and for encryption', () => {
  const xml = serviceProviderMetadata({ ...serviceProvider, keys: [next, ours] })
  for (const { certificate, privateKey } of [ours, next]) {
    assert.equal(xml.split(certificateBody(certificate)).length, 3)
    assert.ok(!xml.includes(certificateBody(privateKey).slice(0, 60)))
  }
  assert.ok(xml.indexOf(certificateBody(next.certificate)) < xml.indexOf(certificateBody(ours.certificate)))
  assert.match(xml, /AuthnRequestsSigned="true" WantAssertionsSigned="true"/)
})

test('a certificate of ours is one that others read: it signs itself, for its key, for ten years', async () => {
  const { certificate, privateKey } = await newServiceProviderKey('mandate.test', Date.parse('2045-06-01T00:00:00Z'))
  const x509 = new X509Certificate(certificate)
  assert.ok(x509.verify(x509.publicKey))
  assert.match(x509.subject, /CN=mandate\.test/)
  assert.equal(x509.subject, x509.issuer)
  assert.equal(Date.parse(x509.validTo), Date.parse('2055-06-01T00:00:00Z'))
  assert.equal(x509.checkPrivateKey((await import('node:crypto')).createPrivateKey(privateKey)), true)
})

test('says what an operator should see of a certificate, and nothing of what is none or too weak', async () => {
  const { pem, fingerprint, notAfter } = readCertificate(certificateBody(theirs.certificate)) ?? {}
  assert.equal(pem, theirs.certificate)
  assert.match(fingerprint ?? '', /^[\da-f]{64}$/)
  assert.ok(notAfter !== undefined && notAfter > SAML_NOW)
  const { testCertificate } = await import('#test/support/certificate.ts')
  for (const text of ['', 'x', 'MIIB', testCertificate('idp.test').cert]) assert.equal(readCertificate(text), undefined)
})
