import { API } from 'typescript/unstable/sync'
import type { Project } from 'typescript/unstable/sync'
import type { SourceFile } from 'typescript/unstable/ast'
import type { Mutation } from './mutations.ts'

/** That something is not used any more is no mistake a compiler finds, but the trace of what was left out. */
const UNUSED = [6133, 6138, 6192, 6196, 6198, 6205]

/** The compiler, which reads sources, and knows which mistakes never come to a test because it refuses them. */
export class Compiler {
  readonly #api: API
  readonly #config: string
  #mutant: { readonly path: string; readonly text: string } | undefined

  constructor(root: string) {
    this.#config = `${root}/server/tsconfig.json`
    const readFile = (path: string) => (path === this.#mutant?.path ? this.#mutant.text : undefined)
    this.#api = new API({ cwd: root, fs: { readFile } })
  }

  /** The file under a path. */
  read(path: string): SourceFile {
    const file = this.#project().program.getSourceFile(path)
    if (!file) throw new Error(`${path} is not part of the server`)
    return file
  }

  /** Whether a mutation of a file still has right types. */
  accepts(file: SourceFile, mutation: Mutation): boolean {
    const path = file.fileName
    this.#mutant = { path, text: mutated(file.text, mutation) }
    const { program } = this.#project(path)
    const complaints = [...program.getSyntacticDiagnostics(path), ...program.getSemanticDiagnostics(path)]
    this.#mutant = undefined
    this.#project(path)
    return complaints.every(({ code }) => UNUSED.includes(code))
  }

  #project(...changed: string[]): Project {
    const snapshot = this.#api.updateSnapshot({ openProjects: [this.#config], fileChanges: { changed } })
    const project = snapshot.getProject(this.#config)
    if (!project) throw new Error(`${this.#config} can not be opened`)
    return project
  }

  close(): void {
    this.#api.close()
  }
}

/** A text with a mutation in it. */
export const mutated = (source: string, { start, end, text }: Mutation): string =>
  source.slice(0, start) + text + source.slice(end)
