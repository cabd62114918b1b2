/**
 * Writes what is made from the OpenAPI document: the operations of each noun, and `docs/reference/cli.md`. With `--check`
 * it writes nothing and fails when a file is not what the document says.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { nounRules, shortcuts } from './naming.ts'
import { operationsIn } from './operations.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const GENERATED = 'cli/src/generated'
const REFERENCE = 'docs/reference/cli.md'
const NOTICE = '// Made from the OpenAPI document by `npm run generate`; changes here are lost.\n'

const files = new Map<string, string>()
const placed = operationsIn(path.join(root, 'docs/reference/openapi'))
const nouns = Object.values(nounRules).filter(({ about }) => about !== '')

for (const { noun } of nouns) {
  const own = placed.filter((it) => it.noun === noun).map(({ operation }) => operation)
  const part = shortcuts[noun]
  const short = own.flatMap((it) =>
    it.verb.length === 2 && it.verb[0] === part && it.verb[1] !== 'compiled' ? [{ ...it, verb: it.verb.slice(1) }] : [],
  )
  const text = `${NOTICE}import type { Operation } from '#/operations/operation.ts'\n\nexport const operations: readonly Operation[] = ${JSON.stringify([...own, ...short], null, 1)}\n`
  files.set(`${GENERATED}/${noun}.ts`, text)
}

const loaders = nouns.map(({ noun: name, about, aliases }) => {
  const members = JSON.stringify({ name, about, ...(aliases ? { aliases } : {}) }).slice(1, -1)
  return `  { ${members}, load: () => import('./${name}.ts') },`
})
files.set(
  `${GENERATED}/nouns.ts`,
  `${NOTICE}import type { LazyNoun } from '#/operations/operation.ts'\n\nexport const nouns: readonly LazyNoun[] = [\n${loaders.join('\n')}\n]\n`,
)

/** What stands there; undefined when it is not there yet. */
function committed(file: string): string | undefined {
  try {
    return readFileSync(path.join(root, file), 'utf8')
  } catch {
    return undefined
  }
}

const checking = process.argv.includes('--check')
const complain = (file: string): void => {
  console.error(`${file} is not what the API document says. Run: npm run generate`)
  process.exitCode = 1
}

mkdirSync(path.join(root, GENERATED), { recursive: true })
for (const [file, text] of files) {
  if (committed(file) === text) continue
  if (checking) complain(file)
  else writeFileSync(path.join(root, file), text)
}
// The page is made of the commands, which are made of the files above.
const { referencePage } = await import('./reference.ts')
const page = await referencePage()
if (committed(REFERENCE) !== page) {
  if (checking) complain(REFERENCE)
  else writeFileSync(path.join(root, REFERENCE), page)
}

for (const name of readdirSync(path.join(root, GENERATED))) {
  const file = `${GENERATED}/${name}`
  if (files.has(file)) continue
  if (checking) complain(file)
  else rmSync(path.join(root, file))
}
