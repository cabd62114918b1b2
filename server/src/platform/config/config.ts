import { availableParallelism } from 'node:os'
import { existsSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { isIP } from 'node:net'
import { checkBaseUrl, checkDatabaseUrl, checkTrustedProxies } from './checks.ts'
import { readEnvironment } from './environment.ts'
import { isExposed } from './exposure.ts'
import { ConfigError } from './problem.ts'
import type { ConfigValues } from './keys.ts'

/** What the server is told at start, checked and complete; it does not change while the server runs. */
export interface Config {
  /** Null means both loopback addresses. */
  readonly host: string | null
  readonly port: number
  /** Where metrics and probes are served besides; undefined when they are not. */
  readonly management: { readonly host: string | null; readonly port: number } | undefined
  /** Where the gateway listens; undefined when there is none. */
  readonly proxy: { readonly host: string | null; readonly port: number } | undefined
  /** The issuer: no trailing slash, no query, no fragment. */
  readonly baseUrl: string
  /** Absolute. */
  readonly dataDir: string
  /** Absolute; nothing need be there. */
  readonly dashboardDir: string
  readonly guideDir: string
  readonly databaseUrl: string
  /** Connections of this process. */
  readonly databasePoolSize: number
  /** Processes that answer requests. */
  readonly workers: number
  /** For the first boot only; `Settings.mode()` tells the mode that counts. */
  readonly initialMode: 'dev' | 'production'
  readonly masterKey: string | undefined
  readonly masterKeyFile: string | undefined
  readonly previousMasterKeys: string | undefined
  readonly trustedProxies: readonly string[]
  readonly hsts: ConfigValues['MANDATE_HSTS']
  readonly logLevel: ConfigValues['MANDATE_LOG_LEVEL']
  /** Lines of this process. */
  readonly logRequestsPerSecond: number
  readonly logFormat: ConfigValues['MANDATE_LOG_FORMAT']
}

/** Reads the configuration from an environment. Throws one `ConfigError` that lists everything that is wrong. */
export function loadConfig(environment: NodeJS.ProcessEnv): Config {
  const { values, problems } = readEnvironment(environment)
  problems.push(...checkValues(values))
  if (problems.length > 0) throw new ConfigError(problems)
  const dataDir = path.resolve(values.MANDATE_DATA_DIR)
  const host = values.MANDATE_HOST ?? null
  const databaseUrl = values.MANDATE_DATABASE_URL ?? `sqlite:${path.join(dataDir, 'mandate.db')}`
  const workers = workersOf(values, databaseUrl)
  const baseUrl = values.MANDATE_BASE_URL ?? `http://localhost:${values.MANDATE_PORT}`
  return Object.freeze({
    host,
    port: values.MANDATE_PORT,
    management:
      values.MANDATE_MANAGEMENT_PORT === undefined
        ? undefined
        : { host: values.MANDATE_MANAGEMENT_HOST ?? null, port: values.MANDATE_MANAGEMENT_PORT },
    proxy:
      values.MANDATE_PROXY_ENABLED === 'true'
        ? { host: values.MANDATE_PROXY_HOST ?? host, port: values.MANDATE_PROXY_PORT }
        : undefined,
    baseUrl,
    dataDir,
    dashboardDir: path.resolve(values.MANDATE_DASHBOARD_DIR ?? besideProgram('dashboard')),
    guideDir: path.resolve(values.MANDATE_GUIDE_DIR ?? besideProgram('guide')),
    databaseUrl,
    databasePoolSize: poolSizeOf(values, workers),
    workers,
    initialMode: values.MANDATE_MODE ?? (isExposed({ host, baseUrl }) ? 'production' : 'dev'),
    masterKey: values.MANDATE_MASTER_KEY,
    masterKeyFile: values.MANDATE_MASTER_KEY_FILE,
    previousMasterKeys: values.MANDATE_MASTER_KEY_PREVIOUS,
    trustedProxies: values.MANDATE_TRUSTED_PROXIES,
    hsts: values.MANDATE_HSTS,
    logLevel: values.MANDATE_LOG_LEVEL,
    logRequestsPerSecond: Math.ceil(values.MANDATE_LOG_REQUESTS_PER_SECOND / workers),
    logFormat: values.MANDATE_LOG_FORMAT,
  })
}

/** The configuration of this process; the one place that reads its environment. */
export const configOfProcess = (): Config => loadConfig(process.env)

/** Where a package has what the program serves. npm runs the program by a link that stands elsewhere. */
function besideProgram(name: string): string {
  const program = process.argv[1] ?? ''
  return path.join(path.dirname(existsSync(program) ? realpathSync(program) : program), name)
}

const MAX_WORKERS = 16
const ONE_WORKER_POOL = 10
const WORKER_POOL = 5
/** One for transactions, one for what is read beside them. */
const LEAST_WORKER_POOL = 2

const isSqlite = (databaseUrl: string): boolean => databaseUrl.startsWith('sqlite:')

/** As many as there are cores for, and as the pool has connections for; one where there can't be several. */
function workersOf(values: ConfigValues, databaseUrl: string): number {
  const { MANDATE_WORKERS: wanted, MANDATE_DATABASE_POOL_SIZE: poolSize = Infinity } = values
  if (isSqlite(databaseUrl) || process.platform !== 'linux') return wanted ?? 1
  return wanted ?? Math.max(1, Math.min(availableParallelism(), MAX_WORKERS, Math.floor(poolSize / LEAST_WORKER_POOL)))
}

function poolSizeOf({ MANDATE_DATABASE_POOL_SIZE: poolSize }: ConfigValues, workers: number): number {
  if (poolSize !== undefined) return Math.floor(poolSize / workers)
  return workers === 1 ? ONE_WORKER_POOL : WORKER_POOL
}

function checkWorkers(values: ConfigValues): string | undefined {
  const { MANDATE_WORKERS: workers = 1, MANDATE_DATABASE_POOL_SIZE: poolSize, MANDATE_DATABASE_URL: url } = values
  if (workers === 1) return undefined
  if (process.platform !== 'linux')
    return `MANDATE_WORKERS must be 1 here: only Linux shares a port out among processes.`
  if (url === undefined || isSqlite(url)) {
    return `MANDATE_WORKERS must be 1 on SQLite, which one process writes; several workers need PostgreSQL in MANDATE_DATABASE_URL.`
  }
  return poolSize !== undefined && poolSize < workers * LEAST_WORKER_POOL
    ? `MANDATE_DATABASE_POOL_SIZE must be at least ${workers * LEAST_WORKER_POOL} for ${workers} workers: ${LEAST_WORKER_POOL} connections for each.`
    : undefined
}

function checkValues(values: ConfigValues): string[] {
  return [
    checkHost('MANDATE_HOST', values.MANDATE_HOST),
    checkHost('MANDATE_MANAGEMENT_HOST', values.MANDATE_MANAGEMENT_HOST),
    values.MANDATE_MANAGEMENT_PORT !== undefined && values.MANDATE_MANAGEMENT_PORT === values.MANDATE_PORT
      ? 'MANDATE_MANAGEMENT_PORT and MANDATE_PORT are the same; give metrics and probes a port of their own.'
      : undefined,
    values.MANDATE_MANAGEMENT_HOST !== undefined && values.MANDATE_MANAGEMENT_PORT === undefined
      ? 'MANDATE_MANAGEMENT_HOST says where to listen with MANDATE_MANAGEMENT_PORT, which is not set.'
      : undefined,
    checkHost('MANDATE_PROXY_HOST', values.MANDATE_PROXY_HOST),
    values.MANDATE_PROXY_ENABLED === 'true' &&
    [values.MANDATE_PORT, values.MANDATE_MANAGEMENT_PORT].includes(values.MANDATE_PROXY_PORT)
      ? 'MANDATE_PROXY_PORT is the port of something else; give the gateway a port of its own.'
      : undefined,
    values.MANDATE_BASE_URL === undefined ? undefined : checkBaseUrl(values.MANDATE_BASE_URL),
    values.MANDATE_DATABASE_URL === undefined ? undefined : checkDatabaseUrl(values.MANDATE_DATABASE_URL),
    checkWorkers(values),
    checkTrustedProxies(values.MANDATE_TRUSTED_PROXIES),
    values.MANDATE_MASTER_KEY !== undefined && values.MANDATE_MASTER_KEY_FILE !== undefined
      ? 'MANDATE_MASTER_KEY and MANDATE_MASTER_KEY_FILE are both set; keep one of them.'
      : undefined,
  ].filter((problem) => problem !== undefined)
}

const checkHost = (name: string, host: string | undefined): string | undefined =>
  host !== undefined && host !== 'localhost' && isIP(host) === 0
    ? `${name} must be an IP address of this machine such as 0.0.0.0, or localhost, not "${host}".`
    : undefined
