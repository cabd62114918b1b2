import { fileURLToPath } from 'node:url'
import { freePort, startProcess } from './process.ts'
import type { Target } from './process.ts'

/** Starts the bare server of `floor.ts` on the database that `env` names. */
export async function startFloor(name: string, env: Readonly<Record<string, string>>): Promise<Target> {
  const port = await freePort()
  return startProcess(name, [fileURLToPath(new URL('floor.ts', import.meta.url))], port, '/', {
    ...env,
    PORT: String(port),
  })
}
