import { createHash } from 'node:crypto'
import { pageWithBasePath } from '#/platform/http/routing/base-path.ts'
import { builtDirectory } from '#/platform/http/routing/built-directory.ts'
import { BuiltFiles } from '#/platform/http/routing/built-files.ts'
import { FOR_GOOD } from '#/platform/http/routing/file-reply.ts'
import { PAGE_HEADERS } from './page-headers.ts'
import { Reply } from '#/platform/http/routing/reply.ts'

type Headers = Readonly<Record<string, string | undefined>>

/** Where the pages were built to be served. */
const BASE = '/docs/guide/'
const ASSETS = 'assets/'
const PAGE = '.html'
const NOT_FOUND = `404${PAGE}`

interface Built {
  readonly files: BuiltFiles
  /** Changes with every build, as the names of its assets do. */
  readonly version: string
}

/**
 * The built guide. It is looked for when somebody first asks for a page, and until it is there each time somebody does: a
 * server that runs shows what is built after its start.
 */
export class GuideFiles {
  readonly #directory: string
  readonly #basePath: string
  #built: Built | undefined

  /** `basePath` is the path of the server's own address, empty at the root of an origin. */
  constructor(directory: string, basePath: string) {
    this.#directory = directory
    this.#basePath = basePath
  }

  /** A page, or the one that says that there is no such page; undefined where nothing was built. */
  async page(address: string, request: Headers): Promise<Reply | undefined> {
    const built = this.#find()
    if (!built) return undefined
    const found = await this.#pageAt(built, address, request)
    if (found) return found
    const missing = await built.files.file(NOT_FOUND, {}, { headers: PAGE_HEADERS })
    return new Reply(404, missing?.body ?? '', PAGE_HEADERS)
  }

  /** A file that pages load, by its name, which changes with its content; undefined where there is none. */
  async asset(name: string, request: Headers): Promise<Reply | undefined> {
    const built = this.#find()
    return built?.files.file(ASSETS + name, request, { headers: { 'cache-control': FOR_GOOD } })
  }

  #pageAt({ files, version }: Built, address: string, request: Headers): Promise<Reply | undefined> {
    const name = address === '' || address.endsWith('/') ? `${address}index` : address
    return files.file(name + PAGE, request, { etag: `${version}-${encodeURIComponent(name)}`, headers: PAGE_HEADERS })
  }

  #find(): Built | undefined {
    return (this.#built ??= this.#look())
  }

  #look(): Built | undefined {
    const built = builtDirectory(this.#directory, 'guide')
    if (!built.names.includes(NOT_FOUND)) return undefined
    const version = createHash('sha256').update(built.names.toSorted().join('\n')).digest('base64url').slice(0, 12)
    return { files: new BuiltFiles(built, this.#rewrite()), version }
  }

  /** Behind a path of its own all that the pages name stands below it, scripts included. */
  #rewrite(): ((text: string) => string) | undefined {
    const basePath = this.#basePath
    if (basePath === '') return undefined
    return (text) =>
      text.startsWith('<!') ? pageWithBasePath(text, basePath) : text.replaceAll(BASE, `${basePath}${BASE}`)
  }
}
