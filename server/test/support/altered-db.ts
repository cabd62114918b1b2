import type { Db } from '#/platform/db/db.ts'

/** The same database, of which some verbs do something else. */
export const altered = (db: Db, verbs: Partial<Db>): Db => ({
  engine: db.engine,
  all: (query) => db.all(query),
  get: (query) => db.get(query),
  run: (statement) => db.run(statement),
  runAll: (writes) => db.runAll(writes),
  tx: (work) => db.tx(work),
  ...verbs,
})
