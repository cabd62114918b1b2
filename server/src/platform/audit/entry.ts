import type { Keyring } from '#/platform/crypto/keyring.ts'
import type { EventRow } from './event-table.ts'

/** What an event says, without what authenticates it. */
export type Entry = Omit<EventRow, 'mac' | 'sequence' | 'hash'>

/** What entries said before they were authenticated; the chain of those days is over these members in this order. */
export const formerContent = (entry: Entry): readonly unknown[] => [
  entry.id,
  entry.name,
  entry.actorType,
  entry.actorId,
  entry.targetType,
  entry.targetId,
  entry.result,
  entry.data,
  entry.requestId,
  entry.ip,
  entry.createdAt,
]

const content = (entry: Entry): readonly unknown[] => [...formerContent(entry), entry.clientRequestId]

/** Proves that this server recorded an entry: whoever can only write the database can't make one up. */
export const entryMac = (keyring: Pick<Keyring, 'mac'>, entry: Entry): string =>
  keyring.mac('audit_entry', JSON.stringify(content(entry)))

/** What the chain seals of an entry: what it says, and its authentication. */
export const sealedContent = (event: EventRow): readonly unknown[] => [...content(event), event.mac]

/** Whether this server recorded an entry that carries an authentication code. */
export const isAuthentic = (keyring: Keyring, event: EventRow): boolean => event.mac === entryMac(keyring, event)

/** Whether an entry is as older versions recorded it: without a code, and without what the former content leaves out. */
export const isUnauthenticated = ({ mac, clientRequestId }: EventRow): boolean =>
  mac === null && clientRequestId === null
