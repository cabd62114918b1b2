import { isDocumentId } from '#/modules/clients/index.ts'
import type { Client, Clients } from '#/modules/clients/index.ts'
import type { Settings } from '#/modules/system/index.ts'
import { systemActor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Db } from '#/platform/db/db.ts'
import { Snapshot } from '#/platform/db/snapshot.ts'
import { OAuthError } from '#/platform/errors/oauth-error.ts'
import { OutboundError } from '#/platform/http-client/outbound-error.ts'
import type { SafeFetch } from '#/platform/http-client/outbound.ts'
import type { Logger } from '#/platform/log/log.ts'
import { changesBetween } from '#/platform/merge-patch.ts'
import type { Limits } from '#/platform/rate-limit/limits.ts'
import { networkOf } from '#/platform/rate-limit/network.ts'
import type { RequestContext } from '#/platform/request-context.ts'
import { readDocument, UnusableDocument } from './document.ts'
import type { ReadDocument } from './document.ts'
import { documentAdopted, documentChanged } from './events.ts'
import { DocumentStore } from './store.ts'
import type { DocumentRecord } from './store.ts'

export interface ClientDocumentsDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Pick<Logger, 'warn'>
  readonly clients: Clients
  readonly events: Events
  readonly settings: Settings
  readonly limits: Limits
  readonly fetch: SafeFetch
  /** How many such clients there may be; a flood of addresses ends there. */
  readonly maxClients?: number
}

const MINUTE = 60_000
const AGAIN_AFTER_MS = MINUTE
/** A document that can't be read goes on for a day, so that a client's outage is not its people's. */
const STALE_FOR_MS = 24 * 60 * MINUTE
// Each new address makes us ask a server that a stranger chose, and takes a row.
const NEW_ADDRESSES = { burst: 60, periodMs: 10 * MINUTE }
const MAX_CLIENTS = 20_000
const MAX_READING = 64
const MAX_READING_OF_HOST = 4

const actor = systemActor('client-documents')

/** Finds clients by their id, and reads the documents of those whose id is the address of one. */
export class ClientDocuments {
  readonly #deps: ClientDocumentsDeps
  readonly #store: DocumentStore
  readonly #known: Snapshot<number>
  readonly #reading = new Map<string, Promise<Client | undefined>>()
  constructor(deps: ClientDocumentsDeps) {
    this.#deps = deps
    this.#store = new DocumentStore(deps.db)
    this.#known = new Snapshot(() => deps.clients.count({ kind: 'document' }))
  }

