import { Server } from '#/connection/server.ts'
import type { Cli } from '#/frame/cli.ts'
import { Failure } from '#/frame/failure.ts'
import type { Facts, Item } from './check.ts'

const WITHIN_MS = 10_000

/** Asks the server for everything the checks look at. */
export async function gather(cli: Cli): Promise<Facts> {
  const located = await cli.locate()
  const reached = await reach(located.url, cli.now)
  const isThere = reached.unreachable === undefined
  const open = new Server(located.url, { fetch })
  const [discovery, keySet] = isThere
    ? await Promise.all([ask(open, '/.well-known/oauth-authorization-server'), ask(open, '/.well-known/jwks.json')])
    : []
  const inside = isThere ? await lookInside(cli) : { ...nothing, refused: 'it is not reached' }
  return { located, ...reached, discovery, keySet, ...inside }
}

/** Whether it answers at all, whether it is ready, and what its clock says. */
async function reach(url: string, now: () => number): Promise<Pick<Facts, 'unreachable' | 'ready' | 'clockOffsetMs'>> {
  try {
    const asked = now()
    const response = await fetch(`${url}/readyz`, { redirect: 'manual', signal: AbortSignal.timeout(WITHIN_MS) })
    const date = Date.parse(response.headers.get('date') ?? '')
    // A Date header has whole seconds: half of one is the best guess for what it leaves out.
    const offset = Number.isNaN(date) ? undefined : date + 500 - (asked + now()) / 2
    return { unreachable: undefined, ready: response.ok, clockOffsetMs: offset }
  } catch (error) {
    const { message, cause } = error as Error
    const why = cause instanceof Error ? cause.message || String(cause) : message
    return { unreachable: why, ready: false, clockOffsetMs: undefined }
  }
}

type Inside = Pick<Facts, 'refused' | 'health' | 'settings' | 'mode' | 'mail' | 'signingKeys' | 'gateway' | 'apiKeys'>

const nothing: Omit<Inside, 'refused'> = {
  health: undefined,
  settings: undefined,
  mode: undefined,
  mail: undefined,
  signingKeys: undefined,
  gateway: undefined,
  apiKeys: undefined,
}

/** What only those are told who may administer. */
async function lookInside(cli: Cli): Promise<Inside> {
  try {
    const server = await cli.connect()
    const health = await server.request<Item>('GET', '/api/v1/admin/health')
    const [settings, mode, mail, keys, gateway, apiKeys] = await Promise.all([
      ask(server, '/api/v1/admin/config'),
      ask(server, '/api/v1/admin/system/mode'),
      ask(server, '/api/v1/admin/email-config'),
      ask(server, '/api/v1/admin/signing-keys'),
      ask(server, '/api/v1/admin/proxy/status'),
      ask(server, '/api/v1/api-keys?limit=200'),
    ])
    const found = { health, settings, mail, gateway, mode: mode && String(mode['mode']) }
    return { refused: undefined, ...found, signingKeys: dataOf(keys), apiKeys: dataOf(apiKeys) }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { ...nothing, refused: error.message }
  }
}

const dataOf = (page: Item | undefined): readonly Item[] | undefined => page?.['data'] as readonly Item[] | undefined

/** What is refused is unknown, which the report says; nothing else stops it. */
async function ask(server: Server, path: string): Promise<Item | undefined> {
  try {
    return await server.request<Item>('GET', path)
  } catch (error) {
    if (error instanceof Failure) return undefined
    throw error
  }
}
