import { mkdir, open, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const EVERY_MS = 50
/** A process that holds a lock for longer has died with it. */
const STALE_MS = 60_000

/** Does some work while no other process does it. */
export async function withLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  await acquire(file)
  try {
    return await work()
  } finally {
    await rm(file, { force: true })
  }
}

async function acquire(file: string): Promise<void> {
  for (;;) {
    try {
      await (await open(file, 'wx', 0o600)).close()
      return
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const found = await stat(file).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > STALE_MS) await rm(file, { force: true })
    else await sleep(EVERY_MS)
  }
}
