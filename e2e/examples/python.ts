import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const PREPARE = fileURLToPath(new URL('../../bootstrap/python.mjs', import.meta.url))

/** The folder of programs of an environment that has what the Python SDK and its examples need; none without a Python. */
export async function packagesOfPython(): Promise<string | undefined> {
  const prepared = promisify(execFile)(process.execPath, [PREPARE, '--prepare'])
  const { stdout } = await prepared.catch((error: Error & { readonly stdout: string; readonly stderr: string }) => {
    if (/no Python .* was found/.test(error.stdout + error.stderr)) return { stdout: '' }
    throw error
  })
  return stdout.trim().split('\n').at(-1) || undefined
}
