/** Loaded before tests: gives one module with a mutation in it. No file is changed, so nothing has to be put back. */
import { registerHooks } from 'node:module'
import { mutated } from './compiler.ts'
import type { Mutation } from './mutations.ts'

const { url: wanted, mutation } = JSON.parse(process.env['MANDATE_MUTANT'] ?? '{}') as {
  readonly url: string
  readonly mutation: Mutation
}

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    if (url !== wanted) return loaded
    return { ...loaded, source: mutated(String(loaded.source), mutation) }
  },
})
