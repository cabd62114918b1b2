import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SAML_NOW, samlKeys, samlParties } from '#test/support/saml-idp.ts'
import { logoutRequestUrl, logoutResponseUrl, readLogoutMessage } from './logout.ts'
import type { LogoutMessage } from './logout.ts'
import { redirectUrl } from './redirect-binding.ts'
import { SamlRefusal } from './refusal.ts'

const { serviceProvider, identityProvider, idpKey } = await samlParties()
const [, , stranger] = await samlKeys()
const parties = { serviceProvider, identityProvider }
const nameId = { value: 'a&"<', format: undefined, nameQualifier: 'q', spNameQualifier: undefined }
const MINUTE = 60_000

/** The provider's side of a logout, written by our own code with the roles exchanged. */
const mirrored = {
  serviceProvider: { ...serviceProvider, entityId: identityProvider.entityId, keys: [idpKey] as const },
  identityProvider: { ...identityProvider, logoutUrl: serviceProvider.logoutUrl, logoutResponseUrl: undefined },
}
const read = (url: string, now = SAML_NOW): Promise<LogoutMessage> =>
  readLogoutMessage(new URL(url).search.slice(1), { ...parties, now })
const request = (change: (xml: string) => string = (xml) => xml, privateKey = idpKey.privateKey): string => {
  const iso = new Date(SAML_NOW).toISOString()
  const xml = `<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_l1" Version="2.0" IssueInstant="${iso}" Destination="${serviceProvider.logoutUrl}"><saml:Issuer>${identityProvider.entityId}</saml:Issuer><saml:NameID>ada</saml:NameID><samlp:SessionIndex>_s1</samlp:SessionIndex><samlp:SessionIndex>_s2</samlp:SessionIndex></samlp:LogoutRequest>`
  return redirectUrl({ kind: 'SAMLRequest', xml: change(xml), to: serviceProvider.logoutUrl, privateKey })
}

test('what we ask reads back as it was, with every name escaped', async () => {
  const url =
    logoutRequestUrl({ ...mirrored, id: '_l1', now: SAML_NOW, nameId, sessionIndex: '<i>', relayState: 'r' }) ?? ''
  assert.deepEqual(await read(url), {
    kind: 'request',
    id: '_l1',
    nameId,
    sessionIndexes: ['<i>'],
    relayState: 'r',
    acceptableUntil: SAML_NOW + 13 * MINUTE,
  })
  const answer = logoutResponseUrl({ ...mirrored, now: SAML_NOW, inResponseTo: '_l1' }) ?? ''
  assert.deepEqual(await read(answer), {
    kind: 'response',
    inResponseTo: '_l1',
    succeeded: true,
    relayState: undefined,
  })
})

test('a provider without single logout gets no message', () => {
  const identityProviderWithout = { ...identityProvider, logoutUrl: undefined }
  const without = { ...parties, identityProvider: identityProviderWithout, now: SAML_NOW }
  assert.equal(logoutRequestUrl({ ...without, id: '_l1', nameId }), undefined)
  assert.equal(logoutResponseUrl({ ...without, inResponseTo: '_l1' }), undefined)
})

test('reads every session that a request names', async () => {
  const message = await read(request())
  assert.ok(message.kind === 'request')
  assert.deepEqual(message.sessionIndexes, ['_s1', '_s2'])
})

const wrong: Readonly<Record<string, readonly [string, (xml: string) => string]>> = {
  'another issuer': ['issuer', (xml) => xml.replace(identityProvider.entityId, 'https://other.test')],
  'no issuer': ['issuer', (xml) => xml.replace(/<saml:Issuer>.*<\/saml:Issuer>/, '')],
  'another destination': ['destination', (xml) => xml.replace(serviceProvider.logoutUrl, 'https://other.test')],
  'two names': ['structure', (xml) => xml.replace('<saml:NameID>', '<saml:NameID>eve</saml:NameID><saml:NameID>')],
  'a comment in the name': ['forbidden_markup', (xml) => xml.replace('>ada', '>ada<!-- -->')],
  'a document type': ['forbidden_markup', (xml) => `<!DOCTYPE a>${xml}`],
  'another message': ['structure', (xml) => xml.replaceAll('LogoutRequest', 'AuthnRequest')],
  'no id': ['structure', (xml) => xml.replace(' ID="_l1"', '')],
}

for (const [what, [reason, change]] of Object.entries(wrong)) {
  test(`SA6: a logout request with ${what} is refused, signed as it is`, async () => {
    assert.notEqual(request(change), request())
    await assert.rejects(read(request(change)), { reason })
  })
}

test('SA6: an old logout request, one of tomorrow and one of a stranger are refused', async () => {
  await assert.rejects(read(request(), SAML_NOW + 13 * MINUTE), { reason: 'expired' })
  await assert.rejects(read(request(), SAML_NOW - 4 * MINUTE), { reason: 'not_yet_valid' })
  await assert.rejects(read(request(undefined, stranger.privateKey)), { reason: 'signature' })
  await assert.rejects(read(`${serviceProvider.logoutUrl}?SAMLRequest=x`), SamlRefusal)
})
