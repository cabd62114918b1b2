import { test } from 'node:test'
import { sharedPostgres } from '@mandate/server/test/support/engines.ts'
import { Shell } from '#/guides/shell.ts'
import { walkThrough } from '#/guides/walk.ts'
import { freePort } from '#/support/ports.ts'

test('two nodes stand on one PostgreSQL behind nginx as the guide says, and one of them may go', async (t) => {
  const postgres = await sharedPostgres()
  const database = await postgres.createDatabase({ migrated: false })
  t.after(() => postgres.dropDatabase(database))
  const [proxy, first, second] = [await freePort(), await freePort(), await freePort()]
  const shell = Shell.open(t, {
    // One process for each node: the machine has others to serve.
    env: { MANDATE_URL: `http://localhost:${proxy}`, MANDATE_WORKERS: '1' },
    answers: [[/Password of the first owner/, 'plum-harbour-lantern\r']],
    path: ['/usr/sbin', '/usr/local/sbin'],
  })
  await walkThrough('docs/guides/many-nodes.md', {
    shell,
    instead: {
      8080: proxy,
      8081: first,
      8082: second,
      'postgres://mandate:a-password@db.example.com/mandate': `'${database}'`,
    },
    person: { 'stops the first node': () => shell.interrupt(0) },
  })
})
