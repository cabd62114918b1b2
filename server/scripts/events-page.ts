import { code, markdownPage, markdownTable } from './markdown.ts'
import type { EventType } from '#/platform/audit/event.ts'

/** Every kind of event, with the members of its data. */
export function eventsPage(kinds: readonly EventType[]): string {
  const sorted = kinds.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  return markdownPage(
    'Events',
    'What the server records, each in the transaction that made it true. The row is the audit entry; webhooks see the kinds that say so.',
    [markdownTable(['Event', 'When', 'Data', 'Webhooks'], sorted.map(rowOf))],
  )
}

const rowOf = ({ name, description, data, webhook }: EventType): string[] => [
  code(name),
  description,
  Object.keys(data.properties).map(code).join(', '),
  webhook ? 'yes' : '',
]
