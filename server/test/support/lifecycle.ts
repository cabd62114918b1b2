import { endingsOf, EndingTable } from '#/composition/lifecycle.ts'
import { RowStep } from '#/modules/lifecycle/index.ts'
import { RevocationFeed, TokenRevocations, TokenStore } from '#/modules/tokens/index.ts'
import type { Endings, LifecycleDeps } from '#/composition/lifecycle.ts'
import type { Lifecycle, RowEnding } from '#/modules/lifecycle/index.ts'
import type { Db } from '#/platform/db/db.ts'
import type { TestClock } from './clock.ts'

/** What ends with what, as the server has it. */
export const makeLifecycle = (fixture: { db: Db; clock: TestClock }): Lifecycle => new EndingTable(depsOf(fixture))

/** The table itself. */
export const makeEndings = (fixture: { db: Db; clock: TestClock }): Endings => endingsOf(depsOf(fixture))

function depsOf({ db, clock }: { db: Db; clock: TestClock }): LifecycleDeps {
  const [store, revocations] = [new TokenStore(db), new TokenRevocations(db, new RevocationFeed(db))]
  return {
    db,
    clock,
    tokens: {
      revoke: (tx, selector, reason) => revocations.revoke(tx, selector, reason, clock.now()),
      count: (selector) => revocations.count(selector, clock.now()),
      handOver: (tx, from, to) => store.handOver(tx, from, to, clock.now()),
    },
  }
}

/** Ends what is described of a subject, in a transaction of its own; answers how many rows were counted. */
export async function endRows<S>(
  fixture: { db: Db; clock: TestClock },
  rows: RowEnding<S>,
  subject: S,
): Promise<number> {
  const counts = await fixture.db.tx((tx) => new RowStep(fixture, rows).end(tx, subject))
  return Object.values(counts)[0] ?? 0
}
