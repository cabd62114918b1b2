import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin, Rolldown } from 'vite'
import type { Label, Screen } from './src/app/screen.ts'

type Chunk = Rolldown.OutputChunk

const FILE = /import\('([^']+)'\)/
const ROUTES = /\/pages\/[^/]+\/routes\.ts$/

/** What the server writes into the page of an address, so that it is there before any script. */
interface FirstPage {
  /** What the screen needs beyond the files of every one. */
  readonly files: readonly string[]
  /** Of a screen that is called the same whatever it shows. */
  readonly title?: Label
  readonly lead?: Label
}

/**
 * Writes `screens.json`: the files and the heading of each screen, by the pattern of its address. The server names the files in the page,
 * so that they come together with the first ones and not after them, and writes the heading, so that it stands there meanwhile.
 */
export const screenFiles: Plugin = {
  name: 'screen-files',
  async generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((one): one is Chunk => one.type === 'chunk')
    const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
    const needs = (chunk: Chunk | undefined, found = new Set<string>()): Set<string> => {
      if (!chunk || found.has(chunk.fileName)) return found
      found.add(chunk.fileName)
      for (const other of chunk.imports) needs(byName.get(other), found)
      return found
    }
    const atFirst = needs(chunks.find(({ isEntry }) => isEntry))
    const pages: Record<string, FirstPage> = {}
    for (const id of [...this.getModuleIds()].filter((one) => ROUTES.test(one))) {
      const directory = path.dirname(id)
      const screen = await exported<Screen>(id, '')
      for (const [i, { path: address, load }] of screen.routes.entries()) {
        const [, file = ''] = FILE.exec(String(load)) ?? []
        const source = path.join(directory, file)
        const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === source)
        if (!chunk) this.error(`${address} has no file of its own`)
        const heading = i === 0 && screen.group !== null ? await headingOf(screen, directory) : {}
        pages[address] = { files: [...needs(chunk)].filter((name) => !atFirst.has(name)), ...heading }
      }
    }
    this.emitFile({ type: 'asset', fileName: 'screens.json', source: JSON.stringify(pages) })
  },
}

/** What stands above the first page of a screen: its name, and the `lead` of the words beside it. */
async function headingOf({ label }: Screen, directory: string): Promise<Pick<FirstPage, 'title' | 'lead'>> {
  const file = path.join(directory, 'words.ts')
  if (!existsSync(file)) return { title: label }
  const words = await exported<(locale: keyof Label) => { readonly lead?: string }>(file, 'Words')
  const [en, es] = [words('en').lead, words('es').lead]
  return { title: label, ...(en !== undefined && es !== undefined && { lead: { en, es } }) }
}

/** What a module exports by a name that ends so. */
async function exported<Value>(file: string, ending: string): Promise<Value> {
  const all = (await import(pathToFileURL(file).href)) as Record<string, Value>
  const name = Object.keys(all).find((one) => one.endsWith(ending))
  if (name === undefined) throw new Error(`${file} exports no …${ending}`)
  return all[name] as Value
}
