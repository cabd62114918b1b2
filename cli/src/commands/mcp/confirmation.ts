import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Server } from '#/connection/server.ts'
import { sendOperation } from '#/operations/send.ts'
import { counts, graveIn } from './tools.ts'
import type { Tool, ToolInput } from './tools.ts'

/** Asks a person, where the client can; undefined where it can't. */
export type Ask = (question: string) => Promise<boolean> | undefined

/** What became of the question whether something may end. */
export type Agreement = { readonly agreed: true } | { readonly agreed: false; readonly says: string }

/**
 * Lets nothing end, and nobody come to power, that nobody agreed to. Where the client can ask its person, that person decides, and no argument stands in for
 * them. Elsewhere a first call does nothing but say what would end, with a word that belongs to just this call and these counts,
 * and a second call brings it.
 */
export class Confirmation {
  readonly #key = randomBytes(32)
  readonly #ask: Ask
  constructor(ask: Ask) {
    this.#ask = ask
  }

  async of(tool: Tool, input: ToolInput, said: unknown, server: Server): Promise<Agreement> {
    const ends = await this.#dryRun(tool, input, server)
    const grave = graveIn(input.body)
    const about = [...input.path, ...(Object.keys(grave).length > 0 ? [JSON.stringify(grave)] : [])]
    const what = `${tool.title}${about.length > 0 ? `: ${about.join(' ')}` : ''}.`
    const question = ends === undefined ? what : `${what} This would end: ${ends}`
    const answer = this.#ask(`${question} Go on?`)
    if (answer !== undefined)
      return (await answer) ? { agreed: true } : { agreed: false, says: 'Nobody agreed to it, so nothing was done.' }
    const word = this.#wordOf([tool.name, input, ends ?? null])
    if (typeof said === 'string' && isSame(said, word)) return { agreed: true }
    return {
      agreed: false,
      says: `${question}\nNothing was done. If the person you work for agrees, call it again with confirm: "${word}".`,
    }
  }

  async #dryRun({ operation }: Tool, { path, query, body }: ToolInput, server: Server): Promise<string | undefined> {
    if (!counts(operation)) return undefined
    const inQuery = operation.query?.some(({ name }) => name === 'dry_run') === true
    const dry = { dry_run: true }
    const result = await sendOperation(server, {
      operation,
      path,
      query: inQuery ? { ...query, ...dry } : query,
      body: inQuery ? body : { ...body, ...dry },
    })
    return JSON.stringify(result)
  }

  #wordOf(call: unknown): string {
    return createHmac('sha256', this.#key).update(JSON.stringify(call)).digest('base64url').slice(0, 12)
  }
}

const isSame = (said: string, word: string): boolean =>
  said.length === word.length && timingSafeEqual(Buffer.from(said), Buffer.from(word))
