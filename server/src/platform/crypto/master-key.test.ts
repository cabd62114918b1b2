import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { loadMasterKey } from './master-key-file.ts'
import { MasterKeyError, parseMasterKey } from './master-key.ts'
import type { MasterKeySources } from './master-key-file.ts'

const root = mkdtempSync(join(tmpdir(), 'mandate-keys-'))
after(() => rmSync(root, { recursive: true }))

const newDirectory = (): string => mkdtempSync(join(root, 'data-'))
const bytes = randomBytes(32)

const load = (sources: Partial<MasterKeySources>) =>
  loadMasterKey({ dataDir: newDirectory(), databaseHasKeys: false, ...sources })

const refuses = (sources: Partial<MasterKeySources>, message: RegExp) =>
  assert.rejects(load(sources), (error: Error) => {
    assert.ok(error instanceof MasterKeyError)
    assert.match(error.message, message)
    assert.ok(!error.message.includes('\n'))
    return true
  })

describe('a master key', () => {
  test('is read as base64, base64url or hex, and known by an id that tells nothing about it', () => {
    const forms = [
      bytes.toString('base64'),
      bytes.toString('base64url'),
      bytes.toString('hex'),
      ` ${bytes.toString('hex')}\n`,
    ]
    for (const form of forms) assert.deepEqual(parseMasterKey(form, 'here').bytes, bytes)
    assert.equal(new Set(forms.map((form) => parseMasterKey(form, 'here').id)).size, 1)
    assert.match(parseMasterKey(forms[0] as string, 'here').id, /^[0-9a-f]{12}$/)
  })

  test('that is too short, too long or no key at all is refused, with its source named', async () => {
    for (const key of [
      '',
      'secret',
      'correct horse battery staple',
      randomBytes(16).toString('hex'),
      randomBytes(33).toString('base64'),
    ]) {
      await refuses({ key }, /MANDATE_MASTER_KEY is not a key.*openssl rand/)
    }
  })

  test('that is not random is refused', async () => {
    const phrase = Buffer.from('a passphrase of 32 characters ok')
    for (const weak of [Buffer.alloc(32), Buffer.alloc(32, 'ab'), phrase]) {
      await refuses({ key: weak.toString('base64') }, /is not random/)
    }
  })

  test('is taken from the file that is named, and the file must exist', async () => {
    const keyFile = join(newDirectory(), 'key')
    writeFileSync(keyFile, `${bytes.toString('base64')}\n`, { mode: 0o600 })
    assert.deepEqual((await load({ keyFile, databaseHasKeys: true })).current.bytes, bytes)
    await refuses({ keyFile: `${keyFile}x` }, /does not exist/)
    await refuses({ keyFile: root }, /can't be read \(EISDIR\)|is open to other users/)
    await refuses({ keyFile, key: bytes.toString('hex') }, /Both MANDATE_MASTER_KEY and/)
  })

  test('in a file that others may read is refused, one that its group may read is not', async () => {
    const keyFile = join(newDirectory(), 'key')
    writeFileSync(keyFile, bytes.toString('base64'))
    for (const mode of [0o644, 0o604, 0o660, 0o602]) {
      chmodSync(keyFile, mode)
      await refuses({ keyFile }, /open to other users.*chmod 600/)
    }
    for (const mode of [0o600, 0o400, 0o440]) {
      chmodSync(keyFile, mode)
      assert.deepEqual((await load({ keyFile })).current.bytes, bytes)
    }
  })

  test('is made on the first boot, readable by its owner alone, and found again', async () => {
    const dataDir = newDirectory()
    const made = await load({ dataDir })
    const path = join(dataDir, 'master.key')
    assert.equal(statSync(path).mode & 0o777, 0o600)
    assert.deepEqual(parseMasterKey(readFileSync(path, 'utf8'), path), made.current)
    assert.deepEqual(await load({ dataDir, databaseHasKeys: true }), made)
    assert.deepEqual(readdirSync(dataDir), ['master.key'])
  })

  test('of ten starters on one directory one makes it and all use it', async () => {
    const dataDir = newDirectory()
    const keys = await Promise.all(Array.from({ length: 10 }, () => load({ dataDir })))
    assert.equal(new Set(keys.map(({ current }) => current.id)).size, 1)
    assert.deepEqual(readdirSync(dataDir), ['master.key'])
  })

  test('F19 is never made up for a database that already has one', async () => {
    const dataDir = newDirectory()
    await refuses({ dataDir, databaseHasKeys: true }, /is missing.*Restore the file or set MANDATE_MASTER_KEY/)
    assert.deepEqual(readdirSync(dataDir), [])
  })

  test('that can not be written is one clear line', async () => {
    await refuses({ dataDir: join(newDirectory(), 'absent') }, /can't be written.*ENOENT/)
  })

  test('may be followed by earlier ones', async () => {
    const earlier = [randomBytes(32), randomBytes(32)]
    const previousKeys = earlier.map((key) => key.toString('hex')).join(', ')
    const { previous } = await load({ key: bytes.toString('hex'), previousKeys })
    assert.deepEqual(
      previous.map((key) => key.bytes),
      earlier,
    )
    assert.deepEqual((await load({ key: bytes.toString('hex'), previousKeys: '' })).previous, [])
    await refuses({ key: bytes.toString('hex'), previousKeys: 'x' }, /MANDATE_MASTER_KEY_PREVIOUS is not a key/)
  })
})
