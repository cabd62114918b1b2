import { sql } from '#/platform/db/sql.ts'
import { newId } from '#/platform/ids.ts'
import { TokenStore } from '#/modules/tokens/index.ts'
import type { Token } from '#/modules/tokens/index.ts'
import type { Db } from '#/platform/db/db.ts'
import { makeClients, operator } from './clients.ts'
import type { TestClock } from './clock.ts'

const HOUR = 3_600_000

/** The tokens of one database as its store sees them, with short ways to grow a line. */
export class TokenNursery {
  readonly store: TokenStore
  readonly db: Db
  readonly clock: TestClock

  constructor({ db, clock }: { db: Db; clock: TestClock }) {
    this.store = new TokenStore(db)
    this.db = db
    this.clock = clock
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
  async plant(changes: Partial<Token> = {}): Promise<Token> {
    const token = this.draft(changes)
    await this.store.insert(this.db, token)
    return token
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
  async graft(parent: Token, changes: Partial<Token> = {}): Promise<Token> {
    const token = this.childOf(parent, changes)
    await this.store.insert(this.db, token)
    return token
  }

  /** Which of these tokens are not revoked by their own row. */
  async unrevoked(...asked: readonly Token[]): Promise<boolean[]> {
    const rows = await this.db.all(sql`SELECT id FROM tokens WHERE revoked_at IS NULL`)
    const living = new Set(rows.map((row) => row['id']))
    return asked.map(({ id }) => living.has(id))
  }

  /** Makes an agent under this name, at work or not. */
  async agent(clientId: string, { active = true } = {}): Promise<void> {
    const { agents } = makeClients(this)
    const { client } = await agents.create({ client_name: 'Agent', client_id: clientId }, operator)
    if (!active) await agents.deactivate(client.id, operator)
  }
}
