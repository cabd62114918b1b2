import type { Static } from 'typebox'
import type { Client, ClientDraft, Clients, MadeClient } from '#/modules/clients/index.ts'
import { endedTokens } from '#/modules/lifecycle/index.ts'
import type { Settings } from '#/modules/system/index.ts'
import { constantTimeEqual, hashSecret } from '#/platform/crypto/secrets.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import { Snapshot } from '#/platform/db/snapshot.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import { OAuthError } from '#/platform/errors/oauth-error.ts'
import type { Limits } from '#/platform/rate-limit/limits.ts'
import { networkOf } from '#/platform/rate-limit/network.ts'
import type { RequestContext } from '#/platform/request-context.ts'
import { clientActor } from '#/oauth/shared/token-request.ts'
import { refused, tooMany } from './authentication.ts'
import {
  clientDeleted,
  clientRegistered,
  clientSecretRotated,
  clientUpdated,
  registrationTokenRotated,
} from './events.ts'
import { invalidMetadata } from './metadata-reader.ts'
import { readMetadata, refuseProblems } from './metadata.ts'
import type { ClientInformation } from './schemas.ts'
import { clientView } from './view.ts'

export interface RegistrationDeps {
  readonly db: Db
  readonly clients: Clients
  readonly events: Events
  readonly settings: Settings
  readonly limits: Limits
  /** The issuer identifier, equal to the base URL. */
  readonly issuer: string
  /** How many registered clients there may be; a flood from many addresses ends there. */
  readonly maxClients?: number
}

/** Who asks to be registered: nobody is known yet but a request, and perhaps an operator's token. */
export interface Registrant {
  readonly context: RequestContext
  readonly token: string | undefined
}

type Body = Readonly<Record<string, unknown>>

// Counts creation, not use: enough for a laboratory, too little for a flood.
const CREATIONS = { burst: 200, periodMs: 3_600_000 }
const CHANGES = { burst: 100, periodMs: 3_600_000 }
const MAX_CLIENTS = 100_000

/** Clients that register and manage themselves (RFC 7591, RFC 7592). */
export class Registration {
  readonly #deps: RegistrationDeps
  readonly #registered: Snapshot<number>
  constructor(deps: RegistrationDeps) {
    this.#deps = deps
    this.#registered = new Snapshot(() => deps.clients.count({ kind: 'registered' }))
  }

