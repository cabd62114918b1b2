import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { Command, Option } from 'commander'
import { follow } from '#/commands/audit/follow.ts'
import type { Entry } from '#/commands/audit/follow.ts'
import type { Server } from '#/connection/server.ts'
import type { Actions } from '#/frame/actions.ts'
import { usageError } from '#/frame/failure.ts'
import { addGlobalFlags } from '#/frame/global-flags.ts'

interface ListenFlags {
  readonly forwardTo: string
  readonly events?: string
  readonly secret?: string
}

const TIMEOUT_MS = 10_000

/**
 * Posts events to a program on this machine as they happen, in the form of webhooks and signed like them. The server needs no
 * way to this machine: the events come by its stream of events.
 */
export function listen(actions: Actions): Command {
  const command = new Command('listen').description(
    'Forward events to a program on this machine, signed as webhooks are.',
  )
  command.addOption(new Option('--forward-to <url>', 'where to post').makeOptionMandatory())
  command.addOption(new Option('--events <names>', 'these only, such as user.created,agent.*'))
  command.addOption(new Option('--secret <whsec_…>', 'what to sign with; made up when left out'))
  addGlobalFlags(command)
  return actions.on(command, async ({ connect, printer, interrupted, flags }) => {
    const { forwardTo, events, secret = `whsec_${randomBytes(32).toString('base64')}` } = command.opts<ListenFlags>()
    const target = targetOf(forwardTo)
    const server = await connect()
    const isWanted = wanted(events, await namesOf(server))
    printer.note(`Forwarding to ${target}. Verify with ${secret}`)
    const onSkipped = (count: number): void => printer.warn(`${count} events were passed over: they came too fast.`)
    for await (const entry of follow(server, { filters: {}, before: 0, signal: interrupted, onSkipped })) {
      if (!isWanted(String(entry['action']))) continue
      const answer = await post(target, entry, secret)
      printer.streamed(
        { time: entry['created_at'], event: entry['action'], id: entry['id'], ...answer },
        flags.quiet ? ['id'] : ['time', 'event', 'status', 'error'],
      )
    }
  })
}

/** `:3000/hook` is this machine. */
function targetOf(said: string): string {
  const url = URL.parse(/^:\d/.test(said) ? `http://localhost${said}` : said)
  if (url && /^https?:$/.test(url.protocol)) return url.href
  throw usageError(`--forward-to is no URL: ${said}`, 'Such as http://localhost:3000/hook, or :3000/hook')
}

async function namesOf(server: Server): Promise<ReadonlySet<string>> {
  const { events } = await server.request<{ events: readonly string[] }>('GET', '/api/v1/webhooks/events')
  return new Set(events)
}

const fits = (event: string, pattern: string): boolean =>
  pattern.endsWith('*') ? event.startsWith(pattern.slice(0, -1)) : event === pattern

/** Events that webhooks can name, narrowed by patterns such as `agent.*`. */
function wanted(patterns: string | undefined, names: ReadonlySet<string>): (event: string) => boolean {
  const said = patterns
    ?.split(',')
    .map((each) => each.trim())
    .filter(Boolean)
  return (event) => names.has(event) && (said === undefined || said.some((pattern) => fits(event, pattern)))
}

/** What the data of an event doesn't name by itself (docs/guides/webhooks.md). */
const targets = new Set(['agent', 'app', 'consent', 'policy', 'session', 'token'])

function bodyOf({ action, created_at, metadata, target_id: target }: Entry): string {
  const data = { ...(metadata as Record<string, unknown>) }
  const noun = String(action).split('.')[0] ?? ''
  const member = `${noun}_id`
  if (targets.has(noun) && target !== null && !(member in data)) data[member] = target
  return JSON.stringify({ event: action, created_at, data })
}

async function post(
  url: string,
  entry: Entry,
  secret: string,
): Promise<{ status: number | null; error: string | null }> {
  const body = bodyOf(entry)
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signatures(body, secret) },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await response.body?.cancel()
    return { status: response.status, error: null }
  } catch (error) {
    const { message, cause } = error as Error
    return { status: null, error: cause instanceof Error ? cause.message : message }
  }
}

/** The headers of a delivery: Standard Webhooks, and the one of this server. */
function signatures(body: string, secret: string): Record<string, string> {
  const id = `whd_${randomUUID()}`
  const timestamp = Math.floor(Date.now() / 1000)
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret)
  const mac = (secretKey: Buffer | string, text: string, encoding: 'base64' | 'hex'): string =>
    createHmac('sha256', secretKey).update(text).digest(encoding)
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${mac(key, `${id}.${timestamp}.${body}`, 'base64')}`,
    'x-service-signature': `t=${timestamp},v1=${mac(secret, `${timestamp}.${body}`, 'hex')}`,
  }
}
