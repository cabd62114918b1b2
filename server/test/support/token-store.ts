import assert from 'node:assert/strict'
import { raw, sql } from '#/platform/db/sql.ts'
import { newId } from '#/platform/ids.ts'
import { living, RevocationFeed, TokenRevocations, TokenStore } from '#/modules/tokens/index.ts'
import type { Minted, RevocationCounts, Token, TokenClaims, TokenSelector } from '#/modules/tokens/index.ts'
import type { Db, Queries } from '#/platform/db/db.ts'
import { makeClients, operator } from './clients.ts'
import { makeOwners } from './token-owners.ts'
import type { TestClock } from './clock.ts'

const HOUR = 3_600_000

/** The ids of all living tokens, or of those of a person. */
export async function livingTokens(db: Db, clock: TestClock, userId?: string): Promise<string[]> {
  const ofPerson = userId === undefined ? sql`1 = 1` : sql`user_id = ${userId}`
  const rows = await db.all(sql`
    SELECT id FROM tokens t WHERE ${ofPerson} AND ${living(raw('t'), { now: clock.now() })}`)
  return rows.map((row) => row['id'] as string)
}

/** What a token says, with what a test does not care about filled in: a client's own. */
export const tokenClaims = (changes: Partial<TokenClaims> = {}): TokenClaims => ({
  grantType: 'client_credentials',
  clientId: 'planner',
  subject: 'planner',
  userId: null,
  scope: 'read',
  audience: ['https://id.example'],
  jkt: null,
  sessionId: null,
  consentId: null,
  policyId: null,
  act: null,
  authenticatedAt: null,
  ...changes,
})

/** The tokens of one database as its store sees them, with short ways to grow a line. */
export class TokenNursery {
  readonly store: TokenStore
  readonly revocations: TokenRevocations
  readonly db: Db
  readonly clock: TestClock

  constructor({ db, clock }: { db: Db; clock: TestClock }) {
    this.store = new TokenStore(db)
    this.revocations = new TokenRevocations(db, new RevocationFeed(db))
    this.db = db
    this.clock = clock
  }

  /** Records minted tokens, as the service does. */
  async record(queries: Queries, ...minted: readonly Minted[]): Promise<boolean> {
    for (const { token } of minted) if (!(await this.store.insert(queries, token))) return false
    return true
  }

  /** A token with what a test does not care about filled in; not recorded. */
  draft(changes: Partial<Token> = {}): Token {
    const now = this.clock.now()
    const id = newId('tok', now)
    return {
      id,
      kind: 'access',
      grantType: 'client_credentials',
      clientId: 'planner',
      subject: 'planner',
      userId: null,
      scope: 'read',
      audience: ['https://id.example'],
      jkt: null,
      signedBy: null,
      fingerprint: `fingerprint of ${id}`,
      sessionId: null,
      consentId: null,
      policyId: null,
      parentId: null,
      rootId: id,
      depth: 0,
      delegator: null,
      act: null,
      authenticatedAt: null,
      generation: 0,
      rotatedAt: null,
      createdAt: now,
      expiresAt: now + HOUR,
      revokedAt: null,
      revokedReason: null,
      ...changes,
    }
  }

  /** Records a root. */
  plant(changes: Partial<Token> = {}): Promise<Token> {
    return this.#record(this.draft(changes))
  }

  /** Records a token, making the client, person, consent and policy that it hangs on when they are missing. */
  async #record(token: Token): Promise<Token> {
    await this.makeOwners(token)
    assert.equal(await this.store.insert(this.db, token), true)
    return token
  }

  makeOwners(token: Token): Promise<void> {
    return makeOwners(this.db, token)
  }

  /** A child that is not recorded yet: one hop below, or at the depth of a family. */
  childOf(parent: Token, changes: Partial<Token> = {}): Token {
    const isHop = parent.kind === 'access'
    return this.draft({
      parentId: parent.id,
      rootId: parent.rootId,
      depth: parent.depth + (isHop ? 1 : 0),
      delegator: isHop ? parent.clientId : null,
      userId: parent.userId,
      ...changes,
    })
  }

  /** Records a child. */
  graft(parent: Token, changes: Partial<Token> = {}): Promise<Token> {
    return this.#record(this.childOf(parent, changes))
  }

  /** Ends what a selector reaches, in a transaction of its own. */
  revoke(selector: TokenSelector, reason = 'test'): Promise<RevocationCounts> {
    return this.db.tx((tx) => this.revocations.revoke(tx, selector, reason, this.clock.now()))
  }

  count(selector: TokenSelector): Promise<RevocationCounts> {
    return this.revocations.count(selector, this.clock.now())
  }

  /** Which of these tokens live. */
  async living(...asked: readonly Token[]): Promise<boolean[]> {
    const ids = new Set(await livingTokens(this.db, this.clock))
    return asked.map(({ id }) => ids.has(id))
  }

  /** Makes an agent under this name, at work or not. */
  async agent(clientId: string, { active = true } = {}): Promise<void> {
    const { agents } = makeClients(this)
    const { client } = await agents.create({ client_name: 'Agent', client_id: clientId }, operator)
    if (!active) await agents.deactivate(client.id, operator)
  }
}
