// node bootstrap/run.mjs pack [--only server|cli|sdk|executable …]: writes into dist/ what people install.
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { bundle } from '../bootstrap/bundling.mjs'
import { materials } from './materials.mjs'
import { sdkPackage } from './sdk.mjs'

const root = path.dirname(import.meta.dirname)
const dist = path.join(root, 'dist')
const SERVER = path.join(root, 'server', 'src', 'main.ts')
const STRENGTH = path.join(root, 'server/src/modules/credentials/passwords/strength-worker.ts')
const { version, license } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))

const NEEDS_NODE = (name) => `#!/usr/bin/env node
if (Number.parseInt(process.versions.node, 10) < 26) {
  console.error('${name} needs Node 26 or newer, and this is ' + process.version + '. The executable brings its own.')
  process.exit(2)
}
`

const parts = { server, cli, sdk, executable }

/** The server with its pages and the dashboard, which depends on nothing but Node. */
async function server() {
  const stage = emptyStage('server')
  const inside = await bundle({ server: SERVER }, stage, { minify: true })
  const maker = path.join(root, 'bootstrap', 'make-dashboard.mjs')
  execFileSync(process.execPath, [maker, path.join(root, 'dashboard'), path.join(stage, 'dashboard')], { cwd: root })
  writeFileSync(path.join(stage, 'sbom.cdx.json'), materials(root, { name: '@mandate/server', version }, inside))
  script(stage, 'mandate-server.mjs', `${NEEDS_NODE('mandate-server')}await import('./server.mjs')\n`)
  finish(stage, {
    name: '@mandate/server',
    description: 'An OAuth 2.1 and OpenID Connect server for people and for the agents that act for them',
    type: 'module',
    exports: './server.mjs',
    bin: { 'mandate-server': 'mandate-server.mjs' },
    engines: { node: '>=26' },
  })
}

/** The command. */
async function cli() {
  const stage = emptyStage('cli')
  const inside = await bundle({ main: path.join(root, 'cli/src/main.ts') }, stage, { minify: true })
  writeFileSync(path.join(stage, 'sbom.cdx.json'), materials(root, { name: '@mandate/cli', version }, inside))
  script(stage, 'mandate.mjs', `${NEEDS_NODE('mandate')}await import('./main.mjs')\n`)
  finish(stage, {
    name: '@mandate/cli',
    description: 'The command that runs, inspects and administers a Mandate server',
    type: 'module',
    bin: { mandate: 'mandate.mjs' },
    engines: { node: '>=26' },
  })
}

/** The SDK for JavaScript. */
async function sdk() {
  const stage = emptyStage('sdk')
  finish(stage, { name: '@mandate/sdk', ...(await sdkPackage(root, stage)) })
}

/** One file with Node, command, server and pages. */
async function executable() {
  const stage = emptyStage('executable')
  await bundle({ main: path.join(import.meta.dirname, 'executable.mjs') }, stage, { minify: true, isWhole: true })
  await bundle({ 'strength-worker': STRENGTH }, stage, { minify: true, isWhole: true })
  const output = path.join(dist, process.platform === 'win32' ? 'mandate.exe' : 'mandate')
  const config = path.join(stage, 'sea.json')
  writeFileSync(
    config,
    JSON.stringify({
      main: path.join(stage, 'main.mjs'),
      mainFormat: 'module',
      output,
      disableExperimentalSEAWarning: true,
      assets: { 'strength-worker.mjs': path.join(stage, 'strength-worker.mjs') },
    }),
  )
  execFileSync(process.execPath, [`--build-sea=${config}`], { stdio: 'ignore' })
  said(output)
}

function emptyStage(name) {
  const stage = path.join(dist, 'stage', name)
  rmSync(stage, { recursive: true, force: true })
  mkdirSync(stage, { recursive: true })
  return stage
}

function script(stage, name, text) {
  writeFileSync(path.join(stage, name), text)
  chmodSync(path.join(stage, name), 0o755)
}

/** Makes a package of what stands on a stage. */
function finish(stage, manifest) {
  cpSync(path.join(root, 'LICENSE'), path.join(stage, 'LICENSE'))
  const readme = path.join(stage, 'README.md')
  if (!existsSync(readme)) cpSync(path.join(root, 'README.md'), readme)
  writeFileSync(path.join(stage, 'package.json'), JSON.stringify({ ...manifest, version, license }, null, 2))
  const options = { cwd: stage, encoding: 'utf8' }
  said(path.join(dist, execFileSync('npm', ['pack', '--silent', `--pack-destination=${dist}`], options).trim()))
}

const said = (file) => console.log(path.relative(process.cwd(), file))

const { values } = parseArgs({ options: { only: { type: 'string', multiple: true } } })
const wanted = values.only ?? Object.keys(parts)
const unknown = wanted.find((name) => !(name in parts))
if (unknown) throw new Error(`there is no ${unknown}: ${Object.keys(parts).join(', ')}`)
mkdirSync(dist, { recursive: true })
for (const name of wanted) await parts[name]()
