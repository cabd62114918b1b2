import type { SigningKeys } from '#/modules/signing-keys/index.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Outbound } from '#/platform/http-client/outbound.ts'
import { hashSecret, newSecret } from '#/platform/crypto/secrets.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import { newId } from '#/platform/ids.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import type { AppTraits, Client, ClientKind } from './client.ts'
import { completeGrants, isClientId, usesSecret } from './client.ts'
import { settledBy } from './client-rules.ts'
import type { ClientDraft, DraftProblem } from './draft.ts'
import { publicMembers } from './jwks.ts'
import type { ClientFilter, CountedClients } from './store.ts'
import { ClientStore } from './store.ts'
import type { Counts, Lifecycle } from '#/modules/lifecycle/index.ts'

export interface ClientsDeps {
  readonly db: Db
  readonly clock: Clock
  readonly lifecycle: Lifecycle
  readonly signingKeys: Pick<SigningKeys, 'prepare'>
  /** Where requests of ours may go. */
  readonly outbound: Pick<Outbound, 'whyNot'>
}

/** Who a new client belongs to and how far it is trusted. */
export interface NewClient {
  readonly kind: ClientKind
  readonly draft: ClientDraft
  /** Chosen by an operator; made up when not given. */
  readonly clientId?: string | undefined
  readonly trusted: boolean
  readonly createdBy: string
  /** What makes it an application. */
  readonly traits?: AppTraits
  /** Whether the client manages itself with a registration access token (RFC 7592). */
  readonly managesItself?: boolean
}

/** A client as it was just made, with the secrets that are shown this once. */
export interface MadeClient {
  readonly client: Client
  readonly secret: string | null
  readonly registrationToken: string | null
}

/** A client after a change; without one it was gone. */
export interface ChangedClient {
  readonly client: Client | undefined
  /** The first secret of a client that begins to use one. */
  readonly secret: string | null
  /** What ended, where something could. */
  readonly counts: Counts | undefined
}

const HOUR = 3_600_000
const noTraits: AppTraits = {
  appType: null,
  firstParty: false,
  allowedOrigins: null,
  refreshTokenTtlSeconds: null,
  requirePkce: true,
}
const PREFIXES: Record<ClientKind, 'cli' | 'agt' | 'app'> = {
  registered: 'cli',
  document: 'cli',
  agent: 'agt',
  app: 'app',
  builtin: 'cli',
}

/**
 * OAuth clients, whoever made them. The verbs that write take the transaction of their caller, which knows why the
 * client changes and records that: registration, agents, applications.
 */
export class Clients {
  readonly #deps: ClientsDeps
  readonly #store: ClientStore
  constructor(deps: ClientsDeps) {
    this.#deps = deps
    this.#store = new ClientStore(deps.db)
  }

  /** The client with this admin id. */
  find(id: string): Promise<Client | undefined> {
    return this.#store.find(this.#deps.db, id)
  }

  /** The client with this protocol id: one indexed read. */
  async findByClientId(clientId: string): Promise<Client | undefined> {
    return isClientId(clientId) ? this.#store.findByClientId(clientId) : undefined
  }

  /** Some clients by their protocol ids; those that are gone are left out. */
  findAllByClientId(clientIds: readonly string[]): Promise<Client[]> {
    return this.#store.findAllByClientId(clientIds)
  }

  /** Clients of one kind, newest first. */
  list(filter: ClientFilter, request: PageRequest): Promise<Page<Client>> {
    return this.#store.list(filter, request)
  }

  /** Active clients for which an operator waived PKCE, oldest first: some, for whoever should know. */
  listWithoutPkce(limit: number): Promise<Client[]> {
    return this.#store.listWithoutPkce(limit)
  }

  count(counted: CountedClients): Promise<number> {
    return this.#store.count(counted)
  }

