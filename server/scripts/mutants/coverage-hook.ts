/** Loaded before tests: notes after each of them which of the places asked for it ran, and writes that down at the end. */
import { readFileSync, writeFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import type { Profiler } from 'node:inspector'
import { afterEach } from 'node:test'
import type { TestContext } from 'node:test'
import type { Places, TouchingTest } from './touching.ts'

const path = process.env['MANDATE_PLACES'] ?? ''
const places = JSON.parse(readFileSync(path, 'utf8')) as Places
const tests: TouchingTest[] = []

const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })

afterEach(async (context) => {
  // Counts begin anew with each look.
  const { result } = await session.post('Profiler.takePreciseCoverage')
  const ran = result.flatMap((script) => idsThatRan(script))
  const { filePath: file = '', name } = context as TestContext
  if (ran.length > 0) tests.push({ file, name, ran })
})

process.once('exit', () => writeFileSync(path, JSON.stringify(tests)))

function idsThatRan({ url, functions }: Profiler.ScriptCoverage): number[] {
  const ranges = functions.flatMap((one) => one.ranges)
  if (!ranges.some(({ count }) => count > 0)) return []
  return (places[url] ?? []).filter(({ offset }) => offset === null || ranAt(ranges, offset)).map(({ id }) => id)
}

/** The narrowest range around a place says whether it ran. */
function ranAt(ranges: readonly Profiler.CoverageRange[], offset: number): boolean {
  const around = ranges.filter(({ startOffset, endOffset }) => startOffset <= offset && offset < endOffset)
  const [narrowest] = around.toSorted((a, b) => a.endOffset - a.startOffset - (b.endOffset - b.startOffset))
  return narrowest !== undefined && narrowest.count > 0
}
