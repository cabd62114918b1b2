import assert from 'node:assert/strict'
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
import type { AssertionFields, ResponseFields, SamlParties } from '#test/support/saml-idp.ts'
import type { SamlReason } from './refusal.ts'
import { SamlRefusal } from './refusal.ts'
import { readResponse } from './response.ts'
import type { SamlAssertion } from './assertion.ts'

const parties = await samlParties()
const [, , stranger] = await samlKeys()
const MINUTE = 60_000
const iso = (ms: number): string => new Date(SAML_NOW + ms).toISOString()

interface Changes {
  assertion?: Partial<AssertionFields>
  response?: Partial<ResponseFields>
  now?: number
  as?: Partial<SamlParties>
}

/** Posts a response that the provider signed with these changes in it. */
function post({ assertion, response, now = SAML_NOW, as }: Changes = {}): Promise<SamlAssertion> {
  const xml = signed(assertionXml({ ...goodAssertion(parties), ...assertion }), parties.idpKey)
  return readResponse(encode(responseXml(parties, xml, response)), { ...parties, ...as, now })
}

async function reasonOf(outcome: Promise<unknown>): Promise<SamlReason> {
  try {
    await outcome
  } catch (error) {
    assert.ok(error instanceof SamlRefusal, String(error))
    return error.reason
  }
  return assert.fail('the response was accepted')
}

test('reads whom a signed assertion speaks of', async () => {
  const { attributes, nameId, ...rest } = await post()
  assert.equal(nameId.value, 'ada')
  assert.deepEqual(
    [...attributes],
    [
      ['email', ['ada@example.com']],
      ['groups', ['staff', 'admins']],
    ],
  )
  assert.deepEqual(rest, {
    id: '_assertion1',
    inResponseTo: '_request1',
    authenticatedAt: SAML_NOW - 1000,
    authnContext: 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport',
    sessionIndex: '_session1',
    sessionNotOnOrAfter: undefined,
    acceptableUntil: SAML_NOW + 63 * MINUTE,
  })
})

test('accepts a response that is signed as well, by either of two pinned certificates', async () => {
  const xml = signed(assertionXml(goodAssertion(parties)), parties.idpKey)
  const both = encode(signed(responseXml(parties, xml), parties.idpKey))
  const certificates = [stranger.certificate, parties.idpKey.certificate]
  const identityProvider = { ...parties.identityProvider, certificates }
  assert.equal((await readResponse(both, { ...parties, identityProvider, now: SAML_NOW })).nameId.value, 'ada')
  assert.equal((await readResponse(both, { ...parties, now: SAML_NOW })).nameId.value, 'ada')
})

test('SA2: refuses a response whose own signature is broken, whatever that of its assertion is worth', async () => {
  const xml = signed(assertionXml(goodAssertion(parties)), parties.idpKey)
  const forged = encode(signed(responseXml(parties, xml), stranger))
  assert.equal(await reasonOf(readResponse(forged, { ...parties, now: SAML_NOW })), 'signature')
})

test('says that the provider began where nothing is answered', async () => {
  const unasked = await post({ assertion: { inResponseTo: undefined }, response: { inResponseTo: undefined } })
  assert.equal(unasked.inResponseTo, undefined)
})

const audience = (...names: readonly string[]): string =>
  `<saml:AudienceRestriction>${names.map((name) => `<saml:Audience>${name}</saml:Audience>`).join('')}</saml:AudienceRestriction>`
const ours = parties.serviceProvider.entityId
const other = { ...parties.serviceProvider, entityId: `${ours}2`, acsUrl: `${parties.serviceProvider.acsUrl}2` }

