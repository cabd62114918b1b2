import { Queue } from '#/platform/queue/queue.ts'
import { queueColumns } from '#/platform/queue/queue-row.ts'
import { integer, integerOrNull, table, text, textOrNull, word } from '#/platform/db/table.ts'
import type { Db } from '#/platform/db/db.ts'
import type { EntityOf } from '#/platform/db/table.ts'
import type { Locale, MailBudget, TemplateName } from './template-kinds.ts'

const outbox = table('email_outbox', {
  ...queueColumns,
  template: word<TemplateName>(),
  locale: word<Locale>(),
  recipient: text,
  variablesSealed: textOrNull,
  state: word<'queued' | 'sent' | 'failed'>(),
  expiresAt: integer,
  lastError: textOrNull,
  budget: word<MailBudget>(),
  createdAt: integer,
  finishedAt: integerOrNull,
})

/** A message on its way, or the record that it went. */
export type OutboxEntry = EntityOf<typeof outbox>

/** The messages that wait. All go to the one mail server; budgets take turns, so that a flood in one delays no other. */
export const outboxQueue = (db: Db): Queue<OutboxEntry> => new Queue({ db, table: outbox, destination: 'budget' })

/** Where the variables of a message are sealed for. */
export const variablesPlace = (id: string) => ({ table: 'email_outbox', column: 'variables_sealed', row: id })
