import { Pool } from 'undici'

/** One request of a scenario: what to send, and how to tell that the answer is the right one. */
export interface Shot {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers?: Record<string, string>
  readonly body?: string
}

/** What one connection does over and over. `next` may use the answer before, as refresh tokens want. */
export interface Worker {
  next(): Shot
  took?(answer: Record<string, unknown>): void
}

export interface Load {
  readonly requestsPerSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly requests: number
}

/** Keeps `workers.length` requests in flight for some seconds and measures each. Any answer but 200 ends the run. */
export async function fire(origin: string, workers: readonly Worker[], seconds: number): Promise<Load> {
  const pool = new Pool(origin, { connections: workers.length, pipelining: 1 })
  const latencies: number[] = []
  const begin = performance.now()
  const end = begin + seconds * 1000
  try {
    await Promise.all(workers.map((worker) => keepFiring(pool, worker, end, latencies)))
  } finally {
    await pool.close()
  }
  const elapsed = (performance.now() - begin) / 1000
  latencies.sort((a, b) => a - b)
  return {
    requestsPerSecond: latencies.length / elapsed,
    p50Ms: quantile(latencies, 0.5),
    p99Ms: quantile(latencies, 0.99),
    requests: latencies.length,
  }
}

async function keepFiring(pool: Pool, worker: Worker, end: number, latencies: number[]): Promise<void> {
  while (performance.now() < end) {
    const shot = worker.next()
    const begin = performance.now()
    const { statusCode, body } = await pool.request({
      method: shot.method,
      path: shot.path,
      headers: shot.headers ?? {},
      body: shot.body ?? null,
    })
    const text = await body.text()
    latencies.push(performance.now() - begin)
    if (statusCode !== 200) throw new Error(`${shot.method} ${shot.path} answered ${statusCode}: ${text.slice(0, 300)}`)
    worker.took?.(JSON.parse(text) as Record<string, unknown>)
  }
}

const quantile = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