  /** Notes that a client was used, in steps of an hour so that busy clients seldom write; never before it was made. */
  async touch(client: Client): Promise<void> {
    const hour = Math.floor(this.#deps.clock.now() / HOUR) * HOUR
    if (client.lastUsedAt === null || client.lastUsedAt < hour)
      await this.#store.touch(client.id, Math.max(hour, client.createdAt))
  }

  /** Whether a client is active; holds it against being turned off until the transaction ends. */
  hold(tx: Tx, id: string): Promise<boolean> {
    return this.#store.hold(tx, id)
  }

  /** A client as it is, held against every change until the transaction ends. */
  holdForChange(tx: Tx, id: string): Promise<Client | undefined> {
    return this.#store.holdForChange(tx, id)
  }

  /**
   * What a sound draft needs before it is saved: the key its ID tokens are signed by, so that the key set shows it in time.
   * Returns what would keep it from working: an address that we would never call. Of a change, what is given counts.
   */
  async prepare({ idTokenAlg, backchannelLogoutUri }: Partial<ClientDraft>): Promise<DraftProblem[]> {
    const { signingKeys, outbound } = this.#deps
    const whyNot = backchannelLogoutUri ? await outbound.whyNot(backchannelLogoutUri) : undefined
    if (whyNot !== undefined) {
      const message = `is an address this server does not call: ${whyNot}`
      return [{ member: 'backchannel_logout_uri', message }]
    }
    if (idTokenAlg) await signingKeys.prepare(idTokenAlg)
    return []
  }

  /** Makes a client. The draft has been checked. */
  async create(tx: Tx, input: NewClient): Promise<MadeClient> {
    const now = this.#deps.clock.now()
    const secret = usesSecret(input.draft.authMethod) ? newClientSecret() : null
    const registrationToken = input.managesItself ? newRegistrationToken() : null
    const client: Client = {
      id: newId(PREFIXES[input.kind], now),
      clientId: input.clientId ?? newClientId(now),
      kind: input.kind,
      ...input.draft,
      ...(input.traits ?? noTraits),
      ...settledBy(input.draft.securityProfile),
      grantTypes: completeGrants(input.draft.grantTypes),
      jwks: input.draft.jwks && publicMembers(input.draft.jwks),
      secretHash: secret && hashSecret(secret),
      formerSecretHash: null,
      formerSecretUntil: null,
      trusted: input.trusted,
      active: true,
      dpopJkt: null,
      registrationTokenHash: registrationToken && hashSecret(registrationToken),
      createdBy: input.createdBy,
      createdAt: now,
      updatedAt: now,
      lastUsedAt: null,
    }
    await this.#store.insert(tx, client)
    return { client, secret, registrationToken }
  }

  /**
   * Writes the fields given. A client that begins to use a secret gets one, which is answered this once. Where a redirect
   * URI is removed, the codes end that were on their way to it; `counts` says how many.
   */
  async change(tx: Tx, client: Client, fields: Partial<Client>): Promise<ChangedClient> {
    const method = fields.authMethod ?? client.authMethod
    const secret = usesSecret(method) && client.secretHash === null ? newClientSecret() : null
    const secretHash = usesSecret(method) ? (secret ? hashSecret(secret) : client.secretHash) : null
    const jwks = fields.jwks ? { jwks: publicMembers(fields.jwks) } : {}
    const { securityProfile = client.securityProfile } = fields
    const grants = fields.grantTypes ? { grantTypes: completeGrants(fields.grantTypes) } : {}
    const changes = {
      ...fields,
      ...settledBy(securityProfile),
      ...jwks,
      ...grants,
      ...(secretHash === client.secretHash ? {} : { secretHash }),
    }
    const changed = await this.#store.update(tx, client.id, { ...changes, updatedAt: this.#deps.clock.now() })
    const removesUri = changed && !client.redirectUris.every((uri) => changed.redirectUris.includes(uri))
    const subject = { by: 'client', clientId: client.clientId } as const
    const counts = removesUri
      ? await this.#deps.lifecycle.ended(tx, 'redirectUriRemoved', subject, 'redirect_uri_removed')
      : undefined
    return { client: changed, secret, counts }
  }

  /**
   * A new secret in place of the old one, which works on for the overlap or stops at once; the one before it stops in
   * either case. Undefined when the client uses none.
   */
  async rotateSecret(tx: Tx, client: Client, overlapSeconds = 0): Promise<string | undefined> {
    const secret = newClientSecret()
    const now = this.#deps.clock.now()
    const until = overlapSeconds > 0 ? now + overlapSeconds * 1000 : null
    return (await this.#store.replaceSecret(tx, client.id, hashSecret(secret), now, until)) ? secret : undefined
  }

  /** A new registration token in place of the one presented; undefined when another request replaced it first. */
  async rotateRegistrationToken(tx: Tx, client: Client): Promise<string | undefined> {
    const token = newRegistrationToken()
    const from = client.registrationTokenHash ?? ''
    return (await this.#store.replaceRegistrationToken(tx, client.id, from, hashSecret(token))) ? token : undefined
  }

  /** Removes a client with everything that hangs on it; answers what ended, or undefined when it was gone already. */
  async delete(tx: Tx, client: Client, reason: string): Promise<Counts | undefined> {
    if (!(await this.#store.delete(tx, client.id))) return undefined
    return this.#deps.lifecycle.ended(tx, 'clientDeleted', deletedSubject(client), reason)
  }

  /** What deleting a client would end. */
  countDeleting(client: Client): Promise<Counts> {
    return this.#deps.lifecycle.wouldEnd('clientDeleted', deletedSubject(client))
  }
}

const deletedSubject = ({ id, clientId }: Client) => ({ by: 'client', id, clientId }) as const

const newClientSecret = (): string => newSecret('mandate_cs_')
const newRegistrationToken = (): string => newSecret('mandate_reg_')

/** Random like every id, and of a prefix that no user or other subject has (RFC 9700 §4.15). */
const newClientId = (now: number): string => newId('cli', now).replace('cli_', 'client_')
