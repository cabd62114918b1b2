import { systemActor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import type { Outbound } from '#/platform/http-client/outbound.ts'
import { SsoConnectionStore } from './connection-store.ts'
import type { SamlSettings, SsoConnection } from './connection.ts'
import { ssoConnectionUpdated, ssoMetadataFailed } from './events.ts'
import { MetadataFailure, readMetadata } from './saml-import.ts'

interface MetadataRefreshDeps {
  readonly db: Db
  readonly clock: Clock
  readonly events: Events
  readonly outbound: Pick<Outbound, 'fetch'>
}

const EVERY_MS = 3_600_000
const BATCH = 50
const actor = systemActor('sso-metadata')

type Read = { readonly saml: SamlSettings } | { readonly error: string }

/**
 * Reads the metadata again that operators gave the address of, so that a certificate that takes over is known before it
 * signs. Who the provider is stays: metadata of another one change nothing, and neither do any that can't be used.
 */
export class MetadataRefresh {
  readonly #deps: MetadataRefreshDeps
  readonly #store: SsoConnectionStore
  constructor(deps: MetadataRefreshDeps) {
    this.#deps = deps
    this.#store = new SsoConnectionStore(deps.db)
  }

  /** Reads those that nobody has for an hour, one after the other. */
  async run(signal?: AbortSignal): Promise<void> {
    const due = await this.#store.listToRefresh(this.#deps.clock.now() - EVERY_MS, BATCH)
    for (const connection of due) {
      if (signal?.aborted) return
      const read = await this.#read(connection)
      await this.#deps.db.tx((tx) => this.#write(tx, connection, read))
    }
  }

  async #read({ metadataUrl, issuer, saml }: SsoConnection): Promise<Read> {
    const { outbound, clock } = this.#deps
    try {
      const told = await readMetadata(metadataUrl ?? '', { fetch: outbound.fetch, now: clock.now() })
      if (told.entity_id !== issuer) return { error: `describe another identity provider: ${told.entity_id}` }
      return {
        saml: {
          ssoUrl: told.sso_url,
          sloUrl: told.slo_url ?? null,
          sloResponseUrl: told.slo_response_url ?? null,
          certificates: told.certificates,
          allowIdpInitiated: saml?.allowIdpInitiated ?? false,
        },
      }
    } catch (error) {
      if (error instanceof MetadataFailure) return { error: error.message }
      throw error
    }
  }

  /** What somebody changed meanwhile is read the next time. */
  async #write(tx: Tx, { id, version }: SsoConnection, read: Read): Promise<void> {
    const { clock, events } = this.#deps
    const before = await this.#store.hold(tx, id)
    if (before?.version !== version) return
    const now = clock.now()
    const about = { actor, target: { type: 'sso_connection', id } }
    const names = { id, name: before.name, type: before.type }
    if ('error' in read) {
      await this.#store.update(tx, id, { metadataTriedAt: now, metadataError: read.error })
      if (before.metadataError !== null) return
      await events.record(tx, ssoMetadataFailed, { ...about, result: 'failure', data: { ...names, error: read.error } })
      return
    }
    const { saml } = read
    const isSame = JSON.stringify(sorted(saml)) === JSON.stringify(sorted(before.saml))
    const changes = isSame ? {} : { saml, version: version + 1, updatedAt: now }
    await this.#store.update(tx, id, { metadataTriedAt: now, metadataError: null, ...changes })
    if (!isSame) await events.record(tx, ssoConnectionUpdated, { ...about, data: { ...names, changed: ['saml'] } })
  }
}

const sorted = (saml: SamlSettings | null) =>
  saml && Object.entries(saml).toSorted(([one], [two]) => (one < two ? -1 : 1))
