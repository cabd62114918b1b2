import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileReply, takes } from './file-reply.ts'
import type { Reply } from './reply.ts'

type Headers = Readonly<Record<string, string | undefined>>

/** A file in each form it is sent in. */
type Forms = Readonly<Record<'plain' | 'br' | 'gzip', Uint8Array | undefined>>

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

const PACKED = /\.(br|gz)$/

/** What those files are sent as, for a route that lists it. */
export const BUILT_MEDIA_TYPES = ['text/javascript', 'text/css', 'image/svg+xml', 'font/woff2']

/**
 * Files that a build made, from memory: which there are is known from the start, so that no name of a request ever reaches the
 * file system, and each is read when it is first asked for. The build left each one beside its packed forms.
 */
export class BuiltFiles {
  readonly #directory: string
  readonly #rewrite: ((text: string) => string) | undefined
  readonly #files: Map<string, Promise<Forms> | undefined>

  /** `names` are paths below `directory`. `rewrite` changes what they say, where what was built has to be changed. */
  constructor(directory: string, names: readonly string[], rewrite?: (text: string) => string) {
    this.#directory = directory
    this.#rewrite = rewrite
    this.#files = new Map(names.filter((name) => !PACKED.test(name)).map((name) => [name, undefined]))
  }

  /** A file in the smallest form that its reader unpacks; undefined where there is none of this name. */
  async file(
    name: string,
    request: Headers,
    { etag, ...more }: { readonly etag?: string; readonly headers: Readonly<Record<string, string>> },
  ): Promise<Reply | undefined> {
    const type = types[path.extname(name)]
    if (type === undefined || !this.#files.has(name)) return undefined
    const forms = await this.#formsOf(name)
    const packed = (['br', 'gzip'] as const).find((form) => forms[form] !== undefined && takes(form, request))
    const reply = fileReply(forms[packed ?? 'plain'] ?? new Uint8Array(), {
      etag: `"${etag ?? name}${packed === undefined ? '' : `-${packed}`}"`,
      known: request['if-none-match'],
      headers: { 'content-type': type, vary: 'Accept-Encoding', ...more.headers },
    })
    return packed === undefined ? reply : reply.withHeader('content-encoding', packed)
  }

  #formsOf(name: string): Promise<Forms> {
    const known = this.#files.get(name)
    if (known) return known
    const read = this.#read(path.join(this.#directory, name))
    this.#files.set(name, read)
    return read
  }

  async #read(file: string): Promise<Forms> {
    const rewrite = this.#rewrite
    if (rewrite) return { plain: Buffer.from(rewrite(await readFile(file, 'utf8'))), br: undefined, gzip: undefined }
    const packed = (ending: string): Promise<Uint8Array | undefined> => readFile(file + ending).catch(() => undefined)
    const [plain, br, gzip] = await Promise.all([readFile(file), packed('.br'), packed('.gz')])
    return { plain, br, gzip }
  }
}
