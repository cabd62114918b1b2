import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { BuiltFiles } from '#/platform/http/routing/built-files.ts'
import { FOR_GOOD, fileReply } from '#/platform/http/routing/file-reply.ts'
import { SHELL_HEADERS } from './shell-headers.ts'
import type { Reply } from '#/platform/http/routing/reply.ts'
import type { Locale } from '#/ui/i18n/index.ts'

type Headers = Readonly<Record<string, string | undefined>>

const SHELL = 'index.html'
const FILES = 'assets'

/** The built dashboard, from memory: its shell, and the files that the shell loads. */
export class DashboardFiles {
  readonly #shell: string | undefined
  readonly #files: BuiltFiles

  private constructor(shell: string | undefined, files: BuiltFiles) {
    this.#shell = shell
    this.#files = files
  }

  /** What a directory holds; nothing where none is named, or where no dashboard is in it. */
  static in(directory: string | undefined): DashboardFiles {
    const nothing = new DashboardFiles(undefined, new BuiltFiles('', []))
    if (directory === undefined) return nothing
    try {
      const shell = readFileSync(path.join(directory, SHELL), 'utf8')
      const files = path.join(directory, FILES)
      return new DashboardFiles(shell, new BuiltFiles(files, readdirSync(files)))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      return nothing
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
  file(name: string, request: Headers): Promise<Reply | undefined> {
    return this.#files.file(name, request, { headers: { 'cache-control': FOR_GOOD } })
  }
}
