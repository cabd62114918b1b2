import { Client } from 'pg'
import { processorTimeMs } from '#bench/processor-time.ts'

/** Reads the processor time of a PostgreSQL on this machine, in milliseconds: its main process and all that it started. */
export async function cpuOfPostgres(url: string): Promise<() => number> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ pid: string }>(
    `SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1) AS pid`,
  )
  await client.end()
  const main = Number(rows[0]?.pid)
  return () => processorTimeMs(main)
}
