import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const SERVER = fileURLToPath(new URL('../../', import.meta.url))

/** One import of a source file: what it names, and where. */
export interface Import {
  /** As written: `./x.ts`, `#/platform/x.ts`, `node:fs`, `pino`. */
  readonly specifier: string
  /** Inside the sources, the path from `src/`; undefined for packages. */
  readonly target: string | undefined
  readonly line: number
}

/** One source file of the server. */
export interface SourceFile {
  /** From `src/`, with slashes: `modules/users/users.ts`. */
  readonly path: string
  readonly lines: readonly string[]
  readonly imports: readonly Import[]
}

// `import … from 'x'`, `export … from 'x'`, `import 'x'` and `import('x')`, also over several lines.
const IMPORT = /(?:^|\n)(?:import|export)\b[^'"`;]*?\bfrom '([^']+)'|(?:^|\n)import '([^']+)'|\bimport\('([^']+)'\)/g

/** Every source file of the server that is not a test. */
export function sourceFiles(): SourceFile[] {
  const names = globSync('src/**/*.ts', { cwd: SERVER }).map((name) => name.split(path.sep).join('/'))
  return names
    .filter((name) => !name.endsWith('.test.ts'))
    .toSorted()
    .map((name) => readSource(name.slice('src/'.length)))
}

function readSource(name: string): SourceFile {
  const text = ownCode(name, readFileSync(path.join(SERVER, 'src', name), 'utf8'))
  const imports = [...text.matchAll(IMPORT)].map((match) => {
    const specifier = match[1] ?? match[2] ?? match[3] ?? ''
    const line = text.slice(0, match.index + match[0].length).split('\n').length
    return { specifier, target: targetOf(name, specifier), line }
  })
  return { path: name, lines: text.split('\n'), imports }
}

/** Where code for other programs is written as text, that text follows the rules of those programs. */
function ownCode(name: string, text: string): string {
  if (!name.startsWith('modules/apps/snippets/')) return text
  return text.replace(/`(?:\\.|[^`\\])*`/gs, (written) => written.replace(/[^\n]/g, ' '))
}

function targetOf(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('#/')) return specifier.slice(2)
  return specifier.startsWith('.') ? path.posix.join(path.posix.dirname(from), specifier) : undefined
}

/** The first way round from a node back to itself; undefined when there is none. */
export function findCycle(edges: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const done = new Set<string>()
  const walk = (node: string, trail: readonly string[]): string[] | undefined => {
    const start = trail.indexOf(node)
    if (start !== -1) return [...trail.slice(start), node]
    if (done.has(node)) return undefined
    for (const next of edges.get(node) ?? []) {
      const cycle = walk(next, [...trail, node])
      if (cycle) return cycle
    }
    done.add(node)
    return undefined
  }
  for (const node of edges.keys()) {
    const cycle = walk(node, [])
    if (cycle) return cycle
  }
  return undefined
}
