import { render } from '#/platform/db/sql.ts'
import type { Database, Db, Queries, Tx } from '#/platform/db/db.ts'
import type { Sql } from '#/platform/db/sql.ts'

/** The same database, which notes the text of each statement, also of those around a transaction, and what writes: `UPDATE users`. */
export function noting(database: Database, written: string[], statements: string[]): Database {
  const note = (statement: Sql): Sql => {
    const whole = render(statement, database.db.engine).text
    statements.push(whole)
    const text = whole.replaceAll(/FOR (NO KEY )?UPDATE/g, '')
    const found = /\b(UPDATE|DELETE FROM|INSERT INTO)\s+(\w+)/.exec(text)
    if (found) written.push(`${found[1]} ${found[2]}`)
    return statement
  }
  const noted = (queries: Queries) => ({
    engine: queries.engine,
    all: (query: Sql) => queries.all(note(query)),
    get: (query: Sql) => queries.get(note(query)),
    run: (query: Sql) => queries.run(note(query)),
  })
  const notedTx = (tx: Tx): Tx => ({ ...noted(tx), inTransaction: true, afterCommit: (call) => tx.afterCommit(call) })
  const runAll: Db['runAll'] = async (writes) => {
    statements.push('BEGIN')
    for (const { statement } of writes) note(statement)
    const result = await database.db.runAll(writes)
    statements.push('COMMIT')
    return result
  }
  const tx: Db['tx'] = async (work) => {
    statements.push('BEGIN')
    const result = await database.db.tx((inner) => work(notedTx(inner)))
    statements.push('COMMIT')
    return result
  }
  const db: Db = { ...noted(database.db), runAll, tx }
  return {
    db,
    ping: () => database.ping(),
    sizeBytes: () => database.sizeBytes(),
    stats: () => database.stats(),
    resources: () => database.resources(),
    migration: (work) => database.migration(work),
    close: () => database.close(),
  }
}
