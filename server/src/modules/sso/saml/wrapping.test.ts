import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  assertionXml,
  encode,
  encrypted,
  goodAssertion,
  responseXml,
  SAML_NOW,
  samlKeys,
  samlParties,
  signatureOf,
  signed,
  withSignature,
} from '#test/support/saml-idp.ts'
import { SamlRefusal } from './refusal.ts'
import { readResponse } from './response.ts'

// Signature wrapping: a message that the provider signed, moved aside so that a reader that verifies one element and
// reads another takes the attacker's. XSW1 to XSW8 are the classes of Somorovsky et al., "On Breaking SAML".

const parties = await samlParties()
const [, key] = await samlKeys()
const good = assertionXml(goodAssertion(parties))
const signature = signatureOf(good, key)
const original = withSignature(good, signature)

const evilFields = { ...goodAssertion(parties), nameId: '<saml:NameID>eve</saml:NameID>', email: 'eve@evil.test' }
const evil = assertionXml({ ...evilFields, id: '_evil' })
const evilTwin = assertionXml(evilFields)

const wrapped = responseXml(parties, original)
const responseSignature = signatureOf(wrapped, key)
const evilResponse = responseXml(parties, evil, { id: '_evilResponse' })
const object = (xml: string): string => `<ds:Object>${xml}</ds:Object>`
/** A signature with something more inside, before its end. */
const stuffed = (what: string, inside: string): string =>
  what.replace('</ds:Signature>', () => `${inside}</ds:Signature>`)
const inside = (xml: string, more: string): string => xml.replace('</saml:Assertion>', () => `${more}</saml:Assertion>`)
const behindStatus = (xml: string): string => wrapped.replace('</samlp:Status>', () => `</samlp:Status>${xml}`)
const extensions = (xml: string): string => `<samlp:Extensions>${xml}</samlp:Extensions>`

const corpus: Readonly<Record<string, string>> = {
  'XSW1: the signed response inside of its own signature': withSignature(
    evilResponse,
    stuffed(responseSignature, object(wrapped)),
  ),
  'XSW2: the signed response beside its signature': withSignature(evilResponse, `${responseSignature}${wrapped}`),
  'XSW3: an assertion before the signed one': behindStatus(evil),
  'XSW4: the signed assertion inside of another': responseXml(parties, inside(evil, original)),
  'XSW5: the signature moved into another assertion': responseXml(parties, withSignature(evil, signature) + good),
  'XSW6: the signed assertion inside of the moved signature': responseXml(
    parties,
    withSignature(evil, stuffed(signature, good)),
  ),
  'XSW7: an assertion among extensions': behindStatus(extensions(evil)),
  'XSW8: the signed assertion as object of the moved signature': responseXml(
    parties,
    withSignature(evil, stuffed(signature, object(good))),
  ),
  'a second assertion with the same id': responseXml(parties, evilTwin + original),
  'a second assertion with the same id, last': responseXml(parties, original + evilTwin),
  'another element with the id of the signed one': behindStatus(extensions('<x ID="_assertion1"></x>')),
  'another element with the id in small letters': behindStatus(extensions('<x id="_assertion1"></x>')),
  'an encrypted assertion beside the signed one': behindStatus(
    encrypted(evil, parties.serviceProvider.keys[0].certificate),
  ),
  'an assertion in another namespace': behindStatus('<Assertion xmlns="urn:x"></Assertion>'),
  'a response inside of the response': behindStatus(extensions(evilResponse)),
  'a signature in a place of its own': behindStatus(extensions(signature)),
  'two signatures on one assertion': responseXml(parties, withSignature(original, signature)),
  'the signature of another assertion': responseXml(parties, withSignature(evilTwin, signature)),
  'no response, only the assertion': original,
  'an assertion that names itself a response': original.replaceAll('saml:Assertion', 'saml:Response'),
}

for (const [what, xml] of Object.entries(corpus)) {
  test(`SA1: refuses ${what}`, async () => {
    await assert.rejects(readResponse(encode(xml), { ...parties, now: SAML_NOW }), SamlRefusal)
  })
}

test('SA1: the same parts in their places are accepted, so that the corpus fails for what it means to', async () => {
  for (const xml of [wrapped, signed(wrapped, key)]) {
    assert.equal((await readResponse(encode(xml), { ...parties, now: SAML_NOW })).nameId.value, 'ada')
  }
})

test('SA1: what is read is what was signed, whatever single character of the assertion is changed', async () => {
  const from = wrapped.indexOf('<saml:Assertion')
  // The last letter of the signature has bits that no byte is made of; those of the digest are signed themselves.
  const letters = [...wrapped.slice(from).matchAll(/[a-z](?!=*<\/ds:SignatureValue>)/g)].map(
    ({ index }) => from + index,
  )
  for (const at of letters.filter((_, i) => i % 29 === 0)) {
    const changed = `${wrapped.slice(0, at)}${wrapped[at] === 'q' ? 'r' : 'q'}${wrapped.slice(at + 1)}`
    await assert.rejects(
      readResponse(encode(changed), { ...parties, now: SAML_NOW }),
      SamlRefusal,
      changed.slice(at - 20, at + 20),
    )
  }
})
