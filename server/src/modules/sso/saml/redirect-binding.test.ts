import assert from 'node:assert/strict'
import { createSign } from 'node:crypto'
import { test } from 'node:test'
import { deflateRawSync } from 'node:zlib'
import { samlKeys } from '#test/support/saml-idp.ts'
import { readRedirect, redirectUrl } from './redirect-binding.ts'
import { SamlRefusal } from './refusal.ts'

const [ours, theirs] = await samlKeys()
const certificates = [theirs.certificate, ours.certificate]
const message = { kind: 'SAMLRequest', xml: '<a/>', to: 'https://x.test/?y=1', privateKey: ours.privateKey } as const
const queryOf = (url: string): string => url.slice(url.indexOf('SAML'))
const good = queryOf(redirectUrl({ ...message, relayState: 'a b+c/ü' }))

/** A query that was signed as it stands, whatever is in it. */
function signQuery(query: string, algorithm = 'RSA-SHA256'): string {
  const signature = createSign(algorithm).update(query).sign(ours.privateKey, 'base64')
  return `${query}&Signature=${encodeURIComponent(signature)}`
}

const RSA_SHA256 = encodeURIComponent('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256')
const packed = encodeURIComponent(deflateRawSync('<a/>').toString('base64'))

test('a message comes back as it was sent', async () => {
  const read = await readRedirect(good, certificates)
  assert.deepEqual({ ...read, xml: read.xml.toString() }, { kind: 'SAMLRequest', xml: '<a/>', relayState: 'a b+c/ü' })
  assert.match(redirectUrl(message), /^https:\/\/x\.test\/\?y=1&SAMLRequest=/)
  assert.equal((await readRedirect(queryOf(redirectUrl(message)), certificates)).relayState, undefined)
})

test('verifies the query as it was written, however the sender escapes', async () => {
  const lowerCase = signQuery(`SAMLRequest=${packed}&RelayState=a%2fb+c&SigAlg=${RSA_SHA256.toLowerCase()}`)
  assert.equal((await readRedirect(lowerCase, certificates)).relayState, 'a/b c')
})

const rest = `&SigAlg=${RSA_SHA256}`
const bomb = encodeURIComponent(deflateRawSync(Buffer.alloc(50_000_000)).toString('base64'))
const hostile: Readonly<Record<string, string>> = {
  'no signature': good.replace(/&Signature=.*/, ''),
  'another relay state': good.replace('RelayState=a', 'RelayState=b'),
  'no relay state any more': good.replace(/&RelayState=[^&]*/, ''),
  'a relay state that comes twice': `${good}&RelayState=x`,
  'a message that comes twice': `${good}&SAMLRequest=${packed}`,
  'a request and a response': signQuery(`SAMLRequest=${packed}&SAMLResponse=${packed}${rest}`),
  'SHA-1': signQuery(
    `SAMLRequest=${packed}&SigAlg=${encodeURIComponent('http://www.w3.org/2000/09/xmldsig#rsa-sha1')}`,
    'RSA-SHA1',
  ),
  'no algorithm': signQuery(`SAMLRequest=${packed}`),
  'no message': signQuery(`RelayState=x${rest}`),
  'a broken escape': signQuery(`SAMLRequest=%zz${rest}`),
  'what is no deflate stream': signQuery(
    `SAMLRequest=${encodeURIComponent(Buffer.from('<a/>').toString('base64'))}${rest}`,
  ),
  'a deflate bomb': signQuery(`SAMLRequest=${bomb}${rest}`),
  nothing: '',
}

for (const [what, query] of Object.entries(hostile)) {
  test(`SA2: the redirect binding refuses ${what}`, async () => {
    await assert.rejects(readRedirect(query, certificates), SamlRefusal)
  })
}

test('SA2: the redirect binding refuses the signature of a stranger', async () => {
  await assert.rejects(readRedirect(good, [theirs.certificate]), { reason: 'signature' })
})

test('SA4: a deflate bomb is refused at once', async () => {
  await assert.rejects(readRedirect(hostile['a deflate bomb'] ?? '', certificates), { reason: 'too_large' })
})
