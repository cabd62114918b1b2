import assert from 'node:assert/strict'
import { test } from 'node:test'
import { samlKeys, samlParties } from '#test/support/saml-idp.ts'
import { SamlifyIdp } from '#test/support/samlify-idp.ts'
import { readIdentityProviderMetadata } from './idp-metadata.ts'
import { logoutRequestUrl, logoutResponseUrl, readLogoutMessage } from './logout.ts'
import { nameIdFormats } from './names.ts'
import { newMessageId, signInUrl } from './requests.ts'
import { readResponse } from './response.ts'
import { serviceProviderMetadata } from './sp-metadata.ts'

// samlify speaks with the clock of the machine, so these tests do too.
const now = (): number => performance.timeOrigin + performance.now()

const { serviceProvider } = await samlParties()
const [, idpKey, ourNextKey] = await samlKeys()
const metadata = serviceProviderMetadata(serviceProvider)
const ada = { nameId: 'ada', email: 'ada@example.com' }

for (const encrypts of [false, true]) {
  test(`samlify signs a person in by our metadata and our signed request${encrypts ? ', encrypted for us' : ''}`, async () => {
    const idp = new SamlifyIdp(idpKey, { encrypts })
    const identityProvider = await readIdentityProviderMetadata(idp.metadata, now())
    const id = newMessageId()
    const request = signInUrl({ serviceProvider, identityProvider, id, now: now(), relayState: 'state' })
    const response = await idp.signIn(request, metadata, { ...ada, now: now() })
    const assertion = await readResponse(response, { serviceProvider, identityProvider, now: now() })
    assert.equal(assertion.nameId.value, 'ada')
    assert.equal(assertion.inResponseTo, id)
    assert.deepEqual(assertion.attributes.get('email'), ['ada@example.com'])
    const encoded = Buffer.from(response, 'base64').toString()
    assert.equal(encoded.includes('ada@example.com'), !encrypts)
  })
}

test('samlify refuses our request once it is signed by another key than the metadata show', async () => {
  const idp = new SamlifyIdp(idpKey)
  const identityProvider = await readIdentityProviderMetadata(idp.metadata, now())
  const rolled = { ...serviceProvider, keys: [ourNextKey, ...serviceProvider.keys] as const }
  const request = signInUrl({ serviceProvider: rolled, identityProvider, id: newMessageId(), now: now() })
  await assert.rejects(idp.signIn(request, metadata, { ...ada, now: now() }))
  const after = serviceProviderMetadata({ ...serviceProvider, keys: [ourNextKey] })
  await assert.doesNotReject(idp.signIn(request, after, { ...ada, now: now() }))
})

test('samlify reads our logout request, and we read its answer', async () => {
  const idp = new SamlifyIdp(idpKey)
  const identityProvider = await readIdentityProviderMetadata(idp.metadata, now())
  const parties = { serviceProvider, identityProvider }
  const id = newMessageId()
  const nameId = {
    value: 'ada',
    format: nameIdFormats.persistent,
    nameQualifier: undefined,
    spNameQualifier: undefined,
  }
  const url = logoutRequestUrl({ ...parties, id, now: now(), nameId, sessionIndex: '_session1' }) ?? ''
  const { nameId: read, answerUrl } = await idp.logOut(url, metadata)
  assert.equal(read, 'ada')
  const answer = await readLogoutMessage(new URL(answerUrl).search.slice(1), { ...parties, now: now() })
  assert.deepEqual(answer, { kind: 'response', inResponseTo: id, succeeded: true, relayState: 'state' })
})

test('we read a logout request of samlify, and it gets an answer that it can verify', async () => {
  const idp = new SamlifyIdp(idpKey)
  const identityProvider = await readIdentityProviderMetadata(idp.metadata, now())
  const parties = { serviceProvider, identityProvider }
  const url = idp.requestLogout(metadata, 'ada')
  const message = await readLogoutMessage(new URL(url).search.slice(1), { ...parties, now: now() })
  assert.ok(message.kind === 'request')
  assert.equal(message.nameId.value, 'ada')
  const answer = new URL(logoutResponseUrl({ ...parties, now: now(), inResponseTo: message.id }) ?? '')
  assert.equal(`${answer.origin}${answer.pathname}`, 'https://idp.test/slo')
  assert.deepEqual([...answer.searchParams.keys()], ['SAMLResponse', 'SigAlg', 'Signature'])
})
