import type { Clock } from '#/platform/clock.ts'
import type { Keyring } from '#/platform/crypto/keyring.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { invalid } from '#/platform/errors/invalid.ts'
import { OutboundError } from '#/platform/http-client/outbound-error.ts'
import type { Outbound } from '#/platform/http-client/outbound.ts'
import { isId, newId } from '#/platform/ids.ts'
import { changing, unique } from '#/platform/merge-patch.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import { requireFullAccess } from '#/modules/api-keys/index.ts'
import { addCounts } from '#/modules/lifecycle/index.ts'
import type { Counts, Lifecycle } from '#/modules/lifecycle/index.ts'
import type { Operator } from '#/modules/users/index.ts'
import { draftOf } from './connection-draft.ts'
import type { SsoConnectionDraft, SsoConnectionInput, SsoConnectionReplacement } from './connection-draft.ts'
import { SsoConnectionStore } from './connection-store.ts'
import type { SsoConnectionFilter } from './connection-store.ts'
import { ssoSecretPlace } from './connection.ts'
import type { SsoConnection } from './connection.ts'
import { SsoIdentityStore } from './identity-store.ts'
import type { SsoRouting } from './routing.ts'
import type { SsoSessionEndings } from './session-endings.ts'
import { SsoSessionStore } from './sso-session-store.ts'
import { ssoErrors } from './errors.ts'
import { ssoConnectionCreated, ssoConnectionDeleted, ssoConnectionUpdated } from './events.ts'
import { givesSystemRoles, requireSayOver } from './operator-say.ts'
import { withMetadata } from './saml-import.ts'
import type { SamlKeys } from './saml-keys.ts'

/** What a connection may name, as the rooms that own it know it. */
export interface NamedByConnections {
  hasOrganizationRole(organizationId: string, role: string): Promise<boolean>
  hasOrganization(organizationId: string): Promise<boolean>
  /** Those of some ids that are of roles of applications. */
  existingRoles(ids: readonly string[]): Promise<ReadonlySet<string>>
}

interface SsoConnectionsDeps {
  readonly db: Db
  readonly clock: Clock
  readonly keyring: Pick<Keyring, 'seal'>
  readonly events: Events
  readonly lifecycle: Lifecycle
  readonly outbound: Pick<Outbound, 'check' | 'fetch'>
  readonly samlKeys: Pick<SamlKeys, 'make' | 'store'>
  readonly named: NamedByConnections
  readonly routing: Pick<SsoRouting, 'invalidate'>
  readonly sessionEndings: Pick<SsoSessionEndings, 'runOnce'>
}

/** The connections for single sign-on, as operators set them up. */
export class SsoConnections {
  readonly #deps: SsoConnectionsDeps
  readonly #store: SsoConnectionStore
  readonly #identities: SsoIdentityStore
  readonly #sessions: SsoSessionStore
  constructor(deps: SsoConnectionsDeps) {
    this.#deps = deps
    this.#sessions = new SsoSessionStore(deps.db)
    this.#store = new SsoConnectionStore(deps.db)
    this.#identities = new SsoIdentityStore(deps.db)
  }

