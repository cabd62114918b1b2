import { spawn } from 'node:child_process'
import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestContext } from 'node:test'

const STARTS_WITHIN_MS = 30_000

/** A program of the system: the one that a variable names, else one in a usual place, if there is any. */
export function findProgram(variable: string, usualPlaces: readonly string[]): string | undefined {
  const named = process.env[variable]
  return (named ? [named] : usualPlaces).find(isProgram)
}

/** A directory of its own for a proxy, until the test ends. */
export function temporaryDirectory(t: TestContext): string {
  const directory = mkdtempSync(path.join(tmpdir(), 'mandate-proxy-'))
  t.after(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

/** A proxy, as it is started. */
export interface ProxyProgram {
  readonly name: string
  readonly file: string | undefined
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** Runs a proxy until the test ends, and waits until it serves. */
export async function runProxy(t: TestContext, it: ProxyProgram, serves: () => Promise<boolean>): Promise<void> {
  const { name, file, args, env = {} } = it
  if (file === undefined) throw new Error(`no ${name} was found`)
  const child = spawn(file, args, { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, ...env } })
  let complaints = ''
  child.stderr.on('data', (chunk) => void (complaints += String(chunk)))
  const ended = new Promise((resolve) => child.once('close', resolve))
  t.after(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const until = performance.now() + STARTS_WITHIN_MS
  while (child.exitCode === null && performance.now() < until) {
    if (await serves().catch(() => false)) return
    await sleep(20)
  }
  throw new Error(`${name} does not serve: ${complaints}`)
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
