import { sharedPostgres } from '@mandate/server/test/support/engines.ts'
import { newMasterKey, Server } from './server.ts'

/** Nodes of one installation. They answer to one base URL; the first made the database and holds the admin key. */
export interface Cluster {
  readonly nodes: readonly [Server, ...Server[]]
  remove(): Promise<void>
}

/** One node with its embedded database. */
export async function sqliteNode(): Promise<Cluster> {
  const server = await Server.start()
  return { nodes: [server], remove: () => server.remove() }
}

/** Two nodes that share a PostgreSQL and nothing else. */
export async function postgresPair(): Promise<Cluster & { readonly nodes: readonly [Server, Server] }> {
  const postgres = await sharedPostgres()
  const databaseUrl = await postgres.createDatabase()
  const shared = { databaseUrl, masterKey: newMasterKey() }
  const first = await Server.start(shared)
  const second = await Server.start({ ...shared, baseUrl: first.issuer })
  const remove = async (): Promise<void> => {
    await Promise.all([first.remove(), second.remove()])
    await postgres.dropDatabase(databaseUrl)
  }
  return { nodes: [first, second], remove }
}
