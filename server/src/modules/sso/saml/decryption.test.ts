import assert from 'node:assert/strict'
import { constants } from 'node:crypto'
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
  signed,
} from '#test/support/saml-idp.ts'
import type { Encryption } from '#test/support/saml-idp.ts'
import type { SamlAssertion } from './assertion.ts'
import { readResponse } from './response.ts'

const parties = await samlParties()
const [ours, idpKey, stranger] = await samlKeys()
const good = assertionXml(goodAssertion(parties))
const sound = signed(good, idpKey)

interface Post {
  content?: string
  certificate?: string
  encryption?: Encryption
  isResponseSigned?: boolean
  keys?: readonly [typeof ours, ...(typeof ours)[]]
}

function post({
  content = sound,
  certificate = ours.certificate,
  encryption,
  isResponseSigned,
  keys,
}: Post): Promise<SamlAssertion> {
  const response = responseXml(parties, encrypted(content, certificate, encryption))
  const serviceProvider = { ...parties.serviceProvider, keys: keys ?? [ours] }
  const xml = isResponseSigned ? signed(response, idpKey) : response
  return readResponse(encode(xml), { ...parties, serviceProvider, now: SAML_NOW })
}

test('reads an assertion that was encrypted for us', async () => {
  assert.equal((await post({})).nameId.value, 'ada')
})

test('reads what was encrypted for either of our keys during a rollover', async () => {
  assert.equal((await post({ keys: [stranger, ours] })).nameId.value, 'ada')
  assert.equal((await post({ keys: [ours, stranger], certificate: stranger.certificate })).nameId.value, 'ada')
})

test('SA2: refuses an encrypted assertion that nobody signed, though whoever encrypts knows only what is public', async () => {
  await assert.rejects(post({ content: good }), { reason: 'unsigned' })
  await assert.rejects(post({ content: signed(good, stranger) }), { reason: 'signature' })
  await assert.rejects(post({ content: good, isResponseSigned: true }), { reason: 'unsigned' })
})

test('SA2: reads CBC only inside of a signed response, so that nobody can try paddings', async () => {
  const encryption = { content: 'aes128-cbc' } as const
  await assert.rejects(post({ encryption }), { reason: 'algorithm' })
  assert.equal((await post({ encryption, isResponseSigned: true })).nameId.value, 'ada')
})

test('SA2: refuses RSA 1.5 as key transport, also under the name of OAEP', async () => {
  const padding = constants.RSA_PKCS1_PADDING
  const keyAlgorithm = 'http://www.w3.org/2001/04/xmlenc#rsa-1_5'
  await assert.rejects(post({ encryption: { keyAlgorithm, padding } }), { reason: 'algorithm' })
  await assert.rejects(post({ encryption: { padding } }), { reason: 'decryption' })
})

test('refuses what was encrypted for somebody else', async () => {
  await assert.rejects(post({ certificate: stranger.certificate }), { reason: 'decryption' })
})

for (const [what, content] of Object.entries({
  'a document type': `<!DOCTYPE a>${sound}`,
  'a comment': sound.replace('>ada<', '>ada<!---->.evil<'),
  'another element': '<a></a>',
  'a response': responseXml(parties, sound),
  'two assertions': sound.replace('</saml:Assertion>', `${sound}</saml:Assertion>`),
  text: 'hello',
})) {
  test(`SA4: what is encrypted goes through the same gate: refuses ${what}`, async () => {
    await assert.rejects(post({ content }), { name: 'Error' })
    await assert.rejects(post({ content, isResponseSigned: true }), ({ reason }: { reason: string }) =>
      ['forbidden_markup', 'structure', 'malformed'].includes(reason),
    )
  })
}
