import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { AuthorizationCodes } from '#/modules/authorization-requests/index.ts'
import { forUpdate, hasOneWriter } from '#/platform/db/dialect.ts'
import { hashSecret } from '#/platform/crypto/secrets.ts'
import { sql } from '#/platform/db/sql.ts'
import { onEachEngine } from '#test/support/engines.ts'
import type { EngineFixture } from '#test/support/engines.ts'
import { TokenNursery } from '#test/support/token-store.ts'
import type { Token } from '#/modules/tokens/index.ts'
import { RedemptionStore } from './redemption-store.ts'

const HOUR = 3_600_000

/** A person with a session, and a way to give them codes and to redeem these. */
async function setUp(base: EngineFixture) {
  const { db, clock } = base
  const nursery = new TokenNursery(base)
  const store = new RedemptionStore(db)
  const codes = new AuthorizationCodes({ db, clock })
  await nursery.makeOwners(nursery.draft({ userId: 'usr_1' }))
  await db.run(sql`
    INSERT INTO sessions (id, user_id, hash, methods, pending, authenticated_at, created_at, last_seen_at, expires_at)
    VALUES ('sess_1', 'usr_1', 'hash', '["pwd"]', 0, 1, 1, 1, ${clock.now() + HOUR})`)
  const issue = async (): Promise<string> => {
    const bound = {
      clientId: 'planner',
      userId: 'usr_1',
      sessionId: 'sess_1',
      consentId: null,
      redirectUri: 'https://a.example',
    }
    const rest = {
      codeChallenge: null,
      scope: 'read',
      resource: [],
      nonce: null,
      dpopJkt: null,
      authenticatedAt: 1,
      idToken: null,
    }
    return hashSecret(await db.tx((tx) => codes.issue(tx, { ...bound, ...rest })))
  }
  const family = (): Token[] => {
    const root = nursery.draft({ kind: 'refresh', userId: 'usr_1', sessionId: 'sess_1' })
    return [root, nursery.childOf(root, { sessionId: 'sess_1' })]
  }
  const redeem = (hash: string, tokens: readonly Token[]): Promise<boolean> =>
    store.redeem({ hash, sessionId: 'sess_1', minted: tokens.map((token) => ({ token, text: '' })), now: clock.now() })
  const written = async (tokens: readonly Token[]): Promise<number> => {
    const found = await Promise.all(tokens.map(({ id }) => nursery.store.find(db, id)))
    return found.filter((token) => token !== undefined).length
  }
  const rootOf = async (hash: string) =>
    (await db.get(sql`SELECT root_id, used_at FROM authorization_codes WHERE hash = ${hash}`))?.['root_id']
  return { issue, family, redeem, written, rootOf }
}

describe('codes redeemed together', () => {
  onEachEngine('AC3: become one family each, however many redeem them at once', async (_t, base) => {
    const { issue, family, redeem, written, rootOf } = await setUp(base)
    for (const hash of [await issue(), await issue(), await issue()]) {
      const families = Array.from({ length: 12 }, family)
      const outcomes = await Promise.all(families.map((tokens) => redeem(hash, tokens)))
      assert.equal(outcomes.filter(Boolean).length, 1)
      for (const [i, tokens] of families.entries()) assert.equal(await written(tokens), outcomes[i] ? 2 : 0)
      const winner = families[outcomes.indexOf(true)]?.[0]?.id ?? null
      assert.equal(await rootOf(hash), winner)
    }
    const alone = family().slice(0, 1)
    assert.deepEqual([await redeem(await issue(), alone), await written(alone)], [true, 1])
    assert.deepEqual([await redeem('unknown', family()), await redeem('unknown', [])], [false, false])
  })

  onEachEngine(
    'AC3: are redeemed by none but whoever got the tokens, also among those of one batch',
    async (_t, base) => {
      const { issue, family, redeem, written, rootOf } = await setUp(base)
      const hash = await issue()
      const withoutClient = family().map((token) => ({ ...token, clientId: 'unknown' }))
      const good = family()
      assert.deepEqual(await Promise.all([redeem(hash, withoutClient), redeem(hash, good)]), [false, true])
      assert.deepEqual([await written(withoutClient), await written(good)], [0, 2])
      assert.equal(await rootOf(hash), good[0]?.id)
    },
  )

  onEachEngine('stay unused, and become nothing, when code, session, client or person is over', async (_t, base) => {
    const { issue, family, redeem, written, rootOf } = await setUp(base)
    const hash = await issue()
    const now = base.clock.now()
    const ends = [
      [sql`UPDATE authorization_codes SET misses = 5`, sql`UPDATE authorization_codes SET misses = 4`],
      [
        sql`UPDATE authorization_codes SET expires_at = ${now}`,
        sql`UPDATE authorization_codes SET expires_at = ${now + 1}`,
      ],
      [sql`UPDATE sessions SET revoked_at = 1`, sql`UPDATE sessions SET revoked_at = NULL`],
      [sql`UPDATE sessions SET pending = 1`, sql`UPDATE sessions SET pending = 0`],
      [sql`UPDATE sessions SET expires_at = ${now}`, sql`UPDATE sessions SET expires_at = ${now + 1}`],
      [sql`UPDATE clients SET active = 0`, sql`UPDATE clients SET active = 1`],
      [sql`UPDATE users SET disabled_at = 1`, sql`UPDATE users SET disabled_at = NULL`],
    ] as const
    for (const [end, undo] of ends) {
      await base.db.run(end)
      const tokens = family()
      assert.deepEqual(
        [await redeem(hash, tokens), await written(tokens), await rootOf(hash)],
        [false, 0, null],
        end.strings.join(),
      )
      await base.db.run(undo)
    }
    assert.equal(await redeem(hash, family()), true)
  })

  onEachEngine(
    'wait for nobody who holds code, session or person, and stay unused; a single writer comes after',
    async (_t, base) => {
      const { issue, family, redeem, rootOf } = await setUp(base)
      const after = hasOneWriter[base.engine]
      for (const held of [sql`hash FROM authorization_codes`, sql`id FROM sessions`, sql`id FROM users`]) {
        const hash = await issue()
        const [isHeld, goOn] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
        const ending = base.db.tx(async (tx) => {
          await tx.all(sql`SELECT ${held} ${forUpdate}`)
          isHeld.resolve(undefined)
          if (!hasOneWriter[tx.engine]) await goOn.promise
        })
        await isHeld.promise
        const tokens = family()
        assert.equal(await redeem(hash, tokens), after)
        goOn.resolve(undefined)
        await ending
        assert.equal(await rootOf(hash), after ? tokens[0]?.id : null)
      }
    },
  )
})
