import { readdirSync, readFileSync } from 'node:fs'
import { Client } from 'pg'

const MS_PER_TICK = 10

/** Reads the processor time of a PostgreSQL on this machine, in milliseconds: its main process and all that it started. */
export async function cpuOfPostgres(url: string): Promise<() => number> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ pid: string }>(
    `SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1) AS pid`,
  )
  await client.end()
  const main = Number(rows[0]?.pid)
  return () =>
    processes().reduce((sum, { pid, parent, ticks }) => sum + (pid === main || parent === main ? ticks : 0), 0) *
    MS_PER_TICK
}

/** Every process with the ticks it and its children that ended have taken (proc_pid_stat(5)). */
function processes(): { pid: number; parent: number; ticks: number }[] {
  return readdirSync('/proc').flatMap((name) => {
    const stat = /^\d+$/.test(name) ? statOf(name) : undefined
    if (stat === undefined) return []
    const fields = stat.slice(stat.lastIndexOf(') ') + 2).split(' ')
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    return [{ pid: Number(name), parent: Number(fields[1]), ticks }]
  })
}

function statOf(pid: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    // It ended meanwhile.
    return undefined
  }
}
