import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { catalogue, notYet } from './security-catalogue.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

// The name of a test that proves an attack fails begins with the ids of the attacks: 'AZ1: …', 'DP4, DP7 …'.
const TITLE = /['"`]((?:[A-Z]{2}\d{1,2}(?:, | and |: | )?)+[^'"`\n]*)['"`]/g
const IDS = /^(?:[A-Z]{2}\d{1,2}(?:, | and |: | )?)+/

/** Lines of the catalogue that have neither a test nor a reason why not yet. */
export function uncovered(): string[] {
  const tests = testsById()
  return Object.values(catalogue)
    .flatMap((lines) => Object.keys(lines))
    .filter((id) => !tests.has(id) && notYet[id] === undefined)
}

/** The test files that name each id. */
export function testsById(): Map<string, string[]> {
  const byId = new Map<string, string[]>()
  const files = globSync(['server/{src,test}/**/*.test.ts', 'e2e/**/*.test.ts'], { cwd: root })
  for (const file of files.map((name) => name.split(path.sep).join('/')).toSorted()) {
    for (const id of idsIn(readFileSync(path.join(root, file), 'utf8'))) byId.set(id, [...(byId.get(id) ?? []), file])
  }
  return byId
}

function idsIn(text: string): ReadonlySet<string> {
  const ids = new Set<string>()
  for (const [, title = ''] of text.matchAll(TITLE)) {
    for (const id of IDS.exec(title)?.[0].match(/[A-Z]{2}\d{1,2}/g) ?? []) ids.add(id)
  }
  return ids
}
