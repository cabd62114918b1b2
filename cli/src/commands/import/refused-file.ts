import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import type { Outcome } from './importer.ts'

/** Whoever was refused, a line each with the reason, in a file that is made when there is somebody. It holds no hash. */
export class RefusedFile {
  readonly path: string
  #handle: FileHandle | undefined
  constructor(path: string) {
    this.path = path
  }

  async add({ position, email, errors }: Outcome): Promise<void> {
    this.#handle ??= await open(this.path, 'w', 0o600)
    await this.#handle.write(`${JSON.stringify({ position, email, errors })}\n`)
  }

  async close(): Promise<void> {
    await this.#handle?.close()
  }
}
