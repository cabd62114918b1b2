import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runTests } from './test-run.ts'

/** Places in modules, by their URL. One without an offset runs when its module is loaded. */
export type Places = Readonly<Record<string, readonly { readonly id: number; readonly offset: number | null }[]>>

/** A test, and the places that it ran. */
export interface TouchingTest {
  readonly file: string
  readonly name: string
  readonly ran: readonly number[]
}

/** Runs test files as they are and answers which of their tests come by which place. */
export async function findTouching(places: Places, files: readonly string[]): Promise<TouchingTest[]> {
  const directory = mkdtempSync(join(tmpdir(), 'mandate-mutants-'))
  const path = join(directory, 'places.json')
  try {
    writeFileSync(path, JSON.stringify(places))
    const { outcome, output } = await runTests(files, { hook: 'coverage-hook.ts', env: { MANDATE_PLACES: path } })
    if (outcome !== 'passed') throw new Error(`the tests as they are have ${outcome}:\n${output.slice(-4000)}`)
    return JSON.parse(readFileSync(path, 'utf8')) as TouchingTest[]
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/** The files of tests in batches, those first whose path has most in common with that of the source. */
export function inBatches<T extends Pick<TouchingTest, 'file'>>(source: string, tests: readonly T[]): T[][] {
  const near = new Set(wordsOf(source))
  const nearness = ({ file }: T): number => wordsOf(file).filter((word) => near.has(word)).length
  const sorted = tests.toSorted((a, b) => nearness(b) - nearness(a))
  const nearest = new Set([...new Set(sorted.map(({ file }) => file))].slice(0, FIRST_FILES))
  const batches = [sorted.filter(({ file }) => nearest.has(file)), sorted.filter(({ file }) => !nearest.has(file))]
  return batches.filter((batch) => batch.length > 0)
}

const FIRST_FILES = 3

const wordsOf = (path: string): string[] => [...new Set(path.split(/[^a-z]+/))]
