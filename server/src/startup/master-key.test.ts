import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe } from 'node:test'
import { Keyring } from '#/platform/crypto/keyring.ts'
import { parseMasterKey } from '#/platform/crypto/master-key.ts'
import { onEachEngine } from '#test/support/engines.ts'
import { logMasterKey } from './master-key.ts'

const newKey = () => parseMasterKey(randomBytes(32).toString('base64'), 'the test')

interface Line {
  readonly level: string
  readonly master_key_id?: string
  readonly rewrapped?: number
  readonly waiting?: number
}

/** A log that keeps what is written. */
function memory() {
  const lines: Line[] = []
  const at = (level: string) => (facts: object) => void lines.push({ level, ...facts })
  return { lines, log: { info: at('info'), warn: at('warn') } }
}

describe('a change of the master key', () => {
  onEachEngine('is confirmed in the log once everything is wrapped anew', async (_t, { db, clock }) => {
    const [first, second] = [newKey(), newKey()]
    const { lines, log } = memory()
    const before = await Keyring.open({ db, clock, masterKey: { current: first, previous: [] } })
    await logMasterKey(log, { keyring: before, db, hasPrevious: false })
    assert.equal(lines.length, 0, 'without an earlier key there is nothing to confirm')
    const rotating = { current: second, previous: [first] }
    for (const rewrapped of [true, false]) {
      const keyring = await Keyring.open({ db, clock, masterKey: rotating })
      await logMasterKey(log, { keyring, db, hasPrevious: true })
      const line = lines.at(-1)
      assert.deepEqual([line?.level, line?.master_key_id, line?.waiting], ['info', second.id, 0])
      assert.equal((line?.rewrapped ?? 0) > 0, rewrapped)
    }
  })

  onEachEngine('is not confirmed while another node goes back', async (_t, { db, clock }) => {
    const [first, second] = [newKey(), newKey()]
    const { lines, log } = memory()
    await Keyring.open({ db, clock, masterKey: { current: first, previous: [] } })
    const keyring = await Keyring.open({ db, clock, masterKey: { current: second, previous: [first] } })
    await Keyring.open({ db, clock, masterKey: { current: first, previous: [second] } })
    await logMasterKey(log, { keyring, db, hasPrevious: true })
    assert.equal(lines.at(-1)?.level, 'warn')
    assert.ok((lines.at(-1)?.waiting ?? 0) > 0)
  })
})
