import { after, before, describe, test } from 'node:test'
import { newPerson } from '#/support/browser.ts'
import { freePort } from '#/support/ports.ts'
import { Server } from '#/support/server.ts'
import { allowWhatIsAsked } from './allow.ts'
import { Shell } from './shell.ts'
import { walkThrough } from './walk.ts'

const OWNER = { name: 'Owner', email: 'you@example.com', password: 'plum-harbour-lantern' }

// Two at a time: they wait more than they work.
describe('guides go as they say', { concurrency: 2 }, () => {
  const person = newPerson()
  let server: Server
  let env: Readonly<Record<string, string>>
  let port: string
  before(async () => {
    server = await Server.start()
    port = new URL(server.url).port
    env = { BASE: server.url, KEY: server.adminKey, MANDATE_URL: server.url, MANDATE_API_KEY: server.adminKey }
    await server.admin('POST', '/admin/users', { ...person, email_verified: true })
  })
  after(() => server.remove())

  test('protecting an API', async (t) => {
    const here = await freePort()
    const shell = Shell.open(t, { env: { ...env, API: `http://127.0.0.1:${here}` } })
    await walkThrough('docs/guides/protect-an-api.md', { shell, instead: { 8080: port, 3002: here } })
  })

  test('an MCP server', async (t) => {
    const [here, callback] = [await freePort(), await freePort()]
    await walkThrough('docs/guides/mcp.md', {
      shell: Shell.open(t, { env }),
      instead: { 8080: port, 3001: here, 33418: callback },
      person: {
        'opens the address, signs in and allows it': async (said) =>
          void (await fetch(String(await allowWhatIsAsked(server.issuer, said, person)))),
      },
    })
  })

  test('rotating signing keys, and the master key', async (t) => {
    const port = await freePort()
    const env = { MANDATE_PORT: String(port), MANDATE_URL: `http://localhost:${port}` }
    const shell = Shell.open(t, { env })
    await shell.serve('mandate serve', (text) => text.includes('is ready at'))
    await shell.run('export MANDATE_API_KEY=$(cat data/admin.key.firstboot)')
    let stopped = 0
    await walkThrough('docs/guides/signing-keys.md', {
      shell,
      instead: { 8080: port },
      person: { 'stops the server': () => shell.interrupt(stopped++) },
    })
  })

  test('a new server in production is hardened until nothing is careless', async (t) => {
    const server = await Server.start({ env: { MANDATE_MODE: 'production' } })
    t.after(() => server.remove())
    const shell = Shell.open(t, {
      env: { MANDATE_URL: server.url },
      answers: [[/Password of the first owner/, `${OWNER.password}\r`]],
    })
    await shell.run(`mandate init --email ${OWNER.email}`)
    await walkThrough('docs/guides/hardening.md', { shell })
  })

  test('the command line signs an operator in by a code, as its guide says', async (t) => {
    const port = await freePort()
    const url = `http://localhost:${port}`
    const shell = Shell.open(t, {
      env: { MANDATE_PORT: String(port), MANDATE_URL: url },
      answers: [
        [/Password of the first owner/, `${OWNER.password}\r`],
        [/\?\s+│\s+○ Yes/, 'y'],
      ],
    })
    await walkThrough('docs/guides/cli.md', {
      shell,
      instead: { 8080: port },
      person: {
        'opens the address and allows it': async (said) => void (await allowWhatIsAsked(url, said, OWNER)),
      },
    })
  })
})