  /**
   * The client with this id, by a document that is fresh, or that can't be read for a while. An address nobody has named
   * before is read for a request that may `introduce` its client, and is no client anywhere else.
   */
  async find(clientId: string, introduce?: RequestContext): Promise<Client | undefined> {
    const client = await this.#deps.clients.findByClientId(clientId)
    if (!isDocumentId(clientId)) return client
    const host = new URL(clientId).hostname
    if (!(await this.#admits(host))) return undefined
    const known = client && (await this.#store.find(clientId))
    if (known) return this.#current(client, known)
    return introduce && this.#once(clientId, () => this.#introduce(clientId, introduce), tooBusy('5'))
  }

  /** Whether clients of this domain may come at all. */
  async #admits(host: string): Promise<boolean> {
    const settings = await this.#deps.settings.current()
    const mode = settings['oauth.client_documents']
    return mode === 'open' || (mode === 'domains' && settings['oauth.client_document_domains'].includes(host))
  }

  /** However many requests ask at once, this node reads a document once, and few at a time. */
  async #once(
    clientId: string,
    read: () => Promise<Client | undefined>,
    otherwise: Client | OAuthError | undefined,
  ): Promise<Client | undefined> {
    const underWay = this.#reading.get(clientId)
    if (underWay) return underWay
    const { host } = new URL(clientId)
    const ofHost = [...this.#reading.keys()].filter((other) => new URL(other).host === host)
    if (this.#reading.size >= MAX_READING || ofHost.length >= MAX_READING_OF_HOST) {
      if (otherwise instanceof OAuthError) throw otherwise
      return otherwise
    }
    const reading = read().finally(() => this.#reading.delete(clientId))
    this.#reading.set(clientId, reading)
    return reading
  }

  async #introduce(clientId: string, { ip }: RequestContext): Promise<Client | undefined> {
    const { limits, maxClients = MAX_CLIENTS } = this.#deps
    await limits.require(`client-document:${networkOf(ip)}`, NEW_ADDRESSES)
    if ((await this.#known.current()) >= maxClients) throw tooBusy('3600')
    const read = await this.#read(clientId)
    if (typeof read === 'string') {
      throw new OAuthError('invalid_request', `The client_id is an address, and its document can not be used: ${read}.`)
    }
    return this.#adopt(clientId, read)
  }

  async #adopt(clientId: string, { draft, freshMs }: ReadDocument): Promise<Client | undefined> {
    const { db, clock, clients, events } = this.#deps
    const now = clock.now()
    const made = await db.tx(async (tx) => {
      const record = { clientId, readAt: now, freshUntil: now + freshMs, triedAt: now }
      if (!(await this.#store.insert(tx, record))) return undefined
      const origin = { kind: 'document', trusted: false, createdBy: 'client-documents' } as const
      const { client } = await clients.create(tx, { ...origin, clientId, draft })
      await events.record(tx, documentAdopted, {
        ...targetOf(client),
        data: { ...nameFields(client), redirect_uris: client.redirectUris, scope: client.scope },
      })
      return client
    })
    return made ?? clients.findByClientId(clientId)
  }

  /** A client as its document says; one that can't be read holds for a while longer, and then its client is none. */
  async #current(client: Client, known: DocumentRecord): Promise<Client | undefined> {
    const now = this.#deps.clock.now()
    if (now < known.freshUntil) return client
    const stale = now < known.freshUntil + STALE_FOR_MS ? client : undefined
    const mayTry = now >= known.triedAt + AGAIN_AFTER_MS
    return mayTry ? this.#once(client.clientId, () => this.#renew(client, known, stale), stale) : stale
  }

  async #renew(client: Client, known: DocumentRecord, stale: Client | undefined): Promise<Client | undefined> {
    if (!(await this.#store.claim(known, this.#deps.clock.now()))) return stale
    const read = await this.#read(client.clientId)
    return typeof read === 'string' ? stale : this.#follow(client, read)
  }

  /** What the document says now; a redirect URI that it took back ends the codes on their way there. */
  async #follow({ id, clientId }: Client, { draft, freshMs }: ReadDocument): Promise<Client | undefined> {
    const { db, clock, clients, events } = this.#deps
    const now = clock.now()
    return db.tx(async (tx) => {
      const before = await clients.holdForChange(tx, id)
      if (!before) return undefined
      await this.#store.noteRead(tx, clientId, now, now + freshMs)
      const { client: after, counts } = await clients.change(tx, before, draft)
      const changes = after ? changesBetween(fieldsOf(before), fieldsOf(after)) : {}
      if (!after || Object.keys(changes).length === 0) return after
      const data = { ...nameFields(after), changes, ...(counts && { counts }) }
      await events.record(tx, documentChanged, { ...targetOf(after), data })
      return after
    })
  }

  /** The document at an address, or why it can't be used. */
  async #read(clientId: string): Promise<ReadDocument | string> {
    const { fetch, settings, clock, log, clients } = this.#deps
    const defaultScopes = (await settings.current())['oauth.registration_scopes']
    try {
      const read = await readDocument(clientId, { fetch, defaultScopes, now: clock.now() })
      const [problem] = await clients.prepare(read.draft)
      return problem ? `${problem.member} ${problem.message}` : read
    } catch (error) {
      if (!(error instanceof UnusableDocument || error instanceof OutboundError)) throw error
      log.warn({ err: error, client_id: clientId }, 'the document of a client can not be used')
      if (error instanceof UnusableDocument) return error.message.replace(/\.$/, '')
      // What else happened on the way stays ours: whoever asks could learn by it what we can reach.
      return error.reason === 'too_large' ? 'it is too long' : 'it can not be read'
    }
  }
}

const tooBusy = (seconds: string): OAuthError =>
  new OAuthError('temporarily_unavailable', 'This server reads no more documents of new clients for now.', {
    headers: { 'retry-after': seconds },
  })

const targetOf = ({ id }: Client) => ({ actor, target: { type: 'client', id } })

const nameFields = ({ clientId, clientName }: Client) => ({ client_id: clientId, client_name: clientName })

/** What a document decides, by wire name, as the log tells it. */
const fieldsOf = (client: Client): Record<string, unknown> => ({
  client_name: client.clientName,
  token_endpoint_auth_method: client.authMethod,
  token_endpoint_auth_signing_alg: client.assertionAlg,
  grant_types: client.grantTypes,
  redirect_uris: client.redirectUris,
  post_logout_redirect_uris: client.postLogoutRedirectUris,
  backchannel_logout_uri: client.backchannelLogoutUri,
  backchannel_logout_session_required: client.backchannelLogoutSessionRequired,
  scope: client.scope,
  jwks: client.jwks?.keys ?? null,
  jwks_uri: client.jwksUri,
  dpop_bound_access_tokens: client.dpopBound,
  id_token_signed_response_alg: client.idTokenAlg,
  id_token_claims: client.idTokenClaims,
  metadata: client.metadata,
})
