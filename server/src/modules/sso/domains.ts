import type { Clock } from '#/platform/clock.ts'
import { newSecret } from '#/platform/crypto/secrets.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { invalid } from '#/platform/errors/invalid.ts'
import { isId, newId } from '#/platform/ids.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import type { Operator } from '#/modules/users/index.ts'
import type { LookUpTxt } from '#/platform/http-client/dns-txt.ts'
import { SsoConnectionStore } from './connection-store.ts'
import type { SsoConnection } from './connection.ts'
import type { SsoConnections } from './connections.ts'
import { SsoDomainStore } from './domain-store.ts'
import { canonicalDomain, recordName } from './domain.ts'
import type { SsoDomain } from './domain.ts'
import { SsoIdentityStore } from './identity-store.ts'
import { requireSayOver } from './operator-say.ts'
import type { SsoRouting } from './routing.ts'
import type { SsoSessionEndings } from './session-endings.ts'
import { ssoErrors } from './errors.ts'
import { ssoDomainAdded, ssoDomainRemoved, ssoDomainVerified } from './events.ts'

interface SsoDomainsDeps {
  readonly db: Db
  readonly clock: Clock
  readonly events: Events
  readonly connections: Pick<SsoConnections, 'get'>
  readonly lookUpTxt: LookUpTxt
  readonly routing: Pick<SsoRouting, 'invalidate'>
  readonly sessionEndings: Pick<SsoSessionEndings, 'runOnce'>
}

const MAX_DOMAINS = 100
const CHALLENGE_PREFIX = 'mandate-domain-verification='

/** The domains that connections speak for: an address of a verified one is what its identity provider says it is. */
export class SsoDomains {
  readonly #deps: SsoDomainsDeps
  readonly #store: SsoDomainStore
  readonly #connections: SsoConnectionStore
  readonly #identities: SsoIdentityStore
  constructor(deps: SsoDomainsDeps) {
    this.#deps = deps
    this.#store = new SsoDomainStore(deps.db)
    this.#connections = new SsoConnectionStore(deps.db)
    this.#identities = new SsoIdentityStore(deps.db)
  }

  async get(connectionId: string, id: string): Promise<SsoDomain> {
    const connection = await this.#deps.connections.get(connectionId)
    return (isId('ssod', id) ? await this.#store.find(connection.id, id) : undefined) ?? notFound()
  }

  /** The domains of a connection, newest first. */
  async list(connectionId: string, request: PageRequest): Promise<Page<SsoDomain>> {
    return this.#store.list((await this.#deps.connections.get(connectionId)).id, request)
  }

  /** Adds a domain with a challenge for its DNS. Until it is verified, the connection says nothing about its addresses. */
  async add(connectionId: string, text: string, by: Operator): Promise<SsoDomain> {
    const { db, clock, events } = this.#deps
    const name = canonicalDomain(text)
    if (name === undefined) throw invalid('/domain', 'must be a domain of e-mail addresses')
    const now = clock.now()
    return db.tx(async (tx) => {
      const connection = await this.#hold(tx, connectionId, by)
      if ((await this.#store.count(connection.id, tx)) >= MAX_DOMAINS)
        throw new AppError(ssoErrors.too_many_sso_domains)
      const domain: SsoDomain = {
        id: newId('ssod', now),
        ssoConnectionId: connection.id,
        domain: name,
        challenge: newSecret(CHALLENGE_PREFIX),
        verifiedBy: null,
        verifiedAt: null,
        createdAt: now,
      }
      if (!(await this.#store.insert(tx, domain))) throw new AppError(ssoErrors.sso_domain_taken)
      await events.record(tx, ssoDomainAdded, { ...actorAndTarget(domain, by.actor), data: dataOf(domain) })
      return domain
    })
  }

  /** Verifies a domain: by its DNS, or by the word of an operator. One that is verified stays as it is. */
  async verify(connectionId: string, id: string, how: 'dns' | 'operator', by: Operator): Promise<SsoDomain> {
    const { db, clock, events } = this.#deps
    const asked = await this.get(connectionId, id)
    if (asked.verifiedAt !== null) return asked
    if (how === 'dns') await this.#requireRecord(asked)
    const proven = await db.tx(async (tx) => {
      await this.#hold(tx, connectionId, by)
      const domain = (await this.#store.find(connectionId, id, tx)) ?? notFound()
      if (domain.verifiedAt !== null) return domain
      const verified = { verifiedBy: how, verifiedAt: clock.now() }
      await this.#store.update(tx, id, verified)
      const data = { ...dataOf(domain), verified_by: how }
      await events.record(tx, ssoDomainVerified, { ...actorAndTarget(domain, by.actor), data })
      return { ...domain, ...verified }
    })
    this.#deps.routing.invalidate()
    await this.#deps.sessionEndings.runOnce()
    return proven
  }

  /** Takes a domain from a connection. People it knows go on signing in; it can't bring new ones of the domain. */
  async remove(connectionId: string, id: string, by: Operator): Promise<void> {
    const { db, events } = this.#deps
    await db.tx(async (tx) => {
      await this.#hold(tx, connectionId, by)
      const domain = (isId('ssod', id) ? await this.#store.find(connectionId, id, tx) : undefined) ?? notFound()
      await this.#store.delete(tx, id)
      await events.record(tx, ssoDomainRemoved, { ...actorAndTarget(domain, by.actor), data: dataOf(domain) })
    })
    this.#deps.routing.invalidate()
  }

  async #requireRecord({ domain, challenge }: SsoDomain): Promise<void> {
    const name = recordName(domain)
    const records = await this.#deps.lookUpTxt(name)
    if (records.includes(challenge)) return
    const details = { record: { type: 'TXT', name, value: challenge }, found: records.slice(0, 20) }
    throw new AppError(ssoErrors.sso_domain_unproven, { details })
  }

  async #hold(tx: Tx, id: string, by: Operator): Promise<SsoConnection> {
    const connection = isId('sso', id) ? await this.#connections.hold(tx, id) : undefined
    if (!connection) throw new AppError(ssoErrors.sso_connection_not_found)
    await requireSayOver(connection, [connection], by, { identities: this.#identities, queries: tx })
    return connection
  }
}

const dataOf = ({ id, ssoConnectionId, domain }: SsoDomain) => ({ id, connection_id: ssoConnectionId, domain })

const actorAndTarget = ({ ssoConnectionId }: SsoDomain, actor: Actor) => ({
  actor,
  target: { type: 'sso_connection', id: ssoConnectionId },
})

const notFound = (): never => {
  throw new AppError(ssoErrors.sso_domain_not_found)
}
