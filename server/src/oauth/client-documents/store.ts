import type { OfClient } from '#/modules/lifecycle/index.ts'
import type { RowEnding } from '#/modules/lifecycle/index.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import { sql } from '#/platform/db/sql.ts'
import { integer, table, text } from '#/platform/db/table.ts'
import type { EntityOf } from '#/platform/db/table.ts'

/** The codec of `client_documents`. */
const documents = table('client_documents', { clientId: text, readAt: integer, freshUntil: integer, triedAt: integer })

/** When the document of a client was read, until when that holds, and when it was last asked for. */
export type DocumentRecord = EntityOf<typeof documents>

/** What is known of a document goes with its client. */
export const documentOfClient: RowEnding<OfClient> = {
  table: 'client_documents',
  counts: null,
  end: () => sql`DELETE FROM client_documents`,
  which: ({ clientId }) => sql`client_id = ${clientId}`,
}

/** Every SQL statement about `client_documents`. */
export class DocumentStore {
  readonly #db: Db
  constructor(db: Db) {
    this.#db = db
  }

  async find(clientId: string): Promise<DocumentRecord | undefined> {
    const row = await this.#db.get(sql`
      SELECT ${documents.columns} FROM client_documents WHERE client_id = ${clientId}`)
    return row && documents.decode(row)
  }

  /** Writes the first record of a document; false when another request was first. */
  async insert(tx: Tx, record: DocumentRecord): Promise<boolean> {
    return (await tx.run(sql`${documents.insert(record)} ON CONFLICT (client_id) DO NOTHING`)) === 1
  }

  /** Takes the next attempt to read; false when another request, on whichever node, took it. */
  async claim({ clientId, triedAt }: DocumentRecord, now: number): Promise<boolean> {
    const taken = await this.#db.tx((tx) =>
      tx.run(sql`
        UPDATE client_documents SET tried_at = ${now} WHERE client_id = ${clientId} AND tried_at = ${triedAt}`),
    )
    return taken === 1
  }

  async noteRead(tx: Tx, clientId: string, readAt: number, freshUntil: number): Promise<void> {
    await tx.run(sql`
      UPDATE client_documents SET read_at = ${readAt}, fresh_until = ${freshUntil} WHERE client_id = ${clientId}`)
  }
}
