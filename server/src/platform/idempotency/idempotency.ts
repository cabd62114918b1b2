import { createHash } from 'node:crypto'
import type { Clock } from '#/platform/clock.ts'
import type { Db } from '#/platform/db/db.ts'
import { sql } from '#/platform/db/sql.ts'
import { AppError, commonErrors } from '#/platform/errors/app-error.ts'
import { Reply } from '#/platform/http/routing/reply.ts'
import type { IdempotencyGuard } from '#/platform/http/server/endpoint.ts'
import type { RequestInFlight } from '#/platform/http/server/request.ts'
import type { HttpLogger } from '#/platform/http/output/responder.ts'

const KEPT_MS = 24 * 60 * 60 * 1000
// A process that dies while it works must not hold the key for a day; no request takes as long as this.
const IN_PROGRESS_MS = 60 * 1000
const MAX_KEY_CHARACTERS = 255
const REPLAYED_HEADERS = new Set(['location', 'content-type'])

/** Encrypts the kept answers, because they can hold a secret that is shown once. */
export interface AnswerSeal {
  seal(plaintext: string, place: { table: string; column: string; row: string }): string
  open(sealed: string, place: { table: string; column: string; row: string }): string
}

interface IdempotencyDeps {
  readonly db: Db
  readonly clock: Clock
  readonly seal: AnswerSeal
  readonly logger: HttpLogger
}

interface Attempt {
  readonly name: string
  readonly bodyHash: string
  readonly expiresAt: number
}

interface Answer {
  readonly status: number
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Lets a caller repeat a creating request without creating twice: the `Idempotency-Key` belongs to one principal,
 * one route and one body for 24 hours, and a repetition gets the first answer again.
 */
export class Idempotency implements IdempotencyGuard {
  readonly #deps: IdempotencyDeps

  constructor(deps: IdempotencyDeps) {
    this.#deps = deps
  }

  /** Runs `work` unless its key was used before; `status` is the one of an answer that names none. */
  async once(
    request: RequestInFlight,
    body: Uint8Array | undefined,
    status: number,
    work: () => unknown,
  ): Promise<unknown> {
    const attempt = this.#attempt(request, body)
    const earlier = await this.#claim(attempt)
    if (earlier) return earlier
    let outcome: unknown
    try {
      outcome = await work()
    } catch (error) {
      await this.#quietly(this.#release(attempt))
      throw error
    }
    // The object exists now: whatever becomes of our note about it, the caller hears so.
    await this.#quietly(this.#finish(attempt, answerOf(outcome, status)))
    return outcome
  }

  async #quietly(work: Promise<void>): Promise<void> {
    try {
      await work
    } catch (error) {
      this.#deps.logger.warn({ err: error }, 'an Idempotency-Key could not be settled')
    }
  }

  #attempt(request: RequestInFlight, body: Uint8Array | undefined): Attempt {
    const keys = request.headerValues('idempotency-key')
    const key = keys[0] ?? ''
    if (keys.length !== 1 || key.length > MAX_KEY_CHARACTERS || !/^[\x21-\x7e]+$/.test(key)) {
      throw new AppError(commonErrors.invalid_request, {
        message: `Idempotency-Key must be given once, with 1 to ${MAX_KEY_CHARACTERS} visible ASCII characters.`,
      })
    }
    return {
      name: hash([principalOf(request.principal), request.method, request.url, key].join('\n')),
      bodyHash: hash(body ?? ''),
      expiresAt: this.#deps.clock.now() + IN_PROGRESS_MS,
    }
  }

  /** One conditional insert decides who works; everybody else gets the kept answer or an error. */
  async #claim(attempt: Attempt): Promise<Reply | undefined> {
    const now = this.#deps.clock.now()
    const inserted = await this.#deps.db.run(sql`
      INSERT INTO idempotency_records (name, body_hash, status, answer_sealed, created_at, expires_at)
      VALUES (${attempt.name}, ${attempt.bodyHash}, NULL, NULL, ${now}, ${attempt.expiresAt})
      ON CONFLICT (name) DO UPDATE SET body_hash = excluded.body_hash, status = NULL, answer_sealed = NULL,
        created_at = excluded.created_at, expires_at = excluded.expires_at
      WHERE idempotency_records.expires_at <= ${now}`)
    return inserted === 1 ? undefined : this.#earlier(attempt)
  }

  async #earlier(attempt: Attempt): Promise<Reply> {
    const row = await this.#deps.db.get(sql`
      SELECT body_hash, status, answer_sealed FROM idempotency_records WHERE name = ${attempt.name}`)
    if (row && row['body_hash'] !== attempt.bodyHash) throw new AppError(commonErrors.idempotency_key_reused)
    if (!row || row['status'] === null) {
      throw new AppError(commonErrors.idempotency_in_progress, { headers: { 'retry-after': '1' } })
    }
    const text = this.#deps.seal.open(row['answer_sealed'] as string, placeOf(attempt.name))
    const answer = JSON.parse(text) as Answer
    return new Reply(answer.status, answer.body, { ...answer.headers, 'idempotency-replayed': 'true' })
  }

  async #finish(attempt: Attempt, answer: Answer): Promise<void> {
    if (answer.status >= 400) return this.#release(attempt)
    const sealed = this.#deps.seal.seal(JSON.stringify(answer), placeOf(attempt.name))
    await this.#deps.db.run(sql`
      UPDATE idempotency_records
      SET status = ${answer.status}, answer_sealed = ${sealed}, expires_at = ${this.#deps.clock.now() + KEPT_MS}
      WHERE name = ${attempt.name} AND expires_at = ${attempt.expiresAt} AND status IS NULL`)
  }

  async #release(attempt: Attempt): Promise<void> {
    await this.#deps.db.run(sql`
      DELETE FROM idempotency_records
      WHERE name = ${attempt.name} AND expires_at = ${attempt.expiresAt} AND status IS NULL`)
  }
}

function answerOf(outcome: unknown, status: number): Answer {
  if (!(outcome instanceof Reply)) return { status, body: outcome, headers: {} }
  const kept = Object.entries(outcome.headers).filter(([name]) => REPLAYED_HEADERS.has(name.toLowerCase()))
  return { status: outcome.status, body: outcome.body, headers: Object.fromEntries(kept) }
}

const placeOf = (row: string): { table: string; column: string; row: string } => ({
  table: 'idempotency_records',
  column: 'answer_sealed',
  row,
})

const hash = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('base64url')

/** Every principal carries its actor; a key means nothing in the hands of another one. */
function principalOf(principal: unknown): string {
  const actor = (principal as { actor?: { type?: string; id?: string } } | undefined)?.actor
  if (!actor?.id) throw new TypeError('Idempotency-Key needs a principal with an actor')
  return `${actor.type}:${actor.id}`
}
