import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** A file that carries a secret of the first boot from the server to its operator, until somebody set the server up. */
export class FirstBootFile {
  readonly path: string
  constructor(dataDir: string, name: 'admin.key.firstboot' | 'setup.link.firstboot') {
    this.path = path.join(dataDir, name)
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
