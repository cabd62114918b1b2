import { Client } from 'pg'
import { processorTimeMs, threadTimesMs } from '#bench/processor-time.ts'

/** Reads the processor time of a PostgreSQL on this machine, in milliseconds: its main process and all that it started. */
export async function cpuOfPostgres(url: string): Promise<() => number> {
  const main = await postmaster(url)
  return () => processorTimeMs(main)
}

/** The same to the microsecond, of those of its processes that still run. */
export async function finelyOfPostgres(url: string): Promise<() => number> {
  const main = await postmaster(url)
  return () => threadTimesMs(main)
}

async function postmaster(url: string): Promise<number> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ pid: string }>(
    `SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1) AS pid`,
  )
  await client.end()
  return Number(rows[0]?.pid)
}
