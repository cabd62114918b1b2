import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** The file that carries the first admin key from the server to its operator, until somebody set the server up. */
export class FirstKeyFile {
  readonly path: string
  constructor(dataDir: string) {
    this.path = path.join(dataDir, 'admin.key.firstboot')
  }

  /** Synchronous, because it is called within a transaction, where nothing else may be awaited. */
  write(secret: string): void {
    rmSync(this.path, { force: true })
    writeFileSync(this.path, `${secret}\n`, { mode: 0o600, flag: 'wx', flush: true })
    chmodSync(this.path, 0o600)
  }

  read(): string | undefined {
    try {
      return readFileSync(this.path, 'utf8').trim()
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw error
    }
  }

  remove(): void {
    rmSync(this.path, { force: true })
  }
}
