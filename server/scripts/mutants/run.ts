/**
 * Which mistakes would no test see? `npm run mutants` makes small ones in the protocol and in tokens, one at a time, runs the
 * tests that come by the place, and names each mistake after which all of them still pass. Not part of the gate: it takes
 * minutes, and a survivor may be one that changes nothing. `npm run mutants -- oauth/dpop --sample 50 --seed 7` chooses
 * files by words of their path, how many mistakes, and which; `--tests exchange` looks at fewer tests.
 */
import { globSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import type { SourceFile } from 'typescript/unstable/ast'
import { Compiler } from './compiler.ts'
import { mutationsOf } from './mutations.ts'
import type { Mutation } from './mutations.ts'
import { runTests } from './test-run.ts'
import { findTouching, inBatches } from './touching.ts'
import type { Places, TouchingTest } from './touching.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
/** What holds no rule: tests, and what examples look like. */
const NOT_RULES = /\.test\.ts$|\/samples\.ts$/

/** How many of a hundred mistakes the tests should see; some of the rest change nothing that anybody could see. */
const AIM = 85

const say = (line: string): void => void process.stdout.write(`${line}\n`)

interface Mutant {
  readonly id: number
  readonly file: SourceFile
  readonly mutation: Mutation
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string', default: '30' },
    seed: { type: 'string', default: String(Date.now() % 1000) },
    tests: { type: 'string', multiple: true, default: [] },
  },
})

/** Numbers from 0 to 1 that look like chance and are the same for the same seed (mulberry32). */
function* chance(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    yield ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function find(patterns: readonly string[], words: readonly string[]): string[] {
  const files = globSync([...patterns], { cwd: root }).map((file) => path.join(root, file))
  return files.filter((file) => words.length === 0 || words.some((word) => file.includes(word))).toSorted()
}

/** So many mistakes as are asked for, of all that compile. */
function draw(compiler: Compiler, sources: readonly string[], count: number, seed: number): Mutant[] {
  const files = sources.map((source) => compiler.read(source))
  const all = files.flatMap((file) => mutationsOf(file).map((mutation) => ({ file, mutation })))
  const numbers = chance(seed)
  const shuffled = all
    .map((one) => ({ one, order: numbers.next().value }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ one }) => one)
  const drawn: Mutant[] = []
  for (const { file, mutation } of shuffled) {
    if (drawn.length === count) break
    if (compiler.accepts(file, mutation)) drawn.push({ id: drawn.length, file, mutation })
  }
  say(`${drawn.length} of ${all.length} possible mistakes in ${files.length} files, seed ${seed}`)
  return drawn
}

function placesOf(mutants: readonly Mutant[]): Places {
  const byFile = Map.groupBy(mutants, ({ file }) => pathToFileURL(file.fileName).href)
  return Object.fromEntries(
    [...byFile].map(([url, those]) => [
      url,
      those.map(({ id, mutation: { start, atLoad } }) => ({ id, offset: atLoad ? null : start })),
    ]),
  )
}

async function isKilled({ id, file, mutation }: Mutant, tests: readonly TouchingTest[]): Promise<boolean> {
  const touching = tests.filter(({ ran }) => ran.includes(id))
  const env = { MANDATE_MUTANT: JSON.stringify({ url: pathToFileURL(file.fileName).href, mutation }) }
  for (const batch of inBatches(path.relative(root, file.fileName), touching)) {
    const files = [...new Set(batch.map((test) => test.file))]
    const { outcome } = await runTests(files, { hook: 'mutant-hook.ts', env, names: batch.map(({ name }) => name) })
    if (outcome !== 'passed') return true
  }
  return false
}

/** A mistake that changes nothing kills nobody; if it did, every number here would be worthless. */
async function assertHarmless([first]: readonly Mutant[], tests: readonly TouchingTest[]): Promise<void> {
  if (!first) throw new Error('no mistake was found to make')
  const nothing = { ...first, mutation: { start: 0, end: 0, text: '', atLoad: true } }
  if (await isKilled(nothing, tests)) throw new Error('the tests fail although nothing was changed')
}

function describe({ file, mutation: { start, end, text } }: Mutant): string {
  const line = file.getLineAndCharacterOfPosition(start).line + 1
  const short = (code: string): string => code.replaceAll(/\s+/g, ' ').slice(0, 70)
  return `${path.relative(root, file.fileName)}:${line}  ${short(file.text.slice(start, end))}  ⇒  ${short(text)}`
}

async function main(): Promise<void> {
  const words = positionals.length > 0 ? positionals : ['src/oauth/', 'src/modules/tokens/']
  const sources = find(['server/src/**/*.ts'], words).filter((file) => !NOT_RULES.test(file))
  const units = find(['server/src/**/*.test.ts'], words)
  const stories = find(['server/test/{flows,contract}/*.test.ts'], values.tests)
  const compiler = new Compiler(root.replace(/\/$/, ''))
  const mutants = draw(compiler, sources, Number(values.sample), Number(values.seed))
  compiler.close()
  say(`looking which of ${units.length + stories.length} test files come by …`)
  const tests = await findTouching(placesOf(mutants), [...units, ...stories])
  await assertHarmless(mutants, tests)
  const reached = mutants.filter(({ id }) => tests.some(({ ran }) => ran.includes(id)))
  const survivors: Mutant[] = []
  for (const mutant of reached) {
    const killed = await isKilled(mutant, tests)
    if (!killed) survivors.push(mutant)
    const count = tests.filter(({ ran }) => ran.includes(mutant.id)).length
    say(`${killed ? 'killed  ' : 'SURVIVED'}  ${describe(mutant)}  (${count} tests)`)
  }
  const unreached = mutants.filter((mutant) => !reached.includes(mutant))
  // Of some tests it can't be said what the others would have seen.
  const counted = values.tests.length > 0 ? reached : mutants
  const killed = reached.length - survivors.length
  const score = Math.floor((100 * killed) / Math.max(1, counted.length))
  say(`\n${killed} of ${counted.length} were killed: ${score} %, where ${AIM} % is the aim`)
  for (const survivor of survivors) say(`  survived: ${describe(survivor)}`)
  for (const mutant of unreached) say(`  none of these tests comes by: ${describe(mutant)}`)
}

await main()
