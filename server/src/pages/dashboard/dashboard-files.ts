import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { FOR_GOOD, fileReply, takes } from '#/platform/http/routing/file-reply.ts'
import { SHELL_HEADERS } from './shell-headers.ts'
import type { Reply } from '#/platform/http/routing/reply.ts'
import type { Locale } from '#/ui/i18n/index.ts'

type Headers = Readonly<Record<string, string | undefined>>

/** A file in each form it is sent in. */
type Forms = Readonly<Record<'plain' | 'br' | 'gzip', Uint8Array | undefined>>

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}
const PACKED = /\.(br|gz)$/
const SHELL = 'index.html'
const FILES = 'assets'

/**
 * The built dashboard, from memory: which files there are is read once, so that no name of a request ever reaches the file
 * system, and each file when it is first asked for. The build left each one beside its packed forms.
 */
export class DashboardFiles {
  readonly #directory: string
  readonly #shell: string | undefined
  readonly #files: ReadonlyMap<string, Promise<Forms> | undefined>

  private constructor(directory: string, shell: string | undefined, names: readonly string[]) {
    this.#directory = directory
    this.#shell = shell
    this.#files = new Map(names.map((name) => [name, undefined]))
  }

  /** What a directory holds; nothing where none is named, or where no dashboard is in it. */
  static in(directory: string | undefined): DashboardFiles {
    if (directory === undefined) return new DashboardFiles('', undefined, [])
    try {
      const shell = readFileSync(path.join(directory, SHELL), 'utf8')
      const names = readdirSync(path.join(directory, FILES))
      return new DashboardFiles(
        directory,
        shell,
        names.filter((name) => !PACKED.test(name)),
      )
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      return new DashboardFiles('', undefined, [])
    }
  }

  /** The page that every address of the dashboard begins with, in a language; undefined where nothing was built. */
  shell(locale: Locale, request: Headers): Reply | undefined {
    if (this.#shell === undefined) return undefined
    const page = this.#shell.replace('<html lang="en"', `<html lang="${locale}"`)
    const etag = `"${createHash('sha256').update(page).digest('base64url').slice(0, 22)}"`
    return fileReply(page, { etag, known: request['if-none-match'], headers: SHELL_HEADERS })
  }

  /** A file by its name, which changes with its content; undefined where there is none. */
  async file(name: string, request: Headers): Promise<Reply | undefined> {
    const type = types[path.extname(name)]
    if (type === undefined || !this.#files.has(name)) return undefined
    const forms = await this.#formsOf(name)
    const packed = (['br', 'gzip'] as const).find((form) => forms[form] !== undefined && takes(form, request))
    const reply = fileReply(forms[packed ?? 'plain'] ?? new Uint8Array(), {
      etag: `"${name}${packed === undefined ? '' : `-${packed}`}"`,
      known: request['if-none-match'],
      headers: { 'content-type': type, 'cache-control': FOR_GOOD, vary: 'Accept-Encoding' },
    })
    return packed === undefined ? reply : reply.withHeader('content-encoding', packed)
  }

  #formsOf(name: string): Promise<Forms> {
    const known = this.#files.get(name)
    if (known) return known
    const read = this.#read(name)
    ;(this.#files as Map<string, Promise<Forms>>).set(name, read)
    return read
  }

  async #read(name: string): Promise<Forms> {
    const file = path.join(this.#directory, FILES, name)
    const packed = (ending: string): Promise<Uint8Array | undefined> => readFile(file + ending).catch(() => undefined)
    const [plain, br, gzip] = await Promise.all([readFile(file), packed('.br'), packed('.gz')])
    return { plain, br, gzip }
  }
}
