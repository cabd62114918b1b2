// Builds the documentation as pages, and takes out of them what their policy does not allow: scripts and styles that stand in a
// page itself.
import { createHash } from 'node:crypto'
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'vitepress'
import { packBeside } from './packed-files.mjs'

const BASE = '/docs/guide/'
const INLINE_SCRIPT = /<script(?: id="[\w-]+")?>([^]+?)<\/script>/g
const INLINE_STYLE = / style="[^"]*"/g
/** Of icons that no page has. */
const ICONS = /^.*\/vp-icons\.css.*\n/m

/** Builds the workspace of the site into a directory; a link that leads nowhere fails it. `made-of.json` lists what went in. */
export async function buildGuide(workspace, directory) {
  await build(workspace, {
    outDir: directory,
    onAfterConfigResolve: (config) => {
      config.vite = { ...config.vite, plugins: [...(config.vite?.plugins ?? []), materialsFile(workspace, directory)] }
    },
  })
  const colours = `<link rel="stylesheet" href="${BASE}${named(directory, 'css', readFileSync(path.join(directory, 'code.css')))}">`
  for (const name of ['hashmap.json', 'vp-icons.css', 'code.css']) rmSync(path.join(directory, name))
  for (const name of globSync('**/*.html', { cwd: directory })) {
    const file = path.join(directory, name)
    writeFileSync(file, withoutInline(readFileSync(file, 'utf8'), directory).replace('</head>', `${colours}</head>`))
  }
  for (const name of globSync('**/*.{html,js,css,svg}', { cwd: directory }))
    packBeside(path.join(directory, name), { brotli: 9 })
}

function withoutInline(page, directory) {
  return page
    .replace(ICONS, '')
    .replaceAll(INLINE_STYLE, '')
    .replaceAll(INLINE_SCRIPT, (_, code) => `<script src="${BASE}${named(directory, 'js', code)}"></script>`)
}

/** Writes a file that is named after its content; returns where. */
function named(directory, ending, content) {
  const name = `assets/${createHash('sha256').update(content).digest('hex').slice(0, 12)}.${ending}`
  writeFileSync(path.join(directory, name), content)
  return name
}

/** Writes what the browser gets was made of, which is more than the pages and less than what built them. */
const materialsFile = (workspace, directory) => ({
  name: 'materials',
  writeBundle({ dir }, bundle) {
    if (path.resolve(dir) !== path.resolve(directory)) return
    const files = Object.values(bundle).flatMap(({ moduleIds = [] }) => moduleIds)
    const ours = files.map((file) => path.relative(path.dirname(workspace), file.replace(/\?.*$/, '')))
    writeFileSync(path.join(directory, 'made-of.json'), JSON.stringify([...new Set(ours.toSorted())]))
  },
})
