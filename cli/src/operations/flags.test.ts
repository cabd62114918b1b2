import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { describe, test } from 'node:test'
import { Command } from 'commander'
import { switchesOf, withSwitches } from '#/frame/arguments.ts'
import { operations } from '#/generated/webhooks.ts'
import { addFieldFlags, saidIn } from './flags.ts'
import { inputOf } from './input.ts'

const operation = operations.find(({ id }) => id === 'webhooks.deliveries.list')
assert.ok(operation)

const queryOf = async (...args: readonly string[]) => {
  const command = new Command()
  addFieldFlags(command, operation)
  command.parse(withSwitches(args, switchesOf(command)), { from: 'user' })
  const terminal = { input: Readable.from([]) }
  return (await inputOf({ operation, said: saidIn(command, operation), body: undefined, clear: [], terminal })).query
}

describe('a boolean of a query', () => {
  test('is sent as it was said, and not when nothing was', async () => {
    assert.deepEqual(await queryOf(), {})
    for (const args of [['--no-include-payload'], ['--include-payload=false'], ['--include-payload', 'false']])
      assert.deepEqual(await queryOf(...args), { include_payload: false })
    assert.deepEqual(await queryOf('--include-payload', '--no-success'), { include_payload: true, success: false })
  })

  test('shows the flag that changes something: of one that is true by default, the one that says no', () => {
    const command = new Command()
    addFieldFlags(command, operation)
    const shown = command.options.filter(({ hidden }) => !hidden).map(({ long }) => long)
    assert.ok(shown.includes('--no-include-payload') && !shown.includes('--include-payload'), shown.join())
    assert.ok(shown.includes('--success') && !shown.includes('--no-success'), shown.join())
  })
})