  async get(id: string): Promise<SsoConnection> {
    return (isId('sso', id) ? await this.#store.find(id) : undefined) ?? notFound()
  }

  /** One that people can use. */
  async getEnabled(id: string): Promise<SsoConnection> {
    const connection = await this.get(id)
    return connection.enabled ? connection : notFound()
  }

  /** Connections, newest first. */
  list(filter: SsoConnectionFilter, request: PageRequest): Promise<Page<SsoConnection>> {
    return this.#store.list(filter, request)
  }

  count(): Promise<number> {
    return this.#store.count()
  }

  /** Sets a connection up. Nothing is fetched but metadata; an address that we would not call is refused. */
  async create(input: SsoConnectionInput, by: Operator): Promise<SsoConnection> {
    const { db, clock, events, keyring, samlKeys } = this.#deps
    const draft = await this.#draft(input)
    if (givesSystemRoles(draft)) requireFullAccess(by)
    await this.#check(draft)
    const now = clock.now()
    const id = newId('sso', now)
    const secret = input.oidc?.client_secret
    const secretSealed = secret === undefined ? null : keyring.seal(secret, ssoSecretPlace(id))
    const connection: SsoConnection = {
      id,
      ...draft,
      secretSealed,
      ...readJustNow(draft, now),
      version: 1,
      createdAt: now,
      updatedAt: now,
    }
    const samlKey = draft.type === 'saml' ? await samlKeys.make() : undefined
    await db.tx(async (tx) => {
      await this.#store.insert(tx, connection)
      if (samlKey) await samlKeys.store(tx, id, samlKey, true)
      const data = { ...nameFields(connection), issuer: draft.issuer, organization_id: draft.organizationId }
      await events.record(tx, ssoConnectionCreated, { ...actorAndTarget(connection, by.actor), data })
    })
    this.#deps.routing.invalidate()
    return connection
  }

  /**
   * Replaces a connection: what the input leaves out is as in a new one, but for the secret, which stays. Whoever is on the
   * way there now comes back to nothing; turned off, it keeps nobody signed in whom it signed in. Refused when it is not what
   * the caller read, where they say what that was.
   */
  async replace(id: string, input: SsoConnectionReplacement, by: Operator): Promise<SsoConnection> {
    const { db } = this.#deps
    await this.get(id)
    const draft = await this.#draft(input)
    await this.#check(draft)
    const after = await db.tx(async (tx) => {
      const before = (await this.#store.hold(tx, id)) ?? notFound()
      await requireSayOver(before, [before, draft], by, { identities: this.#identities, queries: tx })
      if (before.version !== (input.current_version ?? before.version)) {
        throw new AppError(ssoErrors.sso_connection_changed)
      }
      if (draft.type !== before.type) throw invalid('/type', 'stays as it is')
      if (draft.issuer !== before.issuer && (await this.#identities.anyOf(id, tx))) {
        throw new AppError(ssoErrors.sso_connection_in_use)
      }
      return this.#replace(tx, before, { draft, secret: input.oidc?.client_secret }, by.actor)
    })
    await this.#changed()
    return after
  }

  async #replace(
    tx: Tx,
    before: SsoConnection,
    { draft, secret }: { readonly draft: SsoConnectionDraft; readonly secret: string | undefined },
    actor: Actor,
  ): Promise<SsoConnection> {
    const { clock, events, keyring } = this.#deps
    const { id } = before
    const fields = changing<SsoConnection>(before, draft)
    refuseToMoveSecret(before, draft, secret)
    const changed = [...Object.keys(fields).map(wireName), ...(secret === undefined ? [] : ['client_secret'])]
    if (changed.length === 0) return before
    const sealed = secret === undefined ? {} : { secretSealed: keyring.seal(secret, ssoSecretPlace(id)) }
    const now = clock.now()
    const written = { ...fields, ...sealed, ...readJustNow(draft, now), version: before.version + 1, updatedAt: now }
    const after = { ...before, ...written }
    await this.#store.update(tx, id, written)
    await events.record(tx, ssoConnectionUpdated, {
      ...actorAndTarget(after, actor),
      data: { ...nameFields(after), changed },
    })
    return after
  }

  /** Removes a connection, with its domains and what it knew people by. The people stay. */
  async delete(id: string, by: Operator): Promise<void> {
    const { db, clock, lifecycle, events } = this.#deps
    const sessions = await this.#sessions.countOf(id, clock.now())
    await db.tx(async (tx) => {
      const connection = (isId('sso', id) ? await this.#store.hold(tx, id) : undefined) ?? notFound()
      await requireSayOver(connection, [connection], by, { identities: this.#identities, queries: tx })
      await this.#store.delete(tx, id)
      const ended = await lifecycle.ended(tx, 'ssoConnectionDeleted', subjectOf(id), 'sso_connection_deleted')
      // Those end right after, each by itself.
      const counts = addCounts(ended, { sessions })
      const data = { ...nameFields(connection), counts }
      await events.record(tx, ssoConnectionDeleted, { ...actorAndTarget(connection, by.actor), data })
    })
    await this.#changed()
  }

  /** What deleting would end. */
  async countEnding(id: string): Promise<Counts> {
    const { lifecycle, clock } = this.#deps
    const connection = await this.get(id)
    const counts = await lifecycle.wouldEnd('ssoConnectionDeleted', subjectOf(connection.id))
    return addCounts(counts, { sessions: await this.#sessions.countOf(connection.id, clock.now()) })
  }

  /** People are led elsewhere from now on, and the sessions end that no connection stands for any more. */
  async #changed(): Promise<void> {
    this.#deps.routing.invalidate()
    await this.#deps.sessionEndings.runOnce()
  }

  async #draft(input: SsoConnectionInput): Promise<SsoConnectionDraft> {
    const { outbound, clock } = this.#deps
    const { metadata_url: metadataUrl = null } = input.saml ?? {}
    return draftOf(await withMetadata(input, { fetch: outbound.fetch, now: clock.now() }), metadataUrl)
  }

  async #check(draft: SsoConnectionDraft): Promise<void> {
    await this.#refuseInward(draft)
    await this.#checkNamed(draft)
  }

  /** What is called from here; where only the browser goes, nothing stands against an address inside. */
  async #refuseInward({ oidc, issuer }: SsoConnectionDraft): Promise<void> {
    if (oidc === null) return
    try {
      await this.#deps.outbound.check(issuer)
    } catch (error) {
      // A name that is not known yet may be known later; what is not allowed now is said now.
      if (!(error instanceof OutboundError)) throw error
      if (error.reason === 'refused') throw invalid('/oidc/issuer', `may not be called: ${error.message}`)
    }
  }

  async #checkNamed({ organizationId, organizationRole, groupRoles }: SsoConnectionDraft): Promise<void> {
    const { named } = this.#deps
    if (organizationId !== null && !(await named.hasOrganization(organizationId))) {
      throw invalid('/organization_id', 'must be the id of an organization')
    }
    const roles: [pointer: string, role: string | null | undefined][] = [
      ['/organization_role', organizationRole],
      ...groupRoles.map(({ organization_role }, i): [string, string | undefined] => [
        `/group_roles/${i}/organization_role`,
        organization_role,
      ]),
    ]
    for (const [pointer, role] of roles) {
      if (organizationId !== null && role && !(await named.hasOrganizationRole(organizationId, role))) {
        throw invalid(pointer, 'must be the name of a role of the organization')
      }
    }
    const known = await named.existingRoles(unique(groupRoles.flatMap(({ role_ids = [] }) => role_ids)))
    for (const [i, { role_ids = [] }] of groupRoles.entries()) {
      const unknown = role_ids.findIndex((id) => !known.has(id))
      if (unknown >= 0) throw invalid(`/group_roles/${i}/role_ids/${unknown}`, 'must be the id of a role')
    }
  }
}

/** Throws when the secret that is stored would go to a provider that it was not given for. */
function refuseToMoveSecret(before: SsoConnection, draft: SsoConnectionDraft, secret: string | undefined): void {
  if (secret !== undefined || before.secretSealed === null || draft.issuer === before.issuer) return
  throw invalid('/oidc/client_secret', 'must come along: the one that is stored was given for another issuer')
}

/** Whoever gives the address of metadata had them read before anything was written. */
const readJustNow = ({ metadataUrl }: SsoConnectionDraft, now: number) => ({
  metadataTriedAt: metadataUrl === null ? null : now,
  metadataError: null,
})

const wireName = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const subjectOf = (ssoConnectionId: string) => ({ by: 'sso-connection', ssoConnectionId }) as const

const nameFields = ({ id, name, type }: SsoConnection) => ({ id, name, type })

const actorAndTarget = ({ id }: SsoConnection, actor: Actor) => ({ actor, target: { type: 'sso_connection', id } })

const notFound = (): never => {
  throw new AppError(ssoErrors.sso_connection_not_found)
}
