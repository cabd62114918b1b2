import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { validate } from 'dockerfile-utils'
import { parse } from 'yaml'

// No machine of ours runs containers: what can be said of these files without one is said here.

const root = fileURLToPath(new URL('../../', import.meta.url))
const packaging = path.join(root, 'packaging')
const read = (file: string): string => readFileSync(path.join(packaging, file), 'utf8')

const documented = new Set(
  readFileSync(path.join(root, 'docs/reference/configuration.md'), 'utf8').match(/MANDATE_[A-Z_]+/g),
)

test('the Containerfile is valid', () => {
  assert.deepEqual(validate(read('Containerfile')), [])
})

test('every environment variable in a recipe is one that the server knows', () => {
  const files = globSync('**/*', { cwd: packaging }).filter((file) => path.extname(file) !== '.mjs')
  const named = files.flatMap((file) => {
    const isFile = existsSync(path.join(packaging, file)) && /\.|Containerfile/.test(path.basename(file))
    return isFile ? [...read(file).matchAll(/MANDATE_[A-Z_]+/g)].map(([name]) => ({ file, name })) : []
  })
  assert.ok(named.length > 10)
  assert.deepEqual(
    named.filter(({ name }) => !documented.has(name)),
    [],
  )
})

test('compose builds from the Containerfile and mounts the secrets that its first lines make', () => {
  const text = read('compose.yaml')
  const compose = parse(text) as {
    services: { mandate: { build: { context: string; dockerfile: string }; secrets: string[] } }
    secrets: Record<string, { file: string }>
  }
  const { build, secrets } = compose.services.mandate
  assert.ok(existsSync(path.resolve(packaging, build.context, build.dockerfile)))
  assert.deepEqual(secrets.toSorted(), Object.keys(compose.secrets).toSorted())
  for (const { file } of Object.values(compose.secrets)) assert.ok(text.includes(`> ${file.replace('../', '')}`), file)
})

test('the chart has a value for each that its templates read, and reads each that it has', () => {
  const values = parse(read('helm/mandate/values.yaml')) as Record<string, unknown>
  const templates = globSync('helm/mandate/templates/*', { cwd: packaging }).map(read).join('\n')
  const wanted = new Set([...templates.matchAll(/\.Values\.([\w.]+)/g)].map(([, name]) => name ?? ''))
  assert.ok(wanted.size > 10)
  const has = (name: string): boolean =>
    name.split('.').reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], values) !==
    undefined
  assert.deepEqual(
    [...wanted].filter((name) => !has(name)),
    [],
  )
  const used = [...wanted].map((name) => name.split('.')[0])
  assert.deepEqual(
    Object.keys(values).filter((name) => !used.includes(name)),
    [],
  )
})

test('the chart and the packages are of one release', () => {
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }
  const chart = parse(read('helm/mandate/Chart.yaml')) as { version: string; appVersion: string }
  assert.deepEqual([chart.version, chart.appVersion], [version, version])
})

test('the unit for systemd is the one that the production guide explains', () => {
  const guide = readFileSync(path.join(root, 'docs/guides/production.md'), 'utf8')
  assert.ok(guide.includes(`# mandate.service\n${read('systemd/mandate.service')}`))
})