  /** Registers a client, which nobody vouches for: untrusted, and without reserved scopes. */
  async register(body: Body, registrant: Registrant): Promise<MadeClient> {
    await this.#admit(registrant)
    const settings = await this.#deps.settings.current()
    const draft = readMetadata(body, settings['oauth.registration_scopes'])
    await this.#refuseFlood(registrant)
    refuseProblems(await this.#deps.clients.prepare(draft))
    return this.#deps.db.tx((tx) => this.#insert(tx, draft, registrant))
  }

  /** Refuses a registrant without an operator's token where one is needed, and everybody where nobody may. */
  async #admit({ token, context }: Registrant): Promise<void> {
    const settings = await this.#deps.settings.current()
    const mode = settings['oauth.registration']
    if (mode === 'off') {
      throw new OAuthError('access_denied', 'Registration is closed: ask an operator for a client.', { status: 403 })
    }
    if (mode === 'open') return
    const expected = settings['oauth.registration_token']
    if (token !== undefined && expected !== null && constantTimeEqual(hashSecret(token), expected)) return
    const { allowed, retryAfterSeconds } = await this.#deps.limits.hit(
      `initial-token:${networkOf(context.ip)}`,
      CREATIONS,
    )
    if (!allowed) throw tooMany(retryAfterSeconds)
    throw refused('Send a valid initial access token as Bearer.')
  }

  async #refuseFlood({ context }: Registrant): Promise<void> {
    const { limits, maxClients = MAX_CLIENTS } = this.#deps
    const { allowed, retryAfterSeconds } = await limits.hit(`registration:${networkOf(context.ip)}`, CREATIONS)
    if (!allowed) throw tooMany(retryAfterSeconds)
    if ((await this.#registered.current()) < maxClients) return
    throw new OAuthError('temporarily_unavailable', 'This server takes no more registrations for now.', {
      headers: { 'retry-after': '3600' },
      detail: `the cap of ${maxClients} registered clients is reached`,
    })
  }

  async #insert(tx: Tx, draft: ClientDraft, { context }: Registrant): Promise<MadeClient> {
    const origin = { kind: 'registered', trusted: false, createdBy: 'registration', managesItself: true } as const
    const made = await this.#deps.clients.create(tx, { ...origin, draft })
    const actor = clientActor(made.client, context)
    await this.#deps.events.record(tx, clientRegistered, {
      ...actorAndTarget(made.client, actor),
      data: registrationFields(made.client),
    })
    return made
  }

  /** A client as it sees itself. */
  view(client: Client): Static<typeof ClientInformation> {
    return clientView(client, this.#deps.issuer)
  }

  /** Each change leaves a record, and nobody vouches for whoever makes it. */
  async #limitChanges({ clientId }: Client): Promise<void> {
    const { allowed, retryAfterSeconds } = await this.#deps.limits.hit(`registration-changes:${clientId}`, CHANGES)
    if (!allowed) throw tooMany(retryAfterSeconds, 'Too many changes of this registration.')
  }

  /** Replaces the whole registration (RFC 7592 §2.2); what the body leaves out goes back to its default. */
  async replace(client: Client, body: Body, actor: Actor): Promise<{ client: Client; secret: string | null }> {
    refuseForeign(client, body)
    await this.#limitChanges(client)
    const settings = await this.#deps.settings.current()
    const draft = readMetadata(body, settings['oauth.registration_scopes'])
    refuseProblems(await this.#deps.clients.prepare(draft))
    return this.#deps.db.tx(async (tx) => {
      const { client: replaced, secret, counts } = await this.#deps.clients.change(tx, client, draft)
      if (!replaced) throw refused('The client is deleted.')
      await this.#deps.events.record(tx, clientUpdated, {
        ...actorAndTarget(replaced, actor),
        data: { ...registrationFields(replaced), ...(counts && { counts }) },
      })
      return { client: replaced, secret }
    })
  }

  /** Deletes the registration with everything that came of it (RFC 7592 §2.3). */
  async delete(client: Client, actor: Actor): Promise<void> {
    await this.#deps.db.tx(async (tx) => {
      const counts = await this.#deps.clients.delete(tx, client, 'client_deleted')
      if (!counts) throw refused('The client is deleted.')
      const data = { ...nameFields(client), ...endedTokens(counts) }
      await this.#deps.events.record(tx, clientDeleted, { ...actorAndTarget(client, actor), data })
    })
  }

  /** A new secret; the old one stops at once. */
  async rotateSecret(client: Client, actor: Actor): Promise<string> {
    await this.#limitChanges(client)
    return this.#deps.db.tx(async (tx) => {
      const secret = await this.#deps.clients.rotateSecret(tx, client)
      if (secret === undefined) throw new OAuthError('invalid_request', 'This client does not use a secret.')
      await this.#deps.events.record(tx, clientSecretRotated, {
        ...actorAndTarget(client, actor),
        data: nameFields(client),
      })
      return secret
    })
  }

  /** A new registration access token; the one presented works no more, so of two uses at once one gets a 401. */
  async rotateToken(client: Client, actor: Actor): Promise<string> {
    await this.#limitChanges(client)
    return this.#deps.db.tx(async (tx) => {
      const token = await this.#deps.clients.rotateRegistrationToken(tx, client)
      if (token === undefined) throw refused('The registration access token is not valid for this client.')
      await this.#deps.events.record(tx, registrationTokenRotated, {
        ...actorAndTarget(client, actor),
        data: nameFields(client),
      })
      return token
    })
  }
}

/** RFC 7592 §2.2: a body that names the client or its secret must name the right ones. */
function refuseForeign(client: Client, body: Body): void {
  const { client_id: clientId, client_secret: secret } = body
  if (clientId !== undefined && clientId !== client.clientId) throw invalidMetadata('client_id', 'is not this client')
  if (secret === undefined) return
  const matches = typeof secret === 'string' && constantTimeEqual(hashSecret(secret), client.secretHash ?? '')
  if (!matches) throw invalidMetadata('client_secret', 'is not the secret of this client')
}

const actorAndTarget = (client: Client, actor: Actor) => ({ actor, target: { type: 'client', id: client.id } })

const nameFields = (client: Client) => ({ client_id: client.clientId, client_name: client.clientName })

const registrationFields = (client: Client) => ({
  ...nameFields(client),
  grant_types: client.grantTypes,
  token_endpoint_auth_method: client.authMethod,
  scope: client.scope,
  redirect_uris: client.redirectUris,
})
