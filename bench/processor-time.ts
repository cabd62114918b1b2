import { readdirSync, readFileSync } from 'node:fs'

const MS_PER_TICK = 10

interface Process {
  readonly pid: number
  readonly parent: number
  readonly ticks: number
}

/** The processor time that a process and those it started have taken so far, in milliseconds. */
export function processorTimeMs(main: number): number {
  return (
    processes().reduce((sum, { pid, parent, ticks }) => sum + (pid === main || parent === main ? ticks : 0), 0) *
    MS_PER_TICK
  )
}

/** Every process with the ticks it and its children that ended have taken (proc_pid_stat(5)). */
function processes(): Process[] {
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

/** The processor time of the first thread of a process, in milliseconds: of Node that of the event loop. */
export function threadTimeMs(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  } catch {
    // It ended meanwhile.
    return 0
  }
}

/** The same of a process and those it started. */
export function threadTimesMs(main: number): number {
  const family = processes().filter(({ pid, parent }) => pid === main || parent === main)
  return family.reduce((sum, { pid }) => sum + threadTimeMs(pid), 0)
}
