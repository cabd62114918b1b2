import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { withLock } from './lock.mjs'
import { withProgress } from './messages.mjs'
import { npm } from './processes.mjs'

// `npm install --no-save` and not `npm ci`: both take versions and hashes from the lockfile, but `ci` gives up when the
// registry lacks an optional package for some other platform. That package.json and the lockfile agree has its own test.

/**
 * Makes node_modules what the lockfile says. A stamp inside it records the lockfile it was made from and whether the
 * development packages are there; while the stamp fits, nothing is done and no network is touched.
 */
export async function installPackages(root, node, { development }) {
  if (isInstalled(root, development)) return
  await withLock(path.join(root, '.node', 'lock'), async () => {
    if (isInstalled(root, development)) return
    const all = development || readStamp(root)?.development === true
    await withProgress(`installing ${all ? 'all packages' : 'packages'} from the lockfile`, () =>
      npm(node, ['install', '--no-save', ...(all ? [] : ['--omit=dev']), '--no-audit', '--no-fund'], root),
    )
    writeFileSync(stampFile(root), JSON.stringify({ lockfile: lockfileHash(root), development: all }))
  })
}

const stampFile = (root) => path.join(root, 'node_modules', '.mandate-packages.json')

const lockfileHash = (root) =>
  createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex')

function isInstalled(root, development) {
  const stamp = readStamp(root)
  return stamp !== undefined && stamp.lockfile === lockfileHash(root) && (stamp.development || !development)
}

function readStamp(root) {
  try {
    return JSON.parse(readFileSync(stampFile(root), 'utf8'))
  } catch {
    return undefined // no node_modules yet, or a half-made one
  }
}
