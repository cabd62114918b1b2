// What is made from the sources once per change, into a directory that is named by what it was made from.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { withLock } from './lock.mjs'
import { withProgress } from './messages.mjs'
import { runsWell } from './processes.mjs'

const NOT_WRITABLE = ['EROFS', 'EACCES', 'EPERM']
/** Besides the newest: a server that still runs may yet load a part of its own. */
const KEPT = 3

/**
 * The directory below `.node/<name>` with what `maker` makes from `source`, made now unless it is there; undefined where it
 * can't be made. `folders` and `files` are all that it depends on. `isExplained` has the maker's own words passed on.
 */
export async function built(root, node, { isExplained = false, ...made }) {
  const { maker, what, source } = made
  const directory = placeOf(root, made)
  const args = [path.join(root, maker), path.join(root, source)]
  const make = (staging) => runsWell(node, [...args, staging], root, isExplained)
  return existsSync(directory) || (await makeOnce(root, what, directory, make)) ? directory : undefined
}

/** Where that directory is, made or not. */
export function placeOf(root, { name, maker, folders, files }) {
  const sources = folders.flatMap((folder) => filesIn(root, folder))
  return directoryOf(root, name, [maker, ...files, ...sources])
}

async function makeOnce(root, what, directory, make) {
  const makeNow = () => withProgress(what, () => makeIn(directory, make))
  try {
    return await withLock(path.join(root, '.node', 'lock'), async () => existsSync(directory) || (await makeNow()))
  } catch (error) {
    // A copy that is installed where its user may not write.
    if (NOT_WRITABLE.includes(error.code)) return false
    throw error
  }
}

async function makeIn(directory, make) {
  const staging = path.join(path.dirname(directory), `staging-${process.pid}`)
  mkdirSync(staging, { recursive: true })
  const isMade = await make(staging)
  if (isMade) renameSync(staging, directory)
  else rmSync(staging, { recursive: true, force: true })
  removeOld(path.dirname(directory))
  return isMade
}

function removeOld(home) {
  const made = readdirSync(home).map((name) => path.join(home, name))
  const byAge = made.toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)
  for (const old of byAge.slice(1 + KEPT)) rmSync(old, { recursive: true, force: true })
}

function directoryOf(root, name, all) {
  const hash = createHash('sha256')
  for (const file of all) hash.update(`${file}\0`).update(readFileSync(path.join(root, file)))
  return path.join(root, '.node', name, hash.digest('hex').slice(0, 16))
}

/** Neither tests nor what tools leave behind, nor the OpenAPI document: nothing is made of them. */
const isSource = ({ name, parentPath }) =>
  !name.endsWith('.test.ts') &&
  !/[/\\](\.vitepress[/\\](\.temp|cache)|docs[/\\]reference[/\\]openapi)\b/.test(parentPath)

const filesIn = (root, folder) =>
  readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && isSource(entry))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .toSorted()
