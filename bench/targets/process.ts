import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { processorTimeMs, threadTimeMs } from '#bench/processor-time.ts'

/** A server under measurement, in a process of its own. */
export interface Target {
  readonly name: string
  readonly origin: string
  /** Resident memory now, in MiB. */
  rssMiB(): number
  /** The processor time it and its workers have taken so far, which on a busy machine says more than the clock. */
  cpuMs(): number
  /** What of it the thread of the event loop has taken, without workers. */
  loopMs(): number
  stop(): Promise<void>
}

/** Starts `node <args>` and waits until its `readyPath` answers. */
export async function startProcess(
  name: string,
  args: readonly string[],
  port: number,
  readyPath: string,
  env: Record<string, string>,
): Promise<Target> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const origin = `http://localhost:${port}`
  await untilReady(child, `${origin}${readyPath}`)
  return {
    name,
    origin,
    rssMiB: () => readRss(child.pid as number),
    cpuMs: () => processorTimeMs(child.pid as number),
    loopMs: () => threadTimeMs(child.pid as number),
    stop: () => stop(child),
  }
}

async function untilReady(child: ChildProcess, url: string): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    if (child.exitCode !== null) throw new Error(`${url} never came up: the process ended with ${child.exitCode}`)
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok) return
    await sleep(100)
  }
  throw new Error(`${url} did not answer within 20 s`)
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

function readRss(pid: number): number {
  const match = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(match?.[1] ?? Number.NaN) / 1024
}

/** A port nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
