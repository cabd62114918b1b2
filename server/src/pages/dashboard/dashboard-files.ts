import { createHash } from 'node:crypto'
import { builtDirectory } from '#/platform/http/routing/built-directory.ts'
import { BuiltFiles } from '#/platform/http/routing/built-files.ts'
import { FOR_GOOD, fileReply } from '#/platform/http/routing/file-reply.ts'
import { ScreenLinks } from './screen-links.ts'
import { SHELL_HEADERS } from './shell-headers.ts'
import type { Reply } from '#/platform/http/routing/reply.ts'
import type { Locale } from '#/ui/i18n/index.ts'

type Headers = Readonly<Record<string, string | undefined>>

const SHELL = 'index.html'
const SCREENS = 'screens.json'
const FILES = 'assets/'

/** The built dashboard, from memory: its shell, and the files that the shell loads. */
export class DashboardFiles {
  readonly #shell: string | undefined
  readonly #links: ScreenLinks
  readonly #files: BuiltFiles

  private constructor(shell: string | undefined, links: ScreenLinks, files: BuiltFiles) {
    this.#shell = shell
    this.#links = links
    this.#files = files
  }

  /** What a directory or the executable holds; nothing where no dashboard is in either. */
  static in(directory: string): DashboardFiles {
    const built = builtDirectory(directory, 'dashboard')
    const textOf = (name: string): string | undefined => (built.names.includes(name) ? built.text(name) : undefined)
    const screens = JSON.parse(textOf(SCREENS) ?? '{}') as Record<string, string[]>
    return new DashboardFiles(textOf(SHELL), new ScreenLinks(screens), new BuiltFiles(built))
  }

  /**
   * The page that every address of the dashboard begins with, in a language, with what the screen at this address needs; undefined
   * where nothing was built.
   */
  shell(locale: Locale, address: string, request: Headers): Reply | undefined {
    if (this.#shell === undefined) return undefined
    const page = this.#shell
      .replace('<html lang="en"', `<html lang="${locale}"`)
      .replace('</head>', `${this.#links.of(address)}</head>`)
    const etag = `"${createHash('sha256').update(page).digest('base64url').slice(0, 22)}"`
    return fileReply(page, { etag, known: request['if-none-match'], headers: SHELL_HEADERS })
  }

  /** A file by its name, which changes with its content; undefined where there is none. */
  file(name: string, request: Headers): Promise<Reply | undefined> {
    return this.#files.file(FILES + name, request, { etag: name, headers: { 'cache-control': FOR_GOOD } })
  }
}
