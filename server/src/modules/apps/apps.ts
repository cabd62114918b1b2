import { addCounts, endedTokens, isNothing } from '#/modules/lifecycle/index.ts'
import type { Counts, Lifecycle } from '#/modules/lifecycle/index.ts'
import { requireFullAccess } from '#/modules/api-keys/index.ts'
import type { AdminPrincipal } from '#/modules/api-keys/index.ts'
import type { Client, ClientFilter, Clients, MadeClient } from '#/modules/clients/index.ts'
import type { Settings } from '#/modules/system/index.ts'
import { toIsoOrNull } from '#/platform/clock.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import { isId } from '#/platform/ids.ts'
import { changesBetween } from '#/platform/merge-patch.ts'
import { auditedFields, newDraft, patchedFields } from './app-draft.ts'
import type { CreateApp, UpdateApp } from './app-draft.ts'
import { requireNone, requireSound } from './checks.ts'
import type { Lifetimes } from './checks.ts'
import { appErrors } from './errors.ts'
import { appCreated, appDeactivated, appDeleted, appSecretRotated, appUpdated } from './events.ts'

export interface AppsDeps {
  readonly db: Db
  readonly clock: Clock
  readonly clients: Clients
  readonly lifecycle: Lifecycle
  readonly settings: Settings
  readonly events: Events
}

const MAX_NAMED = 10

type By = Pick<AdminPrincipal, 'actor' | 'scopes'>

/** Applications that operators make for people and machines. `ref` is the id or the client_id of one. */
export class Apps {
  readonly #deps: AppsDeps
  constructor(deps: AppsDeps) {
    this.#deps = deps
  }

  async get(ref: string): Promise<Client> {
    const { clients } = this.#deps
    const client = isId('app', ref) ? await clients.find(ref) : await clients.findByClientId(ref)
    if (client?.kind !== 'app') throw new AppError(appErrors.app_not_found)
    return client
  }

  /** Applications, newest first. */
  list(filter: Omit<ClientFilter, 'kind'>, page: PageRequest): Promise<Page<Client>> {
    return this.#deps.clients.list({ ...filter, kind: 'app' }, page)
  }

  /** Names the applications that need no PKCE, for the health report; undefined where there is none. */
  async pkceWarning(): Promise<string | undefined> {
    const waived = await this.#deps.clients.listWithoutPkce(MAX_NAMED)
    if (waived.length === 0) return undefined
    const names = waived.map(({ id, clientName }) => `${clientName} (${id})`).join(', ')
    return `PKCE is waived for ${names}: whoever steals a code of theirs is kept out by nonce and secret alone. Set require_pkce to true as soon as they can.`
  }

  /** Makes an application. Operators vouch for it, so it is trusted. */
  async create(input: CreateApp, by: By): Promise<MadeClient> {
    const lifetimes = await this.#lifetimes()
    const draft = newDraft(input, lifetimes)
    if (draft.firstParty || !draft.requirePkce) requireFullAccess(by)
    requireSound(draft, draft, lifetimes)
    const { clients, events, db } = this.#deps
    requireNone(await clients.prepare(draft))
    return db.tx(async (tx) => {
      const made = await clients.create(tx, {
        kind: 'app',
        draft,
        traits: draft,
        trusted: true,
        createdBy: by.actor.id,
      })
      const { grantTypes, redirectUris, scope, firstParty, requirePkce } = made.client
      const data = {
        first_party: firstParty,
        require_pkce: requirePkce,
        grant_types: grantTypes,
        redirect_uris: redirectUris,
        scope,
      }
      await events.record(tx, appCreated, {
        ...actorAndTarget(made.client, by.actor),
        data: { ...nameFields(made.client), ...data },
      })
      return made
    })
  }

