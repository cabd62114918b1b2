import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Command } from 'commander'
import { Actions } from '#/frame/actions.ts'
import { nouns } from '#/generated/nouns.ts'
import { entries } from './commands.ts'

const actions = new Actions(() => {
  throw new Error('no command runs here')
})

const leavesOf = (command: Command): Command[] =>
  command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf)

describe('the commands', () => {
  test('all load, with a sentence and an action each, and no name twice', async () => {
    const names = entries.flatMap(({ name, aliases = [] }) => [name, ...aliases])
    assert.equal(new Set(names).size, names.length)
    for (const entry of entries) {
      const command = await entry.load(actions)
      assert.equal(command.name(), entry.name)
      for (const leaf of leavesOf(command)) assert.ok(leaf.description().length > 3, `${entry.name} ${leaf.name()}`)
    }
  })

  test('let every noun of the API be listed, read, made, changed and deleted as far as the API does', async () => {
    const lacking: Record<string, string[]> = {}
    for (const entry of entries.filter(({ name }) => nouns.some((noun) => noun.name === name))) {
      const verbs = (await entry.load(actions)).commands.map((command) => command.name())
      const wanted = ['list', 'get', 'create', 'update', 'delete'].filter((verb) => !verbs.includes(verb))
      if (wanted.length > 0) lacking[entry.name] = wanted
    }
    // What the API has no operation for.
    assert.deepEqual(lacking, {
      audit: ['create', 'update', 'delete'],
      branding: ['list', 'create', 'delete'],
      consents: ['update'],
      'device-codes': ['get', 'create', 'update', 'delete'],
      email: ['list', 'get', 'create', 'update', 'delete'],
      permissions: ['update'],
      sessions: ['get', 'create', 'update'],
      signing: ['get', 'create', 'update'],
      stats: ['list', 'create', 'update', 'delete'],
      system: ['list', 'get', 'create', 'update', 'delete'],
      tokens: ['create', 'update', 'delete'],
    })
  })

  test('have a flag for every field of the API, and those of the server where no field has their name', async () => {
    const webhooks = entries.find(({ name }) => name === 'webhooks')
    const create = (await webhooks?.load(actions))?.commands.find((command) => command.name() === 'create')
    const flags = create?.options.map(({ long }) => long) ?? []
    assert.equal(flags.filter((flag) => flag === '--url').length, 1)
    assert.ok(flags.includes('--events') && flags.includes('--event') && flags.includes('--context'))
  })
})
