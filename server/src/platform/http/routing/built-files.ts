import path from 'node:path'
import { fileReply, takes } from './file-reply.ts'
import type { BuiltDirectory } from './built-directory.ts'
import type { Reply } from './reply.ts'

type Headers = Readonly<Record<string, string | undefined>>

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/** How the names of packed forms end; the smallest form first. */
const PACKED = { br: '.br', gzip: '.gz' } as const
const IS_PACKED = /\.(br|gz)$/

/** What those files are sent as, for a route that lists it. */
export const BUILT_MEDIA_TYPES = ['text/javascript', 'text/css', 'image/svg+xml', 'image/webp', 'font/woff2']

/**
 * Files that a build made, from memory: which there are is known from the start, so that no name of a request ever reaches the
 * file system, and each form of a file is read when it is first sent. The build left each file beside its packed forms.
 */
export class BuiltFiles {
  readonly #built: BuiltDirectory
  readonly #names: ReadonlySet<string>
  readonly #rewrite: ((text: string) => string) | undefined
  readonly #contents = new Map<string, Promise<Uint8Array>>()

  /** `rewrite` changes what the files say, where what was built has to be changed. */
  constructor(built: BuiltDirectory, rewrite?: (text: string) => string) {
    this.#built = built
    this.#names = new Set(built.names)
    this.#rewrite = rewrite
  }

  /** A file in the smallest form that its reader unpacks; undefined where there is none of this name. */
  async file(
    name: string,
    request: Headers,
    { etag, ...more }: { readonly etag?: string; readonly headers: Readonly<Record<string, string>> },
  ): Promise<Reply | undefined> {
    const type = types[path.extname(name)]
    if (type === undefined || IS_PACKED.test(name) || !this.#names.has(name)) return undefined
    const packed = this.#rewrite ? undefined : this.#packedFormOf(name, request)
    const reply = fileReply(await this.#contentOf(packed === undefined ? name : name + PACKED[packed]), {
      etag: `"${etag ?? name}${packed === undefined ? '' : `-${packed}`}"`,
      known: request['if-none-match'],
      headers: { 'content-type': type, vary: 'Accept-Encoding', ...more.headers },
    })
    return packed === undefined ? reply : reply.withHeader('content-encoding', packed)
  }

  #packedFormOf(name: string, request: Headers): keyof typeof PACKED | undefined {
    return (['br', 'gzip'] as const).find((form) => this.#names.has(name + PACKED[form]) && takes(form, request))
  }

  #contentOf(name: string): Promise<Uint8Array> {
    const known = this.#contents.get(name)
    if (known) return known
    const content = this.#read(name)
    this.#contents.set(name, content)
    // What could not be read is read again when somebody asks for it again.
    content.catch(() => this.#contents.delete(name))
    return content
  }

  async #read(name: string): Promise<Uint8Array> {
    const content = await this.#built.read(name)
    return this.#rewrite ? Buffer.from(this.#rewrite(Buffer.from(content).toString('utf8'))) : content
  }
}