const wrong: Readonly<Record<string, readonly [SamlReason, Changes]>> = {
  'another audience': ['audience', { assertion: { conditions: audience('https://other.test') } }],
  'no audience': ['audience', { assertion: { conditions: '' } }],
  'an audience that is ours in one restriction of two': [
    'audience',
    { assertion: { conditions: audience(ours) + audience('https://other.test') } },
  ],
  'another recipient': ['recipient', { assertion: { recipient: 'https://other.test/acs' } }],
  'no recipient': ['recipient', { assertion: { recipient: undefined } }],
  'a recipient that differs in case': [
    'recipient',
    { assertion: { recipient: parties.serviceProvider.acsUrl.toUpperCase() } },
  ],
  'a confirmation that is not for bearers': [
    'recipient',
    { assertion: { method: 'urn:oasis:names:tc:SAML:2.0:cm:sender-vouches' } },
  ],
  'another destination': ['destination', { response: { destination: 'https://other.test/acs' } }],
  'no destination': ['destination', { response: { destination: undefined } }],
  'another issuer of the assertion': ['issuer', { assertion: { issuer: 'https://other.test' } }],
  'another issuer of the response': ['issuer', { response: { issuer: 'https://other.test' } }],
  'an answer to another request than the response': ['in_response_to', { response: { inResponseTo: '_request2' } }],
  'an answer that only the response names': ['in_response_to', { assertion: { inResponseTo: undefined } }],
  'a confirmation that is over': ['expired', { assertion: { confirmationNotOnOrAfter: iso(-4 * MINUTE) } }],
  'a confirmation without an end': ['structure', { assertion: { confirmationNotOnOrAfter: undefined } }],
  'conditions that are over': ['expired', { assertion: { notOnOrAfter: iso(-4 * MINUTE) } }],
  'conditions to come': ['not_yet_valid', { assertion: { notBefore: iso(4 * MINUTE) } }],
  'an assertion that is issued tomorrow': ['not_yet_valid', { assertion: { issueInstant: iso(24 * 60 * MINUTE) } }],
  'an assertion of yesterday that says it is good for years': [
    'expired',
    {
      assertion: { issueInstant: iso(-24 * 60 * MINUTE), notOnOrAfter: iso(1e12), confirmationNotOnOrAfter: iso(1e12) },
    },
  ],
  'a condition that nobody knows': [
    'structure',
    { assertion: { conditions: `${audience(ours)}<saml:Condition></saml:Condition>` } },
  ],
  'a time in another zone': ['structure', { assertion: { notOnOrAfter: '2026-05-04T14:05:00+02:00' } }],
  'a time that there is not': ['structure', { assertion: { notOnOrAfter: '2026-02-31T25:00:00Z' } }],
  'no statement that anybody signed in': ['structure', { assertion: { authnStatement: '' } }],
  'a session that is over': [
    'expired',
    {
      assertion: {
        authnStatement: `<saml:AuthnStatement AuthnInstant="${iso(0)}" SessionNotOnOrAfter="${iso(-4 * MINUTE)}"></saml:AuthnStatement>`,
      },
    },
  ],
  'another version': ['structure', { assertion: { version: '1.1' } }],
  'no name': ['structure', { assertion: { nameId: '' } }],
  'an empty name': ['subject', { assertion: { nameId: '<saml:NameID> </saml:NameID>' } }],
  'a name of 600 characters': ['subject', { assertion: { nameId: `<saml:NameID>${'a'.repeat(600)}</saml:NameID>` } }],
  'a name with an element inside': ['structure', { assertion: { nameId: '<saml:NameID>a<b></b>da</saml:NameID>' } }],
  'two names': ['structure', { assertion: { nameId: '<saml:NameID>ada</saml:NameID><saml:NameID>eve</saml:NameID>' } }],
  'the address of another connection': ['destination', { as: { serviceProvider: other } }],
}

for (const [what, [reason, changes]] of Object.entries(wrong)) {
  test(`SA6: refuses ${what}, signed as it is`, async () => {
    assert.equal(await reasonOf(post(changes)), reason)
  })
}

test('SA6: refuses an assertion for one connection at another of the same provider', async () => {
  const changes = { response: { destination: other.acsUrl }, as: { serviceProvider: other } }
  assert.equal(await reasonOf(post(changes)), 'audience')
})

test('takes clocks that differ by three minutes and no more', async () => {
  const ends = SAML_NOW + 300_000
  assert.equal((await post({ now: ends + 3 * MINUTE - 1 })).nameId.value, 'ada')
  assert.equal(await reasonOf(post({ now: ends + 3 * MINUTE })), 'expired')
  assert.equal((await post({ now: SAML_NOW - 3 * MINUTE })).nameId.value, 'ada')
  assert.equal(await reasonOf(post({ now: SAML_NOW - 3 * MINUTE - 1 })), 'not_yet_valid')
})

test('tells what the provider said where it says no', async () => {
  const denied =
    '<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Requester"><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:AuthnFailed"></samlp:StatusCode></samlp:StatusCode>'
  const xml = responseXml(parties, '', { status: `<samlp:Status>${denied}</samlp:Status>` })
  const refused = readResponse(encode(xml), { ...parties, now: SAML_NOW })
  await assert.rejects(refused, { reason: 'status', message: /AuthnFailed/ })
})