  /** Applies a merge patch. Turning an application off ends its tokens, codes and consents. */
  async update(ref: string, patch: UpdateApp, by: By): Promise<Client> {
    const { id } = await this.get(ref)
    const lifetimes = await this.#lifetimes()
    requireNone(
      await this.#deps.clients.prepare({
        ...(patch.id_token_signed_response_alg && { idTokenAlg: patch.id_token_signed_response_alg }),
        ...(patch.backchannel_logout_uri && { backchannelLogoutUri: patch.backchannel_logout_uri }),
      }),
    )
    return this.#deps.db.tx(async (tx) => {
      const before = await this.#hold(tx, id, by)
      if (patch.first_party !== undefined && patch.first_party !== before.firstParty) requireFullAccess(by)
      if (patch.require_pkce === false && before.requirePkce) requireFullAccess(by)
      const fields = patchedFields(before, patch)
      requireSound({ ...before, ...fields }, fields, lifetimes)
      // What ended with the application stays ended: also a token that was written in the moment it was turned off.
      const late = patch.active === true && !before.active ? await this.#end(tx, before, 'clientReactivated') : {}
      const { client: after, counts } = await this.#deps.clients.change(tx, before, fields)
      if (!after) throw new AppError(appErrors.app_not_found)
      const ended = patch.active === false ? await this.#end(tx, before, 'clientDeactivated') : {}
      await this.#tell(tx, before, after, [late, counts ?? {}, ended].reduce(addCounts), by.actor)
      return after
    })
  }

  /** One event for one change, whatever all it did; none when it did nothing. */
  async #tell(tx: Tx, before: Client, after: Client, counts: Counts, actor: Actor): Promise<void> {
    const { events } = this.#deps
    const data = { ...nameFields(after), changes: changesBetween(auditedFields(before), auditedFields(after)) }
    const endsIt = !after.active && (before.active || !isNothing(counts))
    if (endsIt) {
      await events.record(tx, appDeactivated, {
        ...actorAndTarget(after, actor),
        data: { ...data, ...endedTokens(counts) },
      })
    } else if (Object.keys(data.changes).length > 0) {
      const ended = Object.keys(counts).length > 0 ? { counts } : {}
      await events.record(tx, appUpdated, { ...actorAndTarget(after, actor), data: { ...data, ...ended } })
    }
  }

  #end(tx: Tx, app: Client, cause: 'clientDeactivated' | 'clientReactivated'): Promise<Counts> {
    return this.#deps.lifecycle.ended(tx, cause, subjectOf(app), 'app_deactivated')
  }

  /** Removes an application with everything that came of it. */
  async delete(ref: string, by: By): Promise<void> {
    const { id } = await this.get(ref)
    const { clients, events, db } = this.#deps
    await db.tx(async (tx) => {
      const app = await this.#hold(tx, id, by)
      const counts = await clients.delete(tx, app, 'app_deleted')
      if (!counts) throw new AppError(appErrors.app_not_found)
      await events.record(tx, appDeleted, {
        ...actorAndTarget(app, by.actor),
        data: { ...nameFields(app), ...endedTokens(counts) },
      })
    })
  }

  /** What deleting would end. */
  async countEnding(ref: string): Promise<Counts> {
    return this.#deps.clients.countDeleting(await this.get(ref))
  }

  /** A new secret; the old one works on for the overlap, or stops at once. */
  async rotateSecret(
    ref: string,
    overlapSeconds: number,
    by: By,
  ): Promise<{ app: Client; secret: string; oldUntil: string | null }> {
    const { id } = await this.get(ref)
    const { clients, clock, events, db } = this.#deps
    return db.tx(async (tx) => {
      const app = await this.#hold(tx, id, by)
      if (app.secretHash === null) throw new AppError(appErrors.app_has_no_secret)
      const secret = await clients.rotateSecret(tx, app, overlapSeconds)
      if (secret === undefined) throw new AppError(appErrors.app_inactive)
      const oldUntil = toIsoOrNull(overlapSeconds === 0 ? null : clock.now() + overlapSeconds * 1000)
      const data = { ...nameFields(app), old_secret_until: oldUntil }
      await events.record(tx, appSecretRotated, { ...actorAndTarget(app, by.actor), data })
      return { app, secret, oldUntil }
    })
  }

  /** The application, held. One that gets what it asks for without anybody being asked is changed with full access only. */
  async #hold(tx: Tx, id: string, by: By): Promise<Client> {
    const app = await this.#deps.clients.holdForChange(tx, id)
    if (!app) throw new AppError(appErrors.app_not_found)
    if (app.firstParty) requireFullAccess(by)
    return app
  }

  async #lifetimes(): Promise<Lifetimes> {
    const values = await this.#deps.settings.current()
    return {
      accessSeconds: values['oauth.access_token_ttl_seconds'],
      refreshSeconds: values['oauth.refresh_token_ttl_seconds'],
    }
  }
}

const subjectOf = ({ clientId }: Client) => ({ by: 'client', clientId }) as const

/** Who did it to which application: the first half of every event here. */
const actorAndTarget = (app: Client, actor: Actor) => ({ actor, target: { type: 'app', id: app.id } })

const nameFields = (app: Client) => ({ client_id: app.clientId, name: app.clientName, type: app.appType ?? '' })
