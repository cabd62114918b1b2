import { code, markdownPage, markdownTable } from './markdown.ts'
import { kinds } from '#/modules/lifecycle/index.ts'
import type { EventType } from '#/platform/audit/event.ts'

/** Every kind of event, with the members of its data. */
export function eventsPage(types: readonly EventType[]): string {
  const sorted = types.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  return markdownPage(
    'Events',
    'What the server records, each in the transaction that made it true. The row is the audit entry; webhooks see the kinds that say so.',
    [
      markdownTable(['Event', 'When', 'Data', 'Webhooks'], sorted.map(rowOf)),
      '## What ended',
      'Events of something that ends say in `counts` how much ended with it, by kind; what can’t end that way is not named. A dry run answers the same.',
      markdownTable(['Member', 'Counts'], Object.entries(kinds).map(kindOf)),
    ],
  )
}

const kindOf = ([kind, description]: [string, string | undefined]): string[] => [code(kind), description ?? '']

const rowOf = ({ name, description, data, webhook }: EventType): string[] => [
  code(name),
  description,
  Object.keys(data.properties).map(code).join(', '),
  webhook ? 'yes' : '',
]
