import { createHash } from 'node:crypto'
import { builtDirectory } from '#/platform/http/routing/built-directory.ts'
import { BuiltFiles } from '#/platform/http/routing/built-files.ts'
import { FOR_GOOD, fileReply } from '#/platform/http/routing/file-reply.ts'
import { FirstPages } from './first-pages.ts'
import { SHELL_HEADERS } from './shell-headers.ts'
import type { Reply } from '#/platform/http/routing/reply.ts'
import type { Locale } from '#/ui/i18n/index.ts'
import type { BuiltScreen } from './first-pages.ts'

type Headers = Readonly<Record<string, string | undefined>>

const SHELL = 'index.html'
const SCREENS = 'screens.json'
const FILES = 'assets/'

/** The built dashboard, from memory: its shell, and the files that the shell loads. */
export class DashboardFiles {
  readonly #pages: FirstPages | undefined
  readonly #files: BuiltFiles

  private constructor(pages: FirstPages | undefined, files: BuiltFiles) {
    this.#pages = pages
    this.#files = files
  }

  /** What a directory or the executable holds; nothing where no dashboard is in either. */
  static in(directory: string): DashboardFiles {
    const built = builtDirectory(directory, 'dashboard')
    const textOf = (name: string): string | undefined => (built.names.includes(name) ? built.text(name) : undefined)
    const screens = JSON.parse(textOf(SCREENS) ?? '{}') as Record<string, BuiltScreen>
    const shell = textOf(SHELL)
    return new DashboardFiles(shell === undefined ? undefined : new FirstPages(shell, screens), new BuiltFiles(built))
  }

  /** The page that an address of the dashboard begins with, in a language; undefined where nothing was built. */
  shell(locale: Locale, address: string, request: Headers): Reply | undefined {
    if (this.#pages === undefined) return undefined
    const page = this.#pages.at(address, locale)
    const etag = `"${createHash('sha256').update(page).digest('base64url').slice(0, 22)}"`
    return fileReply(page, { etag, known: request['if-none-match'], headers: SHELL_HEADERS })
  }

  /** A file by its name, which changes with its content; undefined where there is none. */
  file(name: string, request: Headers): Promise<Reply | undefined> {
    return this.#files.file(FILES + name, request, { etag: name, headers: { 'cache-control': FOR_GOOD } })
  }
}
