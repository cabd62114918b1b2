import { join, joinAny, sql } from '#/platform/db/sql.ts'
import { LazyValidator } from '#/platform/validation/validator.ts'
import { newId } from '#/platform/ids.ts'
import { entryMac } from './entry.ts'
import { events } from './event-table.ts'
import type { TObject } from 'typebox'
import type { Clock } from '#/platform/clock.ts'
import type { Keyring } from '#/platform/crypto/keyring.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import type { Entry } from './entry.ts'
import type { EventRow } from './event-table.ts'
import type { EventInput, EventResult, EventType } from './event.ts'

interface EventsDeps {
  readonly clock: Clock
  readonly keyring: Pick<Keyring, 'mac'>
  /** Learns what this process recorded, once it is durable. */
  readonly onRecorded?: (recorded: RecordedEvent) => void
}

/** What was recorded, for whoever counts. */
export interface RecordedEvent {
  readonly name: string
  readonly result: EventResult
  readonly data: Readonly<Record<string, unknown>>
}

/** An event that waits for being written. */
export interface PreparedEvent {
  readonly row: EventRow
  /** To be called once it is durable. */
  readonly recorded: () => void
}

/**
 * Writes what happened, in the transaction that makes it true: audit entry, and source of webhooks and statistics. Each row
 * carries a keyed hash from the start, so that one that was written around this class shows before it is sealed.
 */
export class Events {
  readonly #deps: EventsDeps
  readonly #validators = new Map<string, LazyValidator>()

  constructor(deps: EventsDeps) {
    this.#deps = deps
  }

  /** Records one input and answers the id of its row. Takes no lock: order is given later, when rows are sealed. */
  async record<S extends TObject>(tx: Tx, kind: EventType<S>, input: EventInput<S>): Promise<string> {
    const { row, recorded } = this.prepare(kind, input)
    await tx.run(events.insert(row))
    tx.afterCommit(recorded)
    return row.id
  }

  /** Records many of one kind by one statement. */
  async recordAll<S extends TObject>(tx: Tx, kind: EventType<S>, inputs: readonly EventInput<S>[]): Promise<void> {
    if (inputs.length === 0) return
    const prepared = inputs.map((input) => this.prepare(kind, input))
    const rows = prepared.map(({ row }) => sql`(${join(events.values(row))})`)
    await tx.run(sql`INSERT INTO events (${events.columns}) VALUES ${joinAny(rows)} ON CONFLICT (id) DO NOTHING`)
    for (const { recorded } of prepared) tx.afterCommit(recorded)
  }

  /** The row of one input, for whoever writes it by the statement that makes it true. */
  prepare<S extends TObject>(kind: EventType<S>, input: EventInput<S>): PreparedEvent {
    if (!this.#validator(kind).check(input.data)) {
      throw new TypeError(`the data of event ${kind.name} does not fit its schema`)
    }
    const now = this.#deps.clock.now()
    const id = newId('aud', now)
    const entry = toEntry(id, now, kind.name, input)
    const row = { ...entry, mac: entryMac(this.#deps.keyring, entry), sequence: null, hash: null }
    return { row, recorded: () => this.#deps.onRecorded?.(entry) }
  }

  /** Records what changed nothing else, in a transaction of its own. */
  recordAlone<S extends TObject>(db: Db, kind: EventType<S>, input: EventInput<S>): Promise<string> {
    return db.tx((tx) => this.record(tx, kind, input))
  }

  /** Refuses members that a kind does not list: a secret that slipped in never reaches the log. */
  #validator(kind: EventType): LazyValidator {
    const known = this.#validators.get(kind.name)
    if (known) return known
    const validator = new LazyValidator(kind.data, true)
    this.#validators.set(kind.name, validator)
    return validator
  }
}

function toEntry<S extends TObject>(
  id: string,
  now: number,
  name: string,
  { actor, target, result, data }: EventInput<S>,
): Entry {
  return {
    id,
    name,
    actorType: actor.type,
    actorId: actor.id,
    targetType: target?.type ?? null,
    targetId: target?.id ?? null,
    result: result ?? 'success',
    data,
    requestId: actor.requestId,
    clientRequestId: actor.clientRequestId ?? null,
    ip: actor.ip,
    createdAt: now,
  }
}
