import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ContractLine } from '#test/contract/interface-routes.ts'

const tests = fileURLToPath(new URL('../test/', import.meta.url))

interface Story {
  readonly file: string
  readonly text: string
}

/** The stories, and the calls that every change is worked through with; nearest by how often they call a path. */
export class ContractTests {
  readonly #stories: readonly Story[] = globSync(['flows/*.test.ts', 'contract/worked-calls/*.ts'], { cwd: tests })
    .toSorted()
    .map((file) => ({ file, text: readFileSync(path.join(tests, file), 'utf8') }))

  /** The test file that calls a line most, from `server/test/`; else the one that names its operation. */
  nearest(line: ContractLine, operationId: string | undefined): string | undefined {
    const call = callOf(line)
    const counted = this.#stories.map(({ file, text }) => ({ file, calls: [...text.matchAll(call)].length }))
    const best = counted.reduce((most, each) => (each.calls > most.calls ? each : most), { file: '', calls: 0 })
    if (best.calls > 0) return best.file
    return this.#stories.find(({ text }) => operationId !== undefined && text.includes(`'${operationId}'`))?.file
  }
}

/** The path as a test writes it: below `/api/v1` or whole, with something filled in for each parameter. */
function callOf({ path: pattern }: ContractLine): RegExp {
  const written = pattern
    .replace('/api/v1', '')
    .replace(/[.]/g, '\\$&')
    .replace('*', '[^\'"`]+')
    .replace(/\{[^}]+\}/g, '(?:\\$\\{[^`]+?\\}|\\{\\w+\\}|[\\w.-]+)')
  return new RegExp(`['"\`](?:/api/v1)?${written}(?=['"\`?])`, 'g')
}
