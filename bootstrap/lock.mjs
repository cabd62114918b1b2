import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { say } from './messages.mjs'

const ABANDONED_AFTER_MS = 15 * 60_000

/** Runs work while holding a directory as a lock, so that two starts at once set up one after the other. */
export async function withLock(directory, work) {
  mkdirSync(path.dirname(directory), { recursive: true })
  for (let told = false; !acquire(directory); told = true) {
    if (!told) say('another start is setting up this copy; waiting for it …')
    await sleep(200)
  }
  try {
    return await work()
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

function acquire(directory) {
  try {
    mkdirSync(directory)
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    if (isAbandoned(directory)) rmSync(directory, { recursive: true, force: true })
    return false
  }
  writeFileSync(path.join(directory, 'pid'), String(process.pid))
  return true
}

/** Its owner is gone, or it is older than any set-up takes. */
function isAbandoned(directory) {
  try {
    if (Date.now() - statSync(directory).mtimeMs > ABANDONED_AFTER_MS) return true
    process.kill(Number(readFileSync(path.join(directory, 'pid'), 'utf8')), 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}
