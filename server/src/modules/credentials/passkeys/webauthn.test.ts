import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Authenticator } from '#test/support/authenticator.ts'
import { CeremonyRefused, verifyRegistration } from './webauthn.ts'

const relyingParty = { origin: 'https://id.example', rpId: 'id.example' }
const options = { challenge: 'Y2hhbGxlbmdl', rp: { id: 'id.example' }, user: { id: 'dXNyXzE' } }

test('PK1: an attestation that names certificates is refused before anyone reads them, or fetches what they name', async () => {
  const statements = { x5c: [Buffer.from('certificate')] }
  for (const format of ['packed', 'apple', 'android-key', 'android-safetynet', 'fido-u2f', 'tpm']) {
    const statement = new Map(Object.entries(statements))
    const response = new Authenticator(relyingParty).create(options, { format, statement })
    await assert.rejects(verifyRegistration(response as never, options.challenge, relyingParty), (error) => {
      assert.ok(error instanceof CeremonyRefused)
      assert.equal(error.message, `the attestation has the format ${format}`)
      return true
    })
  }
})

test('a registration tells what the authenticator said about the key', async () => {
  const authenticator = new Authenticator({ ...relyingParty, synced: true })
  const response = authenticator.create(options)
  const registered = await verifyRegistration(response as never, options.challenge, relyingParty)
  const { publicKey, ...rest } = registered
  assert.match(publicKey, /^[A-Za-z0-9_-]{100,}$/)
  assert.deepEqual(rest, {
    credentialId: response.id,
    signCount: 0,
    aaguid: '08987058-cadc-4b81-b6e1-30de50dcbe96',
    backupEligible: true,
    backedUp: true,
  })
})
