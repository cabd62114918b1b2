import type { Clock } from '#/platform/clock.ts'
import type { Keyring } from '#/platform/crypto/keyring.ts'
import type { Db } from '#/platform/db/db.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import type { Operator } from '#/modules/users/index.ts'
import type { SsoConnection } from './connection.ts'
import type { SsoConnections } from './connections.ts'
import { ssoErrors } from './errors.ts'
import { SsoIdentityStore } from './identity-store.ts'
import { requireSayOver } from './operator-say.ts'

interface SsoTestingDeps {
  readonly db: Db
  readonly clock: Clock
  readonly keyring: Pick<Keyring, 'seal' | 'open'>
  readonly connections: Pick<SsoConnections, 'getEnabled'>
  /** The base URL. */
  readonly issuer: string
}

const LIFETIME_MS = 3_600_000

/**
 * Links to try a connection with: whoever opens one goes to the identity provider and back, and sees what it said and what
 * would come of it. Nobody is signed in, and nothing is written. A link is sealed, good for the connection as it is and for an
 * hour, so it needs no row.
 */
export class SsoTesting {
  readonly #deps: SsoTestingDeps
  readonly #identities: SsoIdentityStore
  constructor(deps: SsoTestingDeps) {
    this.#deps = deps
    this.#identities = new SsoIdentityStore(deps.db)
  }

  async link(
    connectionId: string,
    by: Pick<Operator, 'scopes'>,
  ): Promise<{ readonly url: string; readonly expiresAt: number }> {
    const { db, clock, keyring, connections, issuer } = this.#deps
    const connection = await connections.getEnabled(connectionId)
    await requireSayOver(connection, [connection], by, { identities: this.#identities, queries: db })
    const { id, version } = connection
    const expiresAt = clock.now() + LIFETIME_MS
    const link = keyring.seal(JSON.stringify([version, expiresAt]), placeOf(id))
    return { url: `${issuer}/sso/test/${id}?${new URLSearchParams({ link })}`, expiresAt }
  }

  /** The connection that a link is for. Throws `sso_test_link_over`. */
  async open(connectionId: string, link: string): Promise<SsoConnection> {
    const connection = await this.#deps.connections.getEnabled(connectionId)
    const [version, expiresAt] = this.#read(connection, link)
    if (version !== connection.version || expiresAt <= this.#deps.clock.now()) return over()
    return connection
  }

  #read({ id }: SsoConnection, link: string): [version: number, expiresAt: number] {
    try {
      return JSON.parse(this.#deps.keyring.open(link, placeOf(id))) as [number, number]
    } catch (cause) {
      return over(cause)
    }
  }
}

const placeOf = (id: string) => ({ table: 'sso_connections', column: 'test_link', row: id })

const over = (cause?: unknown): never => {
  throw new AppError(ssoErrors.sso_test_link_over, { cause })
}
