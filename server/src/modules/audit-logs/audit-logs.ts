import { AppError } from '#/platform/http/errors.ts'
import { isId } from '#/platform/ids.ts'
import { auditLogErrors } from './errors.ts'
import { AuditLogStore } from './store.ts'
import type { Db } from '#/platform/db/db.ts'
import type { EventRow } from '#/platform/events/table.ts'
import type { Page, PageRequest } from '#/platform/http/lists.ts'
import type { AuditLogFilter } from './store.ts'

export interface AuditLogsDeps {
  readonly db: Db
  /** The ids an agent goes by in events, or undefined when there is no such agent. */
  readonly agentIds: (id: string) => Promise<readonly string[] | undefined>
}

/** The recorded events, for those who look into what happened. */
export class AuditLogs {
  readonly #deps: AuditLogsDeps
  readonly #store: AuditLogStore
  constructor(deps: AuditLogsDeps) {
    this.#deps = deps
    this.#store = new AuditLogStore(deps.db)
  }

  /** One entry; throws when there is none. */
  async get(id: string): Promise<EventRow> {
    const entry = isId('aud', id) ? await this.#store.find(id) : undefined
    if (!entry) throw new AppError(auditLogErrors.audit_log_not_found)
    return entry
  }

  /** Entries that fit a filter, newest first. */
  async list(filter: AuditLogFilter, { before, limit, includeTotal }: PageRequest): Promise<Page<EventRow>> {
    const rows = await this.#store.list(filter, before, limit + 1)
    return { rows, total: includeTotal ? await this.#store.count(filter) : undefined }
  }

  /** What a user did and what was done to them. */
  async listOfUser(id: string, { before, limit, includeTotal }: PageRequest): Promise<Page<EventRow>> {
    const rows = await this.#store.listAbout([id], before, limit + 1)
    return { rows, total: includeTotal ? await this.#store.countAbout([id]) : undefined }
  }

  /** What an agent did and what was done to it. */
  async listOfAgent(id: string, { before, limit, includeTotal }: PageRequest): Promise<Page<EventRow>> {
    const ids = await this.#deps.agentIds(id)
    if (!ids) throw new AppError(auditLogErrors.audited_agent_not_found)
    const rows = await this.#store.listAbout(ids, before, limit + 1)
    return { rows, total: includeTotal ? await this.#store.countAbout(ids) : undefined }
  }
}
