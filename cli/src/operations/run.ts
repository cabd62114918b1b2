import { exitCodes, Failure, usageError } from '#/frame/failure.ts'
import { SecretFile } from '#/frame/private-files.ts'
import type { Cli } from '#/frame/cli.ts'
import type { Page, Server } from '#/connection/server.ts'
import type { Said } from './flags.ts'
import { inputOf, missing } from './input.ts'
import { flagOf } from './names.ts'
import type { Field, Operation } from './operation.ts'
import { pathWithPeople, withPeople } from './people.ts'
import { deliver } from './secrets.ts'
import { pathOf, sendOperation } from './send.ts'
import { isSecret, valueOf } from './values.ts'

/** What somebody said when they called an operation. */
export interface Call {
  readonly operation: Operation
  /** Values for the parameters of the path, in order. */
  readonly path: readonly string[]
  readonly said: Said
  readonly body: string | undefined
  readonly clear: readonly string[]
  /** Follow the cursor to the end. */
  readonly all: boolean
  readonly file: string | undefined
}

type Item = Readonly<Record<string, unknown>>
type Input = Awaited<ReturnType<typeof inputOf>>

/** Calls an operation of the API and shows what it says. */
export async function runOperation(call: Call, cli: Cli): Promise<void> {
  const { operation } = call
  const input = await complete(call, await inputOf({ ...call, terminal: cli.terminal }), cli)
  if (operation.ends && !isDryRun(input)) await cli.prompts.confirm(questionOf(call))
  const server = await cli.connect()
  const named = { ...call, path: await pathWithPeople(operation, call.path, server) }
  const ready = {
    query: await withPeople(input.query, server),
    body: input.body && (await withPeople(input.body, server)),
  }
  if (operation.columns) await list(server, named, ready, cli)
  else await change(server, named, ready, cli)
}

const isDryRun = ({ query, body }: Input): boolean => query['dry_run'] === true || body?.['dry_run'] === true

const questionOf = ({ operation, path }: Call): string =>
  `${operation.about}${path.length > 0 ? `: ${path.join(' ')}` : ''}. Go on?`

/** Asks for what is required and was not said, where somebody can be asked. */
async function complete({ operation }: Call, input: Input, cli: Cli): Promise<Input> {
  const lacking = missing(operation, input)
  if (lacking.length === 0) return input
  if (!cli.prompts.possible) {
    const flags = lacking.map(({ name }) => `--${flagOf(name)}`).join(', ')
    throw usageError(
      `${flags} ${lacking.length === 1 ? 'is' : 'are'} required.`,
      'See --help for what this command takes.',
    )
  }
  const [query, body] = [{ ...input.query }, { ...input.body }]
  for (const field of lacking) {
    const value = await valueOf(field, [await ask(field, cli)], cli.terminal)
    if (operation.query?.includes(field)) query[field.name] = value
    else body[field.name] = value
  }
  return { query, body: operation.body ? body : undefined }
}

function ask(field: Field, { prompts }: Cli): Promise<string> {
  if (isSecret(field)) return prompts.password(field.name)
  if (field.values && field.kind === 'string') return prompts.choose(field.name, field.values)
  return prompts.text(field.name)
}

async function list(server: Server, { operation, path, all }: Call, { query }: Input, cli: Cli): Promise<void> {
  const { printer, flags, terminal } = cli
  const columns = operation.columns ?? []
  const url = pathOf(operation, path)
  let first = true
  for await (const page of server.pages(url, query)) {
    if (flags.json && !all) return printer.page({ ...page })
    if (flags.json || (all && !first)) for (const item of page.data) printer.streamed(item, columns)
    else printer.items(page.data, columns)
    if (first && page.data.length === 0 && terminal.outIsTty) printer.note('Nothing found.')
    first = false
    if (!all) return noteMore(page, cli)
  }
}

function noteMore({ next_cursor: cursor }: Page, { printer, terminal }: Cli): void {
  if (cursor !== null && cursor !== undefined && terminal.outIsTty)
    printer.note(`There is more: --all, or --cursor '${cursor}'`)
}

async function change(server: Server, call: Call, input: Input, cli: Cli): Promise<void> {
  const { operation, path } = call
  const { save } = cli.flags
  const file = save === undefined ? undefined : await SecretFile.create(save)
  try {
    const body = operation.upload === undefined ? input.body : { [operation.upload]: await blobOf(call.file) }
    await show(await sendOperation(server, { operation, path, query: input.query, body }), call, file, cli)
  } finally {
    await file?.close()
  }
}

async function blobOf(file: string | undefined): Promise<Blob> {
  if (file === undefined) throw usageError('--file is required.')
  const { openAsBlob } = await import('node:fs')
  try {
    return await openAsBlob(file)
  } catch (error) {
    throw new Failure(`${file} can't be read.`, { exitCode: exitCodes.usage, why: (error as Error).message })
  }
}

async function show(result: unknown, { operation, path }: Call, file: SecretFile | undefined, cli: Cli): Promise<void> {
  const { printer, flags } = cli
  if (operation.text || typeof result === 'string') return printer.line(String(result ?? '').trimEnd())
  if (result === undefined || result === null || result === '') {
    const id = path.at(-1) ?? null
    if (flags.json) return printer.json({ id, [operation.method === 'DELETE' ? 'deleted' : 'done']: true })
    if (id !== null) printer.line(id)
    return printer.note(`${cli.terminal.errStyles.green('✓')} ${operation.about}`)
  }
  await deliver(result as Item, { secrets: operation.secrets ?? [], file, cli })
}
