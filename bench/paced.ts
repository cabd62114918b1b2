import { setTimeout as sleep } from 'node:timers/promises'
import { Connection, quantile } from '#bench/load.ts'
import type { Shot } from '#bench/load.ts'

/** How requests at a fixed rate fared. */
export interface PacedLoad {
  readonly requestsPerSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** How many got which status; 0 is a connection that closed without an answer. */
  readonly statuses: ReadonlyMap<number, number>
}

interface Pace {
  readonly perSecond: number
  readonly seconds: number
  readonly connections: number
}

/**
 * Sends requests in turn at a fixed rate. A latency counts from the moment at which its request was due, so that a server
 * that keeps one waiting is not asked less.
 */
export async function pace(origin: string, shots: readonly Shot[], how: Pace): Promise<PacedLoad> {
  const latencies: number[] = []
  const statuses = new Map<number, number>()
  const begin = performance.now()
  const end = begin + how.seconds * 1000
  let sent = 0
  const keepPace = async (place: number): Promise<void> => {
    let connection = await Connection.open(new URL(origin))
    for (let due = begin + (place * 1000) / how.perSecond; due < end; due += (how.connections * 1000) / how.perSecond) {
      if (due > performance.now()) await sleep(due - performance.now())
      if (performance.now() > end) break
      const status = await connection.request(shots[sent++ % shots.length] as Shot).then(
        (answer) => answer.status,
        () => 0,
      )
      latencies.push(performance.now() - due)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (connection.isOpen) continue
      connection.close()
      connection = await Connection.open(new URL(origin))
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: how.connections }, (_, place) => keepPace(place)))
  const seconds = (performance.now() - begin) / 1000
  latencies.sort((a, b) => a - b)
  return {
    requestsPerSecond: latencies.length / seconds,
    p50Ms: quantile(latencies, 0.5),
    p99Ms: quantile(latencies, 0.99),
    statuses,
  }
}
