import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Route } from '#/platform/http/routing/route.ts'

const sources = fileURLToPath(new URL('../src/', import.meta.url))

/** Importing these starts something. */
const NOT_IMPORTED = /(\.test|\/index|app|main)\.ts$/

/** The file each route is written in, from `server/src/`. */
export async function routeSources(routes: readonly Route[]): Promise<Map<Route, string>> {
  const files = globSync('**/*.ts', { cwd: sources }).filter((file) => !NOT_IMPORTED.test(file))
  const texts = new Map(files.toSorted().map((file) => [file, readFileSync(path.join(sources, file), 'utf8')]))
  const exporters = await exportersOf([...texts.keys()])
  return new Map(
    routes.map((route) => {
      const writes = (file: string): boolean => texts.get(file)?.includes(`'${route.summary}'`) ?? false
      const candidates = exporters.get(route) ?? []
      // What a function makes is nobody's export, and lists of other files' routes are no place to read about one.
      const file = candidates.find(writes) ?? [...texts.keys()].find(writes) ?? candidates[0]
      if (file === undefined) throw new TypeError(`no file writes ${route.method} ${route.url}`)
      return [route, file]
    }),
  )
}

/** Every exported value, alone or in a list, with the files that export it. */
async function exportersOf(files: readonly string[]): Promise<Map<unknown, string[]>> {
  const exporters = new Map<unknown, string[]>()
  for (const file of files) {
    const exported = (await import(path.join(sources, file))) as object
    for (const value of Object.values(exported).flat(2) as unknown[]) {
      exporters.set(value, [...(exporters.get(value) ?? []), file])
    }
  }
  return exporters
}
