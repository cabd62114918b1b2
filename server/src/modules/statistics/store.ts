import { rowsAsValue, rowsOfValue } from '#/platform/db/dialect.ts'
import { raw, join, sql } from '#/platform/db/sql.ts'
import { integer, table, text, word } from '#/platform/db/table.ts'
import type { Db, Tx, Write } from '#/platform/db/db.ts'
import type { GaugeName, Metric } from './metrics.ts'

const gauges = table('statistics_gauges', { name: word<GaugeName>(), value: integer, countedAt: integer })
const progress = table('statistics_progress', { source: text, position: text })

/** How many hourly counts of who acted for whom are summed at once. */
export const ACTING_ROWS = 10_000

/** How often something happened in the bucket that begins at `at`. */
export interface Bucket {
  readonly metric: Metric
  readonly at: number
  readonly count: number
}

/** How often something happened in the hour that begins then. */
export interface HourlyCount {
  readonly metric: Metric
  readonly hour: number
  readonly count: number
}

/** A number that was counted at a moment. */
export interface Gauge {
  readonly name: GaugeName
  readonly value: number
  readonly countedAt: number
}

/** Every SQL statement about the tables of statistics. */
export class StatisticsStore {
  readonly #db: Db
  constructor(db: Db) {
    this.#db = db
  }

  /** How far a source has been counted; undefined when nobody began. */
  async position(source: string): Promise<string | undefined> {
    const row = await this.#db.get(sql`SELECT position FROM statistics_progress WHERE source = ${source}`)
    return row?.['position'] as string | undefined
  }

  /** Moves a source on, unless another node was faster: what was counted then must not count twice. */
  advancing(source: string, from: string | undefined, to: string): Write {
    const statement =
      from === undefined
        ? sql`${progress.insert({ source, position: to })} ON CONFLICT (source) DO NOTHING`
        : sql`UPDATE statistics_progress SET position = ${to} WHERE source = ${source} AND position = ${from}`
    return { statement }
  }

  /** Adds to the counts of some hours, each of a metric named once. */
  adding(counts: readonly HourlyCount[]): Write {
    const added = rowsOfValue(
      raw('metric TEXT, hour BIGINT, count BIGINT'),
      rowsAsValue(counts.map(({ metric, hour, count }) => ({ metric, hour, count }))),
    )
    // Without a WHERE SQLite would read ON as that of a join.
    const statement = sql`
      INSERT INTO statistics_hourly (metric, hour, count) SELECT metric, hour, count FROM (${added}) AS added WHERE true
      ON CONFLICT (metric, hour) DO UPDATE SET count = statistics_hourly.count + excluded.count`
    return { statement, rows: counts.length }
  }

  /** The counts of some metrics since a moment, summed into buckets of `width` milliseconds, which divide a day. */
  async buckets(metrics: readonly Metric[], since: number, width: number): Promise<Bucket[]> {
    // The width is one of our own numbers; as a bound value PostgreSQL could not tell that both uses are one expression.
    const at = raw(`hour - hour % ${width}`)
    const rows = await this.#db.all(sql`
      SELECT metric, ${at} AS at, SUM(count) AS total FROM statistics_hourly
      WHERE metric IN (${join(metrics.map((metric) => sql`${metric}`))}) AND hour >= ${since}
      GROUP BY metric, ${at}`)
    return rows.map((row) => ({ metric: row['metric'] as Metric, at: Number(row['at']), count: Number(row['total']) }))
  }

  /** The sums since a moment of every metric that begins so, the most frequent first. */
  async sums(prefix: 'token:' | 'method:', since: number): Promise<{ metric: Metric; count: number }[]> {
    // The range is for the index, wide enough for every collation.
    const rows = await this.#db.all(sql`
      SELECT metric, SUM(count) AS total FROM statistics_hourly
      WHERE metric >= ${prefix} AND metric <= ${`${prefix}zzzz`} AND metric LIKE ${`${prefix}%`} AND hour >= ${since}
      GROUP BY metric ORDER BY total DESC, metric`)
    return rows.map((row) => ({ metric: row['metric'] as Metric, count: Number(row['total']) }))
  }

  /**
   * The most frequent ones of who acted for whom since a moment, from the newest so many hourly counts, and the hour that these
   * reach back to where there are more: whoever acts is never the same for long, so only that bounds what is read.
   */
  async acting(
    since: number,
    limit: number,
  ): Promise<{ found: { metric: Metric; count: number }[]; reached?: number }> {
    const newest = sql`FROM statistics_hourly WHERE substr(metric, 1, 7) = 'acting:' AND hour >= ${since} ORDER BY hour DESC`
    const edge = await this.#db.get(sql`SELECT hour ${newest} LIMIT 1 OFFSET ${ACTING_ROWS}`)
    const rows = await this.#db.all(sql`
      SELECT metric, SUM(count) AS total FROM (SELECT metric, count ${newest} LIMIT ${ACTING_ROWS}) AS newest
      GROUP BY metric ORDER BY total DESC, metric LIMIT ${limit}`)
    const found = rows.map((row) => ({ metric: row['metric'] as Metric, count: Number(row['total']) }))
    return edge ? { found, reached: Number(edge['hour']) } : { found }
  }

  async setGauge(tx: Tx, gauge: Gauge): Promise<void> {
    await tx.run(sql`
      ${gauges.insert(gauge)}
      ON CONFLICT (name) DO UPDATE SET value = excluded.value, counted_at = excluded.counted_at`)
  }

  async gauges(): Promise<Gauge[]> {
    const rows = await this.#db.all(sql`SELECT ${gauges.columns} FROM statistics_gauges`)
    return rows.map((row) => gauges.decode(row))
  }

  /** When the gauges were counted last; undefined before the first time. */
  async lastGaugedAt(): Promise<number | undefined> {
    const row = await this.#db.get(sql`SELECT MIN(counted_at) AS at FROM statistics_gauges`)
    return row?.['at'] === null ? undefined : Number(row?.['at'])
  }
}
