import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { ProofKey } from '#/connection/proof-key.ts'
import { withLock } from './lock.ts'
import { SecretFile } from './private-files.ts'

describe('files that hold secrets', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'mandate-private-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  test('are for their owner alone, and gone when nothing was to be kept', async () => {
    const file = path.join(folder, 'secret.env')
    const kept = await SecretFile.create(file)
    await kept.write('A=1\n')
    await kept.close()
    assert.equal(statSync(file).mode & 0o777, 0o600)
    await assert.rejects(SecretFile.create(file), /can't be made/)
    assert.equal(readFileSync(file, 'utf8'), 'A=1\n')
    const empty = await SecretFile.create(path.join(folder, 'empty.env'))
    await empty.close()
    assert.ok(!existsSync(path.join(folder, 'empty.env')))
  })

  test('are changed by one process at a time, and a lock that was left is no wall', async () => {
    const lock = path.join(folder, 'a.lock')
    let inside = 0
    let most = 0
    const work = async (): Promise<void> => {
      most = Math.max(most, ++inside)
      await new Promise((resolve) => setTimeout(resolve, 20))
      inside--
    }
    await Promise.all([1, 2, 3].map(() => withLock(lock, work)))
    assert.equal(most, 1)
    writeFileSync(lock, '')
    utimesSync(lock, new Date(0), new Date(0))
    await withLock(lock, work)
    assert.ok(!existsSync(lock))
  })

  test('hold a key whose proofs name method, address without query, token and nonce', async () => {
    const file = path.join(folder, 'keys', 'a.json')
    await ProofKey.generate().write(file)
    assert.equal(statSync(file).mode & 0o777, 0o600)
    const key = await ProofKey.read(file)
    const request = { method: 'GET', url: 'https://a.example/x?y=1#z', now: 5000, accessToken: 't', nonce: 'n' }
    const [header = '', claims = ''] = key.proof(request).split('.')
    const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>
    assert.equal(read(header)['typ'], 'dpop+jwt')
    assert.ok(!('d' in (read(header)['jwk'] as object)))
    const { htm, htu, iat, nonce } = read(claims)
    assert.deepEqual([htm, htu, iat, nonce], ['GET', 'https://a.example/x', 5, 'n'])
    await assert.rejects(ProofKey.read(path.join(folder, 'none.json')), /gone/)
  })
})
