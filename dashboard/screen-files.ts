import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin, Rolldown } from 'vite'

type Chunk = Rolldown.OutputChunk

const ROUTE = /path: '([^']+)', load: \(\) => import\('([^']+)'\)/g

/**
 * Writes `screens.json`: which files each screen needs beyond those of every one, by the pattern of its address. The server names them
 * in the page, so that they come together with the first ones and not after them.
 */
export const screenFiles: Plugin = {
  name: 'screen-files',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((one): one is Chunk => one.type === 'chunk')
    const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
    const needs = (chunk: Chunk | undefined, found = new Set<string>()): Set<string> => {
      if (!chunk || found.has(chunk.fileName)) return found
      found.add(chunk.fileName)
      for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style)
      for (const other of chunk.imports) needs(byName.get(other), found)
      return found
    }
    const atFirst = needs(chunks.find(({ isEntry }) => isEntry))
    const screens: Record<string, string[]> = {}
    for (const id of this.getModuleIds()) {
      if (!/\/pages\/[^/]+\/routes\.ts$/.test(id)) continue
      for (const [, address = '', file = ''] of readFileSync(id, 'utf8').matchAll(ROUTE)) {
        const source = path.join(path.dirname(id), file)
        const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === source)
        if (!chunk) this.error(`${address} has no file of its own`)
        screens[address] = [...needs(chunk)].filter((name) => !atFirst.has(name))
      }
    }
    this.emitFile({ type: 'asset', fileName: 'screens.json', source: JSON.stringify(screens) })
  },
}
