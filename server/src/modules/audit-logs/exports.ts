import { StreamReply } from '#/platform/http/output/stream.ts'
import { toIso } from '#/platform/clock.ts'
import { csvHeader, csvLine } from './csv.ts'
import { auditLogExported } from './events.ts'
import { auditLogView } from './schemas.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Db } from '#/platform/db/db.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { EventRow } from '#/platform/audit/event-table.ts'
import type { AuditLogs } from './audit-logs.ts'
import type { AuditLogFilter } from './filter.ts'

interface AuditExportsDeps {
  readonly db: Db
  readonly clock: Clock
  readonly events: Events
  readonly auditLogs: AuditLogs
}

export const exportFormats = ['csv', 'jsonl'] as const
export type ExportFormat = (typeof exportFormats)[number]

interface Writer {
  readonly type: string
  readonly header: string
  line(event: EventRow): string
}

// UTF-8 without a byte order mark (RFC 4180 knows none): readers that expect none would take it for part of the first
// column's name, and spreadsheets ask for the encoding when a file is opened through their import.
const writers: Readonly<Record<ExportFormat, Writer>> = {
  csv: { type: 'text/csv; charset=utf-8; header=present', header: csvHeader, line: csvLine },
  jsonl: {
    type: 'application/x-ndjson; charset=utf-8',
    header: '',
    line: (event) => `${JSON.stringify(auditLogView(event))}\n`,
  },
}

const BATCH_ROWS = 500

/** Audit entries as a file, made while it is read: a million of them need no more memory than one batch. */
export class AuditExports {
  readonly #deps: AuditExportsDeps
  constructor(deps: AuditExportsDeps) {
    this.#deps = deps
  }

  /** Records that somebody takes the entries, which is the newest of them, and answers the file. */
  async start(
    format: ExportFormat,
    filter: AuditLogFilter,
    given: Readonly<Record<string, string>>,
    actor: Actor,
  ): Promise<StreamReply> {
    const { db, events, clock } = this.#deps
    await events.recordAlone(db, auditLogExported, { actor, target: null, data: { format, filter: given } })
    return new StreamReply(
      200,
      {
        'content-type': writers[format].type,
        'content-disposition': `attachment; filename="${fileName(format, filter, clock.now())}"`,
        'cache-control': 'no-store',
      },
      (signal) => this.#write(writers[format], filter, signal),
    )
  }

  async *#write({ header, line }: Writer, filter: AuditLogFilter, signal: AbortSignal): AsyncGenerator<string> {
    yield header
    for await (const rows of this.#deps.auditLogs.all(filter, BATCH_ROWS, signal)) {
      yield rows.map(line).join('')
    }
  }
}

const fileName = (format: ExportFormat, { from, to }: AuditLogFilter, now: number): string =>
  `audit-logs-${from === undefined ? 'beginning' : dayOf(from)}-to-${dayOf(Math.min(to ?? now, now))}.${format}`

const dayOf = (time: number): string => toIso(time).slice(0, 10)
