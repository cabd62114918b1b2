// What `npm start` runs and serves: the server and its packages in a few files, the dashboard, and the guide, each made once per change.
import path from 'node:path'
import { built, placeOf } from './built.mjs'
import { say } from './messages.mjs'

/**
 * What Node is told besides: half of its young generation has at most 16 MiB, where it may have 32. With less, what requests in
 * flight hold grows old before they end, and cleaning up the old stops everybody; with more, a process under load keeps more.
 */
export const NODE_FLAGS = ['--max-semi-space-size=16']

const SOURCE = 'server/src/main.ts'

/**
 * The program of the server, made from the sources as they are; the sources themselves where it can't be made. It starts in a
 * third of the processor time of the sources and keeps a quarter less memory, since Node has neither to find hundreds of
 * files, nor to take their types away.
 */
export async function serverProgram(root, node) {
  const directory = await built(root, node, {
    name: 'server',
    maker: 'bootstrap/make-bundle.mjs',
    what: 'putting the server together',
    source: SOURCE,
    folders: ['server/src', 'server/migrations'],
    files: ['package-lock.json', 'server/package.json', 'bootstrap/bundling.mjs', 'bootstrap/one-byte.mjs'],
  })
  if (directory !== undefined) return path.join(directory, 'main.mjs')
  say('the server could not be put together here; it runs from its sources, which takes longer to start')
  return path.join(root, SOURCE)
}

/** The directory of the dashboard; undefined where it can't be built, and then the server says so at /admin. */
export async function dashboardDirectory(root, node) {
  const directory = await built(root, node, {
    name: 'dashboard',
    maker: 'bootstrap/make-dashboard.mjs',
    what: 'building the dashboard',
    source: 'dashboard',
    folders: ['dashboard/src', 'sdk/src'],
    files: [
      'package-lock.json',
      'bootstrap/dashboard.mjs',
      'bootstrap/packed-files.mjs',
      ...['index.html', 'package.json', 'screen-files.ts', 'vite.config.ts'].map((it) => `dashboard/${it}`),
    ],
  })
  if (directory === undefined) say('the dashboard could not be built here; everything else works')
  return directory
}

const guide = {
  name: 'guide',
  maker: 'bootstrap/make-guide.mjs',
  what: 'building the guide',
  source: 'site',
  folders: ['docs', 'site/src', 'site/.vitepress'],
  files: [
    'package-lock.json',
    'bootstrap/guide.mjs',
    'bootstrap/packed-files.mjs',
    'site/package.json',
    'dashboard/src/app/mark.svg',
  ],
}

/** Where the guide is once it is built: that takes long, so that only those who want it wait for it. */
export const guidePlace = (root) => placeOf(root, guide)

/** The directory of the built guide; undefined where it can't be built. What is wrong with it is said. */
export async function guideDirectory(root, node) {
  const directory = await built(root, node, { ...guide, isExplained: true })
  if (directory === undefined) say('the guide could not be built')
  return directory
}
