import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

interface Manifest {
  readonly workspaces?: readonly string[]
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

interface Locked extends Manifest {
  readonly version?: string
  readonly integrity?: string
  readonly link?: boolean
  readonly hasInstallScript?: boolean
  readonly dev?: boolean
}

const root = fileURLToPath(new URL('../../', import.meta.url))
const read = (file: string): unknown => JSON.parse(readFileSync(path.join(root, file), 'utf8'))
const readLockfile = (file: string) => (read(file) as { packages: Record<string, Locked> }).packages

const locked = readLockfile('package-lock.json')
const parts = ['', ...((read('package.json') as Manifest).workspaces ?? [])]
const EXACT = /^\d+\.\d+\.\d+(-[\w.]+)?$/

for (const part of parts) {
  const name = part === '' ? 'the root' : part
  const manifest = read(path.join(part, 'package.json')) as Manifest

  test(`${name} asks for exact versions only`, () => {
    for (const [dependency, version] of Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })) {
      assert.match(version, EXACT, dependency)
    }
  })

  test(`the lockfile agrees with the package.json of ${name}`, () => {
    const { dependencies, devDependencies } = locked[part] ?? {}
    assert.deepEqual(
      { dependencies, devDependencies },
      { dependencies: manifest.dependencies, devDependencies: manifest.devDependencies },
    )
  })
}

test('every package is locked with the hash of its content, and none that ships runs a script when installed', () => {
  for (const [place, { integrity, link, hasInstallScript, dev }] of Object.entries(locked)) {
    if (!place.startsWith('node_modules/') || link) continue
    assert.match(integrity ?? '', /^sha512-/, place)
    assert.ok(dev || !hasInstallScript, place)
  }
})

test('the pinned Node is locked with its hash for every platform', () => {
  const { optionalDependencies = {} } = read('bootstrap/node/package.json') as Manifest
  const nodes = readLockfile('bootstrap/node/package-lock.json')
  const source = readFileSync(path.join(root, 'bootstrap', 'runtime.mjs'), 'utf8')
  for (const [name, version] of Object.entries(optionalDependencies)) {
    assert.equal(nodes[`node_modules/${name}`]?.version, version)
    assert.match(nodes[`node_modules/${name}`]?.integrity ?? '', /^sha512-/)
    assert.ok(source.includes(`'${name}'`) && source.includes(`VERSION = '${version}'`), name)
  }
})
