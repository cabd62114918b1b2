import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { Command, Option } from 'commander'
import { nameFor, requireName } from '#/connection/contexts.ts'
import { serverUrl } from '#/connection/locate.ts'
import { Server } from '#/connection/server.ts'
import type { Actions } from '#/frame/actions.ts'
import type { Cli } from '#/frame/cli.ts'
import { exitCodes, Failure, usageError } from '#/frame/failure.ts'
import { addGlobalFlags } from '#/frame/global-flags.ts'
import { contentsOf } from '#/operations/values.ts'

interface InitFlags {
  readonly email?: string
  readonly password?: string
  readonly setupToken?: string
  readonly dataDir?: string
  readonly name?: string
}

interface Owner {
  readonly email: string
  readonly password: string
}

type Item = Readonly<Record<string, unknown>>

const DEFAULT_URL = 'http://localhost:8080'

/**
 * `mandate init`: gives a new server its first owner, makes an API key for this machine and keeps it in a context. It comes
 * in by the setup token, or by the first key that a server on this machine shows.
 */
export function init(actions: Actions): Command {
  const command = new Command('init').description('Set a new server up: first owner, API key, context.')
  command.addOption(new Option('--email <address>', 'of the owner; asked for when left out'))
  command.addOption(new Option('--password <text|@file|->', 'of the owner; asked for when left out'))
  command.addOption(
    new Option('--setup-token <token|link>', 'from the setup link of the server, where it is on another machine'),
  )
  command.addOption(
    new Option('--data-dir <folder>', 'of the server, where the first key waits').env('MANDATE_DATA_DIR'),
  )
  command.addOption(new Option('--name <context>', 'what to call the context; the host when left out'))
  addGlobalFlags(command)
  return actions.on(command, async (cli) => {
    const said = command.opts<InitFlags>()
    const url = serverUrl(cli.flags.url ?? cli.env['MANDATE_URL'] ?? DEFAULT_URL, '--url')
    const name = said.name ?? nameFor(url)
    requireName(name)
    const open = new Server(url, { fetch })
    const { bootstrapped } = await open.request<{ bootstrapped: boolean }>('GET', '/api/v1/admin/bootstrap/status')
    if (bootstrapped) throw alreadySetUp(url)
    const owner = await ownerOf(said, cli)
    const result = await setUp(open, owner, { name, said, cli })
    cli.printer.object({ url, context: name, ...result })
  })
}

async function ownerOf({ email, password }: InitFlags, { prompts, terminal }: Cli): Promise<Owner> {
  if ((email === undefined || password === undefined) && !prompts.possible)
    throw usageError(
      '--email and --password are required where nobody can be asked.',
      'printf %s "$PASSWORD" | mandate init --email you@example.com --password -',
    )
  return {
    email: email ?? (await prompts.text('E-mail of the first owner')),
    password:
      password === undefined
        ? await prompts.password('Password of the first owner')
        : (await contentsOf(password, terminal)).replace(/\r?\n$/, ''),
  }
}

interface Setup {
  readonly name: string
  readonly said: InitFlags
  readonly cli: Cli
}

/** The owner, and with the first key one of this machine's own for the context; after a setup token they sign in. */
async function setUp(open: Server, { email, password }: Owner, { name, said, cli }: Setup): Promise<Item> {
  const { url } = open
  const first = said.setupToken === undefined ? await firstKey(open, said.dataDir, cli) : undefined
  const token = first ?? tokenIn(said.setupToken ?? '')
  const body = { token, email, password }
  const user = await open.request<Item>('POST', '/api/v1/admin/bootstrap/consume', { body })
  const made = { user_id: user['id'], email: user['email'] }
  if (first === undefined) {
    await cli.contexts.put(name, { url, credential: null })
    cli.printer.note(`Next: mandate login ${url}`)
    return { ...made, api_key_id: null }
  }
  const server = new Server(url, { fetch, apiKey: first })
  const key = await server.request<Item>('POST', '/api/v1/api-keys', {
    body: { name: `mandate init: ${name}`, scopes: ['*'] },
    keyed: true,
  })
  await cli.contexts.put(name, { url, credential: { kind: 'api_key', api_key: String(key['key']) } })
  cli.printer.note(
    'The first key works on beside the new one. To end it: mandate api-keys list, then delete "first-boot".',
  )
  return { ...made, api_key_id: key['id'] }
}

/** The token, or that of the link it came in. */
const tokenIn = (said: string): string => URL.parse(said)?.searchParams.get('token') ?? said

/** The first key: of the environment, of the data directory, or as a server on this machine shows it. */
async function firstKey(open: Server, dataDir: string | undefined, { env }: Cli): Promise<string> {
  const said = env['MANDATE_API_KEY']?.trim()
  if (said) return said
  if (dataDir !== undefined) {
    const kept = await readFile(path.join(dataDir, 'admin.key.firstboot'), 'utf8').catch(() => undefined)
    if (kept !== undefined) return kept.trim()
  }
  try {
    const { key } = await open.request<{ key: string }>('GET', '/api/v1/admin/firstboot/key')
    return key
  } catch (error) {
    if (!(error instanceof Failure) || error.about.exitCode !== exitCodes.notFound) throw error
    throw new Failure('The server does not show its first key.', {
      exitCode: exitCodes.auth,
      why: 'It shows it to its own machine alone, for 30 minutes after a start.',
      next: 'Start it again, or name its data directory (--data-dir) or its setup link (--setup-token).',
      code: 'no_first_key',
    })
  }
}

const alreadySetUp = (url: string): Failure =>
  new Failure(`${url} is set up already.`, {
    exitCode: exitCodes.conflict,
    next: `mandate login ${url}`,
    code: 'already_set_up',
  })
