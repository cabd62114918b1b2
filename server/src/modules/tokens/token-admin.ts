import type { Clock } from '#/platform/clock.ts'
import type { Db } from '#/platform/db/db.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { EventType, EventInput } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { isId } from '#/platform/ids.ts'
import { pageOf } from '#/platform/paging/paging.ts'
import type { Page, PageRequest, Position } from '#/platform/paging/paging.ts'
import { eventCounts } from './counts.ts'
import type { RevocationCounts } from './counts.ts'
import { tokenErrors } from './errors.ts'
import { bulkRevoked, clientTokensRevoked, tokenRevoked } from './events.ts'
import type { TokenSelector } from './selectors.ts'
import type { DelegatedToken, TokenFilter, TokenStore } from './store.ts'
import { causesOf } from './token-trace.ts'
import type { TokenTrace } from './token-trace.ts'
import type { Token } from './token.ts'
import type { Tokens } from './tokens.ts'

const MAX_PATTERN = 256
const MAX_CHILDREN = 100

/** What an operator's revocation did or would do. */
export interface Revocation {
  readonly counts: RevocationCounts
  /** Null in a dry run. */
  readonly eventId: string | null
}

export interface TokenOperationsDeps {
  readonly db: Db
  readonly store: TokenStore
  readonly tokens: Tokens
  readonly events: Events
  readonly clock: Clock
}

/** What operators do with tokens: see them, follow chains, end many at once. */
export class TokenOperations {
  readonly #deps: TokenOperationsDeps
  constructor(deps: TokenOperationsDeps) {
    this.#deps = deps
  }

  /** Ends the tokens of every client whose client_id matches a GLOB; the clients may issue new ones at once. */
  async revokeByPattern(pattern: string, reason: string | null, dryRun: boolean, actor: Actor): Promise<Revocation> {
    if (pattern === '' || pattern.length > MAX_PATTERN || pattern.includes('\0')) {
      throw new AppError(tokenErrors.invalid_pattern)
    }
    return this.#revoke({ by: 'pattern', pattern }, 'pattern', dryRun, bulkRevoked, (counts) => ({
      actor,
      target: null,
      data: { ...eventCounts(counts), pattern, reason },
    }))
  }

  /** Ends one token by its jti, with all that descends from it. */
  async revokeById(jti: string, dryRun: boolean, actor: Actor): Promise<Revocation> {
    const token = await this.#deps.tokens.find(jti)
    if (!token) throw new AppError(tokenErrors.token_not_found)
    return this.#revoke({ by: 'token', id: jti }, 'revoked_by_operator', dryRun, tokenRevoked, (counts) => ({
      actor,
      target: { type: 'token', id: jti },
      data: { ...eventCounts(counts), client_id: token.clientId, reason: 'revoked_by_operator' },
    }))
  }

  /** Ends all tokens of an agent, which stays active. */
  async revokeOfAgent(agent: AgentReference, dryRun: boolean, actor: Actor): Promise<Revocation> {
    const selector = { by: 'client', clientId: agent.clientId } as const
    return this.#revoke(selector, 'agent_tokens_revoked', dryRun, clientTokensRevoked, (counts) => ({
      actor,
      target: { type: 'agent', id: agent.id },
      data: { ...eventCounts(counts), client_id: agent.clientId },
    }))
  }

  async #revoke<S extends EventType['data']>(
    selector: TokenSelector,
    reason: string,
    dryRun: boolean,
    kind: EventType<S>,
    input: (counts: RevocationCounts) => EventInput<S>,
  ): Promise<Revocation> {
    const { db, tokens, events } = this.#deps
    if (dryRun) return { counts: await tokens.count(selector), eventId: null }
    return db.tx(async (tx) => {
      const counts = await tokens.revoke(tx, selector, reason)
      return { counts, eventId: await events.record(tx, kind, input(counts)) }
    })
  }

  /** Tokens newest first, of whomever; a page may hold fewer than it could although the next goes on. */
  async list(filter: TokenFilter, page: PageRequest): Promise<Page<Token>> {
    const { store, clock } = this.#deps
    const now = clock.now()
    const found = await store.list(filter, page, now)
    return { ...found, total: page.includeTotal ? await store.count(filter, now) : undefined }
  }

  /** A token with what it descends from, what was made of it, and what ended it. */
  async trace(id: string): Promise<TokenTrace> {
    const { store, clock } = this.#deps
    const now = clock.now()
    const ancestry = isId('tok', id) ? ((await store.ancestries([id], now)).get(id) ?? []) : []
    const [token] = ancestry
    if (!token) throw new AppError(tokenErrors.token_not_found)
    const [owners, children] = await Promise.all([
      store.owners(ancestry.map((it) => it.id)),
      store.children(id, MAX_CHILDREN, now),
    ])
    return { token, line: ancestry.toReversed(), children, causes: causesOf(ancestry.toReversed(), owners, now) }
  }

  /** Chains of delegation by the tokens at their ends; each from that token up to its root. */
  async chainsTo(ids: readonly string[]): Promise<Token[][]> {
    const { store, clock } = this.#deps
    const ancestries = await store.ancestries(ids, clock.now())
    return ids.map((id) => ancestries.get(id) ?? []).filter((ancestry) => ancestry.length > 0)
  }

  /** The newest tokens of a time that were made by exchange. */
  delegatedBetween(from: number, to: number, before: Position | undefined, limit: number): Promise<DelegatedToken[]> {
    return this.#deps.store.delegatedBetween({ from, to, before, limit, now: this.#deps.clock.now() })
  }

  /** The delegation chains that lead through a client, newest first; each as the ancestry of its last token. */
  async listChains(clientId: string, page: PageRequest): Promise<Page<Token[]>> {
    const { store, clock } = this.#deps
    const fetched = await store.listDelegatedOfClient(clientId, page.before, page.limit + 1)
    const total = page.includeTotal ? await store.countDelegatedOfClient(clientId) : undefined
    const leaves = pageOf(fetched, page.limit, total)
    const ids = leaves.rows.map(({ id }) => id)
    const ancestries = await store.ancestries(ids, clock.now())
    return { ...leaves, rows: ids.map((id) => ancestries.get(id) ?? []) }
  }
}

/** An agent as far as tokens know it. */
export interface AgentReference {
  readonly id: string
  readonly clientId: string
}
