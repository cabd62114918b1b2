import type { Clock } from '#/platform/clock.ts'
import type { Keyring } from '#/platform/crypto/keyring.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { isId, newId } from '#/platform/ids.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import type { Operator } from '#/modules/users/index.ts'
import { SsoConnectionStore } from './connection-store.ts'
import type { SsoConnection } from './connection.ts'
import { ssoErrors } from './errors.ts'
import { samlKeyActivated, samlKeyAdded, samlKeyDeleted } from './events.ts'
import { SsoIdentityStore } from './identity-store.ts'
import { requireSayOver } from './operator-say.ts'
import { SamlKeyStore } from './saml-key-store.ts'
import { samlKeyPlace } from './saml-key.ts'
import type { SamlKey } from './saml-key.ts'
import { newServiceProviderKey } from './saml/certificate.ts'
import type { ServiceProvider, ServiceProviderKey } from './saml/parties.ts'

interface SamlKeysDeps {
  readonly db: Db
  readonly clock: Clock
  readonly keyring: Pick<Keyring, 'seal' | 'open'>
  readonly events: Events
  /** The base URL: its host is the name in our certificates. */
  readonly issuer: string
}

const MAX_KEYS = 2

/** Our key pairs of connections by SAML: one signs, and a second one can be made known before it takes over. */
export class SamlKeys {
  readonly #deps: SamlKeysDeps
  readonly #store: SamlKeyStore
  readonly #connections: SsoConnectionStore
  readonly #identities: SsoIdentityStore
  constructor(deps: SamlKeysDeps) {
    this.#deps = deps
    this.#store = new SamlKeyStore(deps.db)
    this.#connections = new SsoConnectionStore(deps.db)
    this.#identities = new SsoIdentityStore(deps.db)
  }

  /** Makes a key pair, before the transaction that stores it: finding primes takes a while. */
  make(): Promise<ServiceProviderKey> {
    return newServiceProviderKey(new URL(this.#deps.issuer).hostname, this.#deps.clock.now())
  }

  /** Stores the first key pair of a connection, or a further one. */
  async store(tx: Tx, connectionId: string, key: ServiceProviderKey, active: boolean): Promise<SamlKey> {
    const now = this.#deps.clock.now()
    const id = newId('ssok', now)
    const row: SamlKey = {
      id,
      ssoConnectionId: connectionId,
      certificate: key.certificate,
      privateKeySealed: this.#deps.keyring.seal(key.privateKey, samlKeyPlace(id)),
      active,
      createdAt: now,
    }
    await this.#store.insert(tx, row)
    return row
  }

  /** The keys of a connection, opened, the one that signs first. */
  async of(connectionId: string): Promise<ServiceProvider['keys']> {
    const rows = await this.#store.inUse(connectionId)
    const keys = rows.map(({ id, certificate, privateKeySealed }) => ({
      certificate,
      privateKey: this.#deps.keyring.open(privateKeySealed, samlKeyPlace(id)),
    }))
    const [active, ...others] = keys
    return active ? [active, ...others] : missing()
  }

  /** The keys of a connection, newest first. */
  async list(connectionId: string, request: PageRequest): Promise<Page<SamlKey>> {
    await this.#requireSaml(connectionId)
    return this.#store.list(connectionId, request)
  }

  async get(connectionId: string, id: string): Promise<SamlKey> {
    await this.#requireSaml(connectionId)
    return (isId('ssok', id) ? await this.#store.find(connectionId, id) : undefined) ?? missing()
  }

  /** Makes a second key pair known: our metadata shows it, and it decrypts. The first one goes on signing. */
  async add(connectionId: string, by: Operator): Promise<SamlKey> {
    await this.#requireSaml(connectionId)
    const made = await this.make()
    return this.#deps.db.tx(async (tx) => {
      await this.#hold(tx, connectionId, by)
      if ((await this.#store.count(connectionId, tx)) >= MAX_KEYS) throw new AppError(ssoErrors.too_many_saml_keys)
      const key = await this.store(tx, connectionId, made, false)
      await this.#deps.events.record(tx, samlKeyAdded, eventOf(key, by.actor))
      return key
    })
  }

  /** Lets a key sign from now on. The one before goes on decrypting until it is deleted. */
  activate(connectionId: string, id: string, by: Operator): Promise<SamlKey> {
    return this.#change(connectionId, id, by, async (tx, key) => {
      if (key.active) return key
      await this.#store.activate(tx, key)
      await this.#deps.events.record(tx, samlKeyActivated, eventOf(key, by.actor))
      return { ...key, active: true }
    })
  }

  /** Deletes a key that does not sign. What a provider still encrypts for it can't be read any more. */
  async delete(connectionId: string, id: string, by: Operator): Promise<void> {
    await this.#change(connectionId, id, by, async (tx, key) => {
      refuseActive(key)
      await this.#store.delete(tx, key.id)
      await this.#deps.events.record(tx, samlKeyDeleted, eventOf(key, by.actor))
      return key
    })
  }

  /** Refuses what deleting refuses. */
  async checkDeletable(connectionId: string, id: string): Promise<void> {
    refuseActive(await this.get(connectionId, id))
  }

  #change(
    connectionId: string,
    id: string,
    by: Operator,
    work: (tx: Tx, key: SamlKey) => Promise<SamlKey>,
  ): Promise<SamlKey> {
    return this.#deps.db.tx(async (tx) => {
      await this.#hold(tx, connectionId, by)
      const key = isId('ssok', id) ? await this.#store.find(connectionId, id, tx) : undefined
      return work(tx, key ?? missing())
    })
  }

  async #hold(tx: Tx, id: string, by: Operator): Promise<void> {
    const connection = requireSaml(isId('sso', id) ? await this.#connections.hold(tx, id) : undefined)
    await requireSayOver(connection, [connection], by, { identities: this.#identities, queries: tx })
  }

  async #requireSaml(id: string): Promise<SsoConnection> {
    return requireSaml(isId('sso', id) ? await this.#connections.find(id) : undefined)
  }
}

function refuseActive({ active }: SamlKey): void {
  if (active) throw new AppError(ssoErrors.saml_key_active)
}

function requireSaml(connection: SsoConnection | undefined): SsoConnection {
  if (connection?.type !== 'saml') throw new AppError(ssoErrors.sso_connection_not_found)
  return connection
}

const eventOf = ({ id, ssoConnectionId }: SamlKey, actor: Actor) => ({
  actor,
  target: { type: 'sso_connection', id: ssoConnectionId },
  data: { id, connection_id: ssoConnectionId },
})

const missing = (): never => {
  throw new AppError(ssoErrors.saml_key_not_found)
}
