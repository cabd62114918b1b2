import { performance } from 'node:perf_hooks'
import { latestMigration } from '#/platform/db/migrate.ts'
import type { ExposureWarning } from './exposure-warnings.ts'
import type { Database } from '#/platform/db/db.ts'

/** What an operator should change: how this process is run, or what somebody allowed. */
export interface HealthWarning {
  readonly code: ExposureWarning['code'] | 'pkce_waived' | 'mail_not_sent'
  readonly message: string
}

/** What other rooms say about themselves in the report. */
export interface HealthSources {
  readonly warnings: () => Promise<readonly HealthWarning[]>
  readonly activeSigningKeys: () => Promise<number>
  /** Which master key is current, and how many data keys another one still wraps. */
  readonly masterKey: () => Promise<{ id: string; waiting: number }>
  readonly mail: () => Promise<{ tier: string; configured: boolean; sentToday: number; dailyLimit: number }>
  /** The names of the providers people may sign in with. */
  readonly oauthProviders: () => Promise<readonly string[]>
  /** How many connections for single sign-on there are. */
  readonly ssoConnections: () => Promise<number>
}

interface HealthReportsDeps extends HealthSources {
  readonly database: Database
  readonly version: string
}

/** How the server is, as operators see it. */
export interface HealthReport {
  readonly status: 'ok' | 'degraded'
  readonly version: string
  readonly uptimeSeconds: number
  readonly driver: 'sqlite' | 'postgres'
  readonly sizeBytes: number
  readonly migration: { readonly current: number; readonly name: string }
  readonly activeSigningKeys: number
  readonly masterKey: Awaited<ReturnType<HealthSources['masterKey']>>
  readonly mail: Awaited<ReturnType<HealthSources['mail']>>
  readonly oauthProviders: readonly string[]
  readonly ssoConnections: number
  readonly warnings: readonly HealthWarning[]
}

/** Asks every room how it is. */
export class HealthReports {
  readonly #deps: HealthReportsDeps
  constructor(deps: HealthReportsDeps) {
    this.#deps = deps
  }

  /** A text that is another one whenever the report changed; what changes all the time, such as the size, is no change. */
  async mark(): Promise<string> {
    const { sizeBytes: _, uptimeSeconds: __, ...rest } = await this.report()
    return JSON.stringify(rest)
  }

  /** Every value is read now. Degraded means that the server answers, but can't sign tokens. */
  async report(): Promise<HealthReport> {
    const { database, version, ...rooms } = this.#deps
    const [sizeBytes, migration, activeSigningKeys, masterKey, mail, oauthProviders, ssoConnections, warnings] =
      await Promise.all([
        database.sizeBytes(),
        latestMigration(database.db),
        rooms.activeSigningKeys(),
        rooms.masterKey(),
        rooms.mail(),
        rooms.oauthProviders(),
        rooms.ssoConnections(),
        rooms.warnings(),
      ])
    return {
      status: activeSigningKeys > 0 ? 'ok' : 'degraded',
      version,
      uptimeSeconds: Math.floor(performance.now() / 1000),
      driver: database.db.engine,
      sizeBytes,
      migration,
      activeSigningKeys,
      masterKey,
      mail,
      oauthProviders,
      ssoConnections,
      warnings,
    }
  }
}
