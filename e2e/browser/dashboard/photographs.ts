import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '#/support/ports.ts'
import { fill } from './cast.ts'
import { Console, openScreen } from './operators.ts'
import { screens } from './screens.ts'
import type { Cast } from './cast.ts'
import type { Visitor } from '#/browser/visitor.ts'
import type { Server } from '#/support/server.ts'

const CLI = fileURLToPath(import.meta.resolve('@mandate/cli/src/main.ts'))
const DOCUMENTS = fileURLToPath(new URL('../../../docs/guides/console', import.meta.url))
const DARK = 'home'
// A token counts ten seconds after it was issued.
const COUNTED_AFTER_MS = 12_000
// What the guide to the console shows.
const shown: Readonly<Record<string, string>> = {
  home: 'home',
  'a user': 'user',
  'the settings of a user': 'user-settings',
  'an agent': 'agent',
  'the settings of an agent': 'agent-settings',
  'the policies of an agent': 'policies',
  'the delegation map': 'map',
  'the audit log': 'audit-log',
  'checkpoints of the audit log': 'checkpoints',
  'new webhook': 'webhook',
  'a flow': 'flow',
  'the sign-in page': 'sign-in-page',
  'signing keys': 'signing-keys',
  health: 'health',
}

/** Takes a picture of each screen of the dashboard whose name has one of the words, full of people of the demo. */
export async function photographConsole(folder: string, words: readonly string[]): Promise<string[]> {
  const chosen = screens.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)))
  if (chosen.length === 0) return []
  const port = String(await freePort())
  const console_ = await Console.open({ MANDATE_PROXY_ENABLED: 'true', MANDATE_PROXY_PORT: port })
  try {
    const { server } = console_.house
    fillByDemo(server)
    const cast = await castOf(server)
    await sleep(COUNTED_AFTER_MS)
    const visitor = await console_.house.newVisitor({ viewport: { width: 1280, height: 860 } })
    await console_.signIn(visitor, 'owner')
    const files: string[] = []
    for (const { name, path: address } of chosen) {
      process.stderr.write(`console: ${name}\n`)
      await openScreen(visitor, address(cast))
      files.push(await photograph(visitor, folder, `console ${name}`))
      if (name === DARK) {
        await visitor.page.emulateMedia({ colorScheme: 'dark' })
        files.push(await photograph(visitor, folder, `console ${name} dark`))
        await visitor.page.emulateMedia({ colorScheme: 'light' })
      }
      const document = shown[name]
      if (document !== undefined) await keepForGuide(visitor, document)
    }
    return files
  } finally {
    await console_.close()
  }
}

function fillByDemo(server: Server): void {
  const env = { ...process.env, MANDATE_URL: server.url, MANDATE_API_KEY: server.adminKey }
  execFileSync(process.execPath, [CLI, 'demo', '--people', '24'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
}

/** Some of everything, by people and agents of the demo where it has any. */
async function castOf(server: Server): Promise<Cast> {
  const made = await fill(server, plainNames)
  const first = async (address: string): Promise<string> => {
    const { data } = await server.admin<{ data: { id: string }[] }>('GET', address)
    return data[0]?.id ?? ''
  }
  return {
    ...made,
    user: await first('/users?search=demo-maya.okafor'),
    agent: await first('/agents?search=demo-planner'),
  }
}

const plainNames = ['Acme', 'Harbour', 'Lighthouse', 'North pier', 'Ferry', 'Tide tables']

async function photograph({ page }: Visitor, folder: string, name: string): Promise<string> {
  const file = `${name.replaceAll(/[^a-z]+/gi, '-')}.png`
  await page.waitForTimeout(300)
  await page.screenshot({ path: path.join(folder, file), fullPage: true })
  return file
}

/** What is in the window, as WebP: a tenth of the size. */
async function keepForGuide({ page, context }: Visitor, name: string): Promise<void> {
  mkdirSync(DOCUMENTS, { recursive: true })
  const session = await context.newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 80 })
  await session.detach()
  writeFileSync(path.join(DOCUMENTS, `${name}.webp`), Buffer.from(data, 'base64'))
}
