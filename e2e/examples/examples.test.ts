import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import type { Browser as Chromium, Page } from 'playwright-core'
import { allowWhatIsAsked } from '#/guides/allow.ts'
import { Shell } from '#/guides/shell.ts'
import type { ShellOptions } from '#/guides/shell.ts'
import { walkThrough, replaced } from '#/guides/walk.ts'
import type { Surroundings } from '#/guides/walk.ts'
import { newPerson } from '#/support/browser.ts'
import { chromiumArguments, findChromium } from '#/support/chromium.ts'
import { freePort } from '#/support/ports.ts'
import { Server } from '#/support/server.ts'
import { packagesOfPython } from './python.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
// Where each example listens, and the server.
const PORTS = ['8080', '3000', '3001', '3002', '3003', '3004', '3005', '3006']

// Two at a time: they wait more than they work.
describe('the examples do what their pages say', { concurrency: 2 }, () => {
  const person = newPerson()
  let server: Server
  let chrome: Chromium
  let ports: Readonly<Record<string, number>>

  before(async () => {
    ;[server, chrome] = await Promise.all([
      Server.start(),
      chromium.launch({ executablePath: String(findChromium()), args: chromiumArguments() }),
    ])
    await server.admin('POST', '/admin/users', { ...person, email_verified: true })
    const free = await Promise.all(PORTS.map(async (port) => [port, await freePort()] as const))
    ports = { ...Object.fromEntries(free), 8080: Number(new URL(server.url).port) }
  })
  after(async () => {
    await chrome.close()
    await server.remove()
  })

  /** Follows the page of an example in a copy of its folder. */
  async function follow(
    t: TestContext,
    name: string,
    { person: hands, env, ...options }: ShellOptions & Pick<Surroundings, 'person'> = {},
  ): Promise<void> {
    const folder = path.join(root, 'examples', name)
    const files = readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
      .map((entry) => [entry.name, replaced(readFileSync(path.join(folder, entry.name), 'utf8'), ports)])
    const shell = Shell.open(t, {
      ...options,
      env: { MANDATE_URL: server.url, MANDATE_API_KEY: server.adminKey, ...env },
      files: Object.fromEntries(files),
    })
    await walkThrough(`examples/${name}/README.md`, { shell, instead: ports, person: hands ?? {} })
  }

  /** Somebody at a window of Chromium who opens one of the ports of the pages. */
  async function visit(t: TestContext, port: string): Promise<Page> {
    const context = await chrome.newContext()
    t.after(() => context.close())
    const page = await context.newPage()
    await page.goto(`http://localhost:${ports[port]}/`)
    return page
  }

  async function signIn(page: Page): Promise<void> {
    await page.getByText('Sign in', { exact: true }).click()
    await page.locator('main [name=email]').fill(person.email)
    await page.locator('main [name=password]').fill(person.password)
    await page.locator('main form:has([name=password]) [type=submit]').click()
    await page.locator('[type=submit][value=allow]').click()
    await page.getByRole('heading', { name: `Hello, ${person.email}` }).waitFor()
  }

  /** What somebody does who is shown an address that asks them for leave. */
  async function allow(said: string): Promise<void> {
    const left = await allowWhatIsAsked(server.issuer, said, person)
    if (left) await fetch(left)
  }

  test('a website', async (t) => {
    await follow(t, 'web-app', {
      person: {
        'opens the website, signs in, and signs out': async () => {
          const page = await visit(t, '3000')
          await signIn(page)
          const [cookie] = (await page.context().cookies()).filter(({ name }) => name === 'session')
          assert.deepEqual([cookie?.httpOnly, cookie?.sameSite], [true, 'Lax'])
          await page.getByText('Sign out').click()
          await page.getByRole('heading', { name: 'Who are you?' }).waitFor()
          await page.getByText('Sign in').click()
          await page.locator('main [name=password]').waitFor()
        },
      },
    })
  })

  test('a page of scripts', async (t) => {
    await follow(t, 'browser-app', {
      person: {
        'opens the page, signs in, calls the API with the key and without': async () => {
          const page = await visit(t, '3001')
          await signIn(page)
          await page.getByText('Call an API').click()
          await page.getByText(/^200 .*"email"/).waitFor()
          await page.getByText('Call it as a thief would').click()
          await page.getByText('401 without the key').waitFor()
          await page.reload()
          await page.getByRole('heading', { name: `Hello, ${person.email}` }).waitFor()
          await page.getByText('Sign out').click()
          await page.getByRole('heading', { name: 'Who are you?' }).waitFor()
        },
      },
    })
  })

  test('an API', (t) => follow(t, 'api'))

  test('agents', (t) => follow(t, 'agents', { person: { 'opens the address and allows it': allow } }))

  test('an MCP server and its client', (t) =>
    follow(t, 'mcp', { person: { 'opens the address, signs in and allows it': allow } }))

  test('a service with FastAPI', async (t) => {
    const bin = await packagesOfPython()
    if (bin === undefined) {
      // Where nothing may be left out, the gate has installed one.
      assert.notEqual(process.env['MANDATE_TEST_COMPLETE'], '1', 'no Python 3.10 or newer with venv was found')
      return t.skip('no Python 3.10 or newer with venv was found')
    }
    await follow(t, 'fastapi-service', { path: [bin], env: { PYTHONPATH: path.join(root, 'sdk-python', 'src') } })
  })
})
