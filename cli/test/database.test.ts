import assert from 'node:assert/strict'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { rmSync } from 'node:fs'
import { Person } from '#test/support/mandate.ts'
import { ServerProcess } from '#test/support/server-process.ts'

describe('the data of a server', () => {
  let server: ServerProcess
  let person: Person

  before(async () => {
    server = await ServerProcess.start()
    person = new Person({ MANDATE_DATA_DIR: server.dataDir })
  })
  after(async () => {
    await server.stop()
    rmSync(person.home, { recursive: true, force: true })
  })

  test('tells where the schema stands, beside a server that runs and where there is none', async () => {
    const status = await person.run(['migrate', 'status', '--json'])
    assert.equal(status.code, 0, status.err)
    assert.deepEqual([status.json()['engine'], status.json()['pending']], ['sqlite', []])
    const nowhere = await person.run(['migrate', 'status', '--data-dir', 'empty'])
    assert.equal(nowhere.code, 4)
    assert.match(nowhere.err, /There is no database at .*empty.*\n.*mandate serve/)
  })

  test('refuses to migrate below a server that runs, and makes a schema where there is none', async () => {
    const busy = await person.run(['migrate', 'up'])
    assert.equal(busy.code, 6)
    assert.match(busy.err, /Another server runs on the database/)
    const folder = path.join(person.home, 'new')
    const made = await person.run(['migrate', 'up', '--data-dir', folder, '--json'])
    assert.equal(made.code, 0, made.err)
    assert.ok(Number(made.json()['applied']) > 40)
    assert.equal((await person.run(['migrate', 'status', '--data-dir', folder])).code, 0)
    const wrong = await person.run(['migrate', 'status', '--database-url', 'mysql://localhost'])
    assert.equal(wrong.code, 2)
  })
})
