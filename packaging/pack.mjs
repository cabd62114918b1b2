// node bootstrap/run.mjs pack [--only server|cli|sdk|executable …]: writes into dist/ what people install.
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { bundle } from '../bootstrap/bundling.mjs'
import { guideDirectory, NODE_FLAGS } from '../bootstrap/bundle.mjs'
import { buildDashboard } from '../bootstrap/dashboard.mjs'
import { NEEDED } from '../bootstrap/runtime.mjs'
import { materials } from './materials.mjs'
import { sdkPackage } from './sdk.mjs'

const root = path.dirname(import.meta.dirname)
const dist = path.join(root, 'dist')
const SERVER = path.join(root, 'server', 'src', 'main.ts')
const { version, license } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))

const needsNode = (name) => `#!/usr/bin/env node
if (process.versions.node.localeCompare('${NEEDED}', 'en', { numeric: true }) < 0) {
  console.error('${name} needs Node ${NEEDED} or newer, and this is ' + process.version + '. The executable brings its own.')
  process.exit(2)
}
`

const parts = { server, cli, sdk, executable }

/** The server with its pages, the dashboard and the guide. */
async function server() {
  const stage = emptyStage('server')
  const { directory, inside } = await served()
  cpSync(directory, stage, { recursive: true })
  await program(stage, { server: SERVER }, 'mandate-server', inside, {
    name: '@mandate/server',
    description: 'An OAuth 2.1 and OpenID Connect server for people and for the agents that act for them',
    exports: './server.mjs',
  })
}

/** Puts the built guide into a directory. Returns the files that went in. */
async function copyGuide(directory) {
  const guide = await guideDirectory(root, process.execPath)
  if (guide === undefined) throw new Error('without the guide nothing is packed')
  cpSync(guide, directory, { recursive: true })
  const list = path.join(directory, 'made-of.json')
  const files = JSON.parse(readFileSync(list, 'utf8'))
  rmSync(list)
  return files.map((file) => path.join(root, file))
}

/** The command. */
async function cli() {
  await program(emptyStage('cli'), { main: path.join(root, 'cli/src/main.ts') }, 'mandate', [], {
    name: '@mandate/cli',
    description: 'The command that runs, inspects and administers a Mandate server',
  })
}

/** A package with one program, which depends on nothing but Node, under the name that people call it by; `beside` went into it, too. */
async function program(stage, source, command, beside, manifest) {
  const { inside } = await bundle(source, stage, { minify: true })
  const bill = materials(root, { name: manifest.name, version }, [...inside, ...beside])
  writeFileSync(path.join(stage, 'sbom.cdx.json'), bill)
  const [entry] = Object.keys(source)
  const file = path.join(stage, `${command}.mjs`)
  writeFileSync(file, `${needsNode(command)}await import('./${entry}.mjs')\n`)
  chmodSync(file, 0o755)
  finish(stage, { ...manifest, type: 'module', bin: { [command]: `${command}.mjs` }, engines: { node: `>=${NEEDED}` } })
}

/** The SDK for JavaScript. */
async function sdk() {
  const stage = emptyStage('sdk')
  finish(stage, { name: '@mandate/sdk', ...(await sdkPackage(root, stage)) })
}

/** One file with Node, command, server, its pages, the dashboard and the guide. */
async function executable() {
  const stage = emptyStage('executable')
  const whole = { minify: true, isWhole: true }
  const { threads } = await bundle({ main: path.join(import.meta.dirname, 'executable.mjs') }, stage, whole)
  for (const [name, source] of Object.entries(threads)) await bundle({ [name]: source }, stage, whole)
  const { directory } = await served()
  const assets = [
    ...Object.keys(threads).map((name) => [`${name}.mjs`, path.join(stage, `${name}.mjs`)]),
    ...filesIn(directory).map((file) => [file.replaceAll(path.sep, '/'), path.join(directory, file)]),
  ]
  const output = path.join(dist, process.platform === 'win32' ? 'mandate.exe' : 'mandate')
  const config = path.join(stage, 'sea.json')
  writeFileSync(
    config,
    JSON.stringify({
      main: path.join(stage, 'main.mjs'),
      mainFormat: 'module',
      output,
      disableExperimentalSEAWarning: true,
      // What V8 compiled of the six megabytes: without it each start compiles them, and keeps 40 MiB for it.
      useCodeCache: true,
      execArgv: NODE_FLAGS,
      assets: Object.fromEntries(assets),
    }),
  )
  execFileSync(process.execPath, [`--build-sea=${config}`], { stdio: 'ignore' })
  said(output)
}

let built
/** What the server serves and is no code of its own, made once for all that hold it: `dashboard` and `guide` in a directory. */
const served = () => (built ??= makeServed(emptyStage('served')))

async function makeServed(directory) {
  const pages = await buildDashboard(path.join(root, 'dashboard'), path.join(directory, 'dashboard'))
  const guide = await copyGuide(path.join(directory, 'guide'))
  return { directory, inside: [...pages, ...guide] }
}

const filesIn = (directory) =>
  globSync('**/*', { cwd: directory, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(directory, path.join(entry.parentPath, entry.name)))

function emptyStage(name) {
  const stage = path.join(dist, 'stage', name)
  rmSync(stage, { recursive: true, force: true })
  mkdirSync(stage, { recursive: true })
  return stage
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
