import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { bareEnvironment, newFolder, ServerProcess } from '#test/support/server-process.ts'
import { Person } from '#test/support/mandate.ts'

const PROGRAM = fileURLToPath(new URL('../src/main.ts', import.meta.url))

interface Said {
  readonly isError: boolean
  readonly text: string
  json(): Record<string, unknown>
}

describe('the admin API as tools', () => {
  const home = newFolder()
  let server: ServerProcess
  before(async () => {
    server = await ServerProcess.start()
  })
  after(async () => {
    await server.stop()
    rmSync(home, { recursive: true, force: true })
  })

  /** An agent with the tools; `answer` is what its person says when they are asked. */
  async function agent(t: TestContext, args: readonly string[], answer?: (question: string) => boolean) {
    const client = new Client({ name: 'test', version: '1' }, { capabilities: answer ? { elicitation: {} } : {} })
    if (answer)
      client.setRequestHandler(ElicitRequestSchema, ({ params }) => ({
        action: 'accept' as const,
        content: { agree: answer(params.message) },
      }))
    const env = { ...bareEnvironment(), HOME: home, MANDATE_URL: server.url, MANDATE_API_KEY: server.apiKey }
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [PROGRAM, 'mcp', ...args],
      env,
      stderr: 'ignore',
    })
    await client.connect(transport)
    t.after(() => client.close())
    const call = async (name: string, given: Record<string, unknown> = {}): Promise<Said> => {
      const { isError, content } = await client.callTool({ name, arguments: given })
      const [{ text } = { text: '' }] = content as { text: string }[]
      return {
        isError: isError === true,
        text,
        json: () => JSON.parse(text.split('\n')[0] ?? '') as Record<string, unknown>,
      }
    }
    return { client, call }
  }

  const machine = { client_name: 'A machine', grant_types: ['client_credentials'], scope: 'read' }

  test('read, and nothing else, unless somebody allows it', async (t) => {
    const { client, call } = await agent(t, [])
    const { tools } = await client.listTools()
    assert.ok(tools.length > 50)
    for (const { name, annotations, inputSchema } of tools) {
      assert.match(name, /^[\w-]{1,64}$/)
      assert.equal(annotations?.readOnlyHint, true, name)
      assert.equal(inputSchema.type, 'object')
    }
    assert.equal(new Set(tools.map(({ name }) => name)).size, tools.length)
    const ofCommandsByHand = ['system_getConfig', 'system_getMode', 'auditLogs_verify']
    for (const name of ofCommandsByHand) assert.equal((await call(name)).isError, false, name)
    const page = (await call('users_list', { limit: 5 })).json()
    assert.ok(Array.isArray(page['data']))
    const refused = await call('agents_create', machine)
    assert.deepEqual([refused.isError, /There is no tool agents_create/.test(refused.text)], [true, true])
  })

  test('do what the commands that are written by hand do, but loosen no setting', async (t) => {
    const { client, call } = await agent(t, ['--allow', 'write', '--nouns', 'tokens,system,webhooks,email,branding'])
    const names = (await client.listTools()).tools.map(({ name }) => name)
    for (const name of ['webhooks_deliveries_replay', 'email_preview', 'tokens_revokeByJti'])
      assert.ok(names.includes(name), name)
    for (const name of ['system_updateConfig', 'system_swapMode', 'branding_uploadLogo'])
      assert.ok(!names.includes(name), name)
    const first = await call('tokens_revokeByPattern', { client_id_pattern: 'ci-*' })
    assert.deepEqual([first.isError, /Nothing was done\. If the person/.test(first.text)], [true, true], first.text)
  })

  test('say what is wrong as the command does', async (t) => {
    const { call } = await agent(t, ['--nouns', 'agents,users'])
    const missing = await call('agents_get', { id: 'agt_none' })
    assert.equal(missing.isError, true)
    assert.match(missing.text, /Code: agent_not_found/)
    assert.match((await call('agents_get')).text, /id must be given/)
    assert.match((await call('agents_get', { id: 'a', ids: 1 })).text, /There is no ids/)
    assert.equal((await call('agents_get', { id: '..' })).isError, true)
    assert.match((await call('tokens_list')).text, /There is no tool/)
  })

  test('keep secrets to themselves, unless they are asked for', async (t) => {
    const quiet = await agent(t, ['--allow', 'write', '--nouns', 'agents'])
    const made = await quiet.call('agents_create', machine)
    assert.equal(made.isError, false, made.text)
    assert.equal('client_secret' in made.json(), false)
    assert.match(made.text, /client_secret left out/)
    const open = await agent(t, ['--allow', 'write', '--nouns', 'agents', '--show-secret'])
    assert.match(String((await open.call('agents_create', machine)).json()['client_secret']), /^\S{20,}$/)
  })

  test('end nothing that their person did not agree to', async (t) => {
    const questions: string[] = []
    let says = false
    const { call } = await agent(t, ['--allow', 'write', '--nouns', 'agents'], (question) => {
      questions.push(question)
      return says
    })
    const { id } = (await call('agents_create', machine)).json()
    const refused = await call('agents_deactivate', { id, confirm: 'yes' })
    assert.deepEqual([refused.isError, /Nobody agreed/.test(refused.text)], [true, true])
    assert.equal((await call('agents_get', { id })).json()['active'], true)
    says = true
    const done = await call('agents_deactivate', { id })
    assert.equal(done.isError, false, done.text)
    assert.equal((await call('agents_get', { id })).json()['active'], false)
    assert.equal(questions.length, 2)
    assert.match(questions[0] ?? '', /This would end: \{.*"dry_run":true.*\} Go on\?$/)
  })

  test('end nothing at a first call where nobody can be asked: the second one brings the word of the first', async (t) => {
    const { call } = await agent(t, ['--allow', 'write', '--nouns', 'agents'])
    const [one, other] = [(await call('agents_create', machine)).json(), (await call('agents_create', machine)).json()]
    const asked = await call('agents_deactivate', { id: one['id'] })
    assert.equal(asked.isError, true)
    const word = /confirm: "([\w-]{12})"/.exec(asked.text)?.[1]
    assert.ok(word, asked.text)
    assert.equal((await call('agents_deactivate', { id: other['id'], confirm: word })).isError, true, 'of another call')
    assert.equal((await call('agents_deactivate', { id: one['id'], confirm: true })).isError, true)
    assert.equal((await call('agents_get', { id: one['id'] })).json()['active'], true)
    assert.equal((await call('agents_deactivate', { id: one['id'], confirm: word })).isError, false)
    assert.equal((await call('agents_get', { id: one['id'] })).json()['active'], false)
    const dry = await call('agents_deactivate', { id: other['id'], dry_run: true })
    assert.deepEqual([dry.isError, dry.json()['dry_run']], [false, true])
  })

  test('turn nobody off and give nobody power by a change that their person did not agree to', async (t) => {
    const questions: string[] = []
    const { call } = await agent(t, ['--allow', 'write', '--nouns', 'agents,users'], (question) => {
      questions.push(question)
      return false
    })
    const { id } = (await call('agents_create', machine)).json()
    const person = (await call('users_create', { email: 'mcp-asked@example.com' })).json()
    const refused = [
      await call('agents_update', { id, active: false, confirm: 'yes' }),
      await call('users_update', { id: person['id'], disabled: true }),
      await call('users_update', { id: person['id'], system_role: 'owner' }),
      await call('users_create', { email: 'mcp-owner@example.com', system_role: 'owner' }),
    ]
    for (const { isError, text } of refused) assert.deepEqual([isError, /Nobody agreed/.test(text)], [true, true], text)
    assert.equal(questions.length, refused.length)
    assert.match(questions[2] ?? '', /\{"system_role":"owner"\}\. Go on\?$/)
    assert.equal((await call('agents_get', { id })).json()['active'], true)
    const { disabled_at: disabledAt, system_role: role } = (await call('users_get', { id: person['id'] })).json()
    assert.deepEqual([disabledAt, role], [null, null])
    assert.equal((await call('agents_update', { id, description: 'Nothing ends by it' })).isError, false)
    assert.equal(questions.length, refused.length)
  })

  test('say truly whether they only add', async (t) => {
    const { client } = await agent(t, ['--allow', 'write', '--nouns', 'agents,users'])
    const { tools } = await client.listTools()
    const saysOf = (name: string) => tools.find((tool) => tool.name === name)?.annotations?.destructiveHint
    assert.deepEqual(['agents_create', 'users_create', 'agents_list'].map(saysOf), [false, false, false])
    const others = ['agents_update', 'users_update', 'agents_rotateSecret', 'agents_deactivate', 'users_delete']
    for (const name of others) assert.equal(saysOf(name), true, name)
  })

  test('end with their client, and start for nobody who is not signed in', async () => {
    const person = new Person({ MANDATE_URL: server.url, MANDATE_API_KEY: server.apiKey })
    const ended = await person.run(['mcp'])
    assert.deepEqual([ended.code, ended.out], [0, ''], ended.err)
    const stranger = new Person({ MANDATE_URL: server.url })
    assert.equal((await stranger.run(['mcp'])).code, 3)
    assert.equal((await person.run(['mcp', '--nouns', 'agent'])).code, 2)
    for (const { home: folder } of [person, stranger]) rmSync(folder, { recursive: true, force: true })
  })
})
