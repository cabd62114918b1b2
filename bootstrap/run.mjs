// `npm start` and `npm test` begin here, on whatever Node the machine has: plain JavaScript without packages.
// It finds or fetches the pinned Node, installs the packages of the lockfile, and hands over.
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { NODE_FLAGS, dashboardDirectory, guidePlace, serverProgram } from './bundle.mjs'
import { SetupError, say } from './messages.mjs'
import { installPackages } from './packages.mjs'
import { runInPlace } from './processes.mjs'
import { findNode } from './runtime.mjs'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const tasks = {
  start: { server: true, development: false },
  // Tests that start a server start what `npm start` does.
  test: { script: 'bootstrap/test.mjs', server: true, development: true },
  bench: { script: 'bench/run.ts', server: true, development: true },
  check: { script: 'bootstrap/test.mjs', args: ['--quick'], development: true },
  'audit:verify': { script: 'server/scripts/verify-audit-log.ts', development: false },
  generate: { script: 'server/scripts/generate.ts', development: true },
  mutants: { script: 'server/scripts/mutants/run.ts', development: true },
  guide: { script: 'bootstrap/build-guide.mjs', development: true },
  pack: { script: 'packaging/pack.mjs', development: true },
  screenshots: { script: 'e2e/browser/screenshots.ts', development: true },
}

async function main([name, ...args]) {
  const task = tasks[name]
  if (!task) throw new SetupError(`unknown task ${name}. Say: node bootstrap/run.mjs ${Object.keys(tasks).join(' | ')}`)
  const node = await findNode(root)
  await installPackages(root, node, task)
  const server = task.server ? await serverProgram(root, node) : undefined
  const dashboard = task.server ? await dashboardDirectory(root, node) : undefined
  const script = task.script ? path.join(root, task.script) : server
  const flags = task.script ? [] : NODE_FLAGS
  return await runInPlace(node, [...flags, script, ...(task.args ?? []), ...args], {
    cwd: root,
    env: { ...handedOver(task, server, dashboard), ...environment(node) },
  })
}

/** What was made, for the server itself, or for tests that start one. What the environment says counts for more. */
function handedOver({ script }, server, dashboard) {
  const made = script
    ? { MANDATE_TEST_SERVER: server, MANDATE_TEST_DASHBOARD: dashboard }
    : { MANDATE_DASHBOARD_DIR: dashboard, MANDATE_GUIDE_DIR: guidePlace(root) }
  return Object.fromEntries(Object.entries(made).filter(([, value]) => value !== undefined))
}

/** Children find the right Node first, and keep compiled sources for the next start. */
function environment(node) {
  const bins = [path.dirname(node), path.join(root, 'node_modules', '.bin')]
  return {
    NODE_COMPILE_CACHE: path.join(root, '.node', 'compiled'),
    ...process.env,
    PATH: [...bins, process.env.PATH ?? ''].join(path.delimiter),
  }
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof SetupError) && !error.code) throw error
  say(error.message)
  process.exitCode = 1
}
