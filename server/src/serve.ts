/** One process of the server: builds it, listens, and ends in good order. */
import { access, constants, mkdir } from 'node:fs/promises'
import { createApp } from './composition/app.ts'
import { systemClock } from '#/platform/clock.ts'
import { Keyring } from '#/platform/crypto/keyring.ts'
import { loadMasterKey } from '#/platform/crypto/master-key-file.ts'
import { migrate } from '#/platform/db/migrate.ts'
import { openDatabase } from '#/platform/db/open.ts'
import { LogLines } from '#/platform/log/lines.ts'
import { createLogger } from '#/platform/log/log.ts'
import { announce, showsSetupLink } from '#/startup/announce.ts'
import { logMasterKey } from '#/startup/master-key.ts'
import { StartFailure } from '#/startup/failure.ts'
import { giveBackStartMemory, wakeOptimizersUnderLoad } from '#/startup/start-memory.ts'
import { dieOnUnhandled, stopOnSignal } from '#/startup/process-end.ts'
import type { WorkerLink } from '#/startup/worker-link.ts'
import type { App } from './composition/app.ts'
import type { Config } from '#/platform/config/config.ts'
import type { Database } from '#/platform/db/db.ts'
import type { Logger } from '#/platform/log/log.ts'
import type { SetupHint } from '#/startup/announce.ts'

const ALL_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

interface Running {
  readonly app: App
  readonly database: Database
  readonly logger: Logger
  readonly link: WorkerLink | undefined
}

/** Starts the server in this process, which is the only one of the node or a worker, and sees to its end. */
export async function serve(config: Config, link: WorkerLink | undefined): Promise<void> {
  const logLines = new LogLines()
  const { logLevel: level, logFormat: format } = config
  const logger = createLogger({ level, format, worker: link?.number, lines: logLines })
  link?.joinLog(logLines)
  const running = await start(config, { logger, logLines, link })
  dieOnUnhandled(logger)
  if (!link) {
    stopOnSignal(ALL_SIGNALS, { log: logger, stop: () => stop(running), giveUp: () => process.exit(1) })
    return
  }
  // A terminal tells the whole group of processes; it is the supervisor that tells its workers what is wanted.
  for (const signal of ALL_SIGNALS) process.on(signal, () => undefined)
  stopOnSignal(['SIGTERM'], { log: logger, stop: () => stop(running) })
  // Nobody would replace a worker whose supervisor is gone, nor end it.
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  link.ready()
}

interface Surroundings {
  readonly logger: Logger
  readonly logLines: LogLines
  readonly link: WorkerLink | undefined
}

async function start(config: Config, { logger, logLines, link }: Surroundings): Promise<Running> {
  await prepareDataDir(config.dataDir)
  const database = await openDatabase({ url: config.databaseUrl, poolSize: config.databasePoolSize, exclusive: true })
  try {
    const schema = await migrate(database, systemClock)
    if (schema.applied > 0) logger.info(schema, 'the schema was migrated')
    const keyring = await openKeyring(config, database)
    const hasPrevious = (config.previousMasterKeys ?? '').trim() !== ''
    await logMasterKey(logger, { keyring, db: database.db, hasPrevious })
    const app = await createApp({ config, database, keyring, clock: systemClock, logger, logLines, worker: link })
    app.metrics.collectProcess()
    link?.joinMetrics(app.metrics)
    link?.joinGateway(() => app.services.gatewayStatuses.share())
    // What is done once for a node is done by the first of its processes.
    const isFirst = link?.isFirst ?? true
    const setup = isFirst ? await prepareSetup(config, app) : undefined
    giveBackStartMemory()
    wakeOptimizersUnderLoad()
    const addresses = await app.listen()
    app.jobs.start()
    if (isFirst) await announceStart(config, app, { addresses, setup })
    return { app, database, logger, link }
  } catch (error) {
    await database.close()
    throw error
  }
}

async function announceStart(
  config: Config,
  { services: { settings, firstBoot, exposureWarnings, gatewayControl } }: App,
  { addresses, setup }: { readonly addresses: readonly string[]; readonly setup: SetupHint | undefined },
): Promise<void> {
  const mode = await settings.mode()
  const keyFile = firstBoot.keyFilePath
  const warnings = await exposureWarnings.current()
  const gatewayAddresses = gatewayControl.addresses
  announce({ config, now: systemClock.now(), addresses, gatewayAddresses, mode, setup, keyFile, warnings })
  await exposureWarnings.logAtStart()
}

/** What every start does before somebody set the server up, and how they get to the link for that. */
async function prepareSetup(config: Config, { services: { firstBoot } }: App): Promise<SetupHint | undefined> {
  const token = await firstBoot.prepare(config.initialMode)
  if (token === undefined) return undefined
  const link = `${config.baseUrl}/setup?token=${token}`
  return showsSetupLink(config) ? { link } : { file: firstBoot.leaveSetupLink(link) }
}

/** Only its owner may look inside: the master key and the database are there. */
async function prepareDataDir(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new StartFailure(
      `The data directory ${dataDir} can't be used (${code}). Make it readable and writable for this user, or set MANDATE_DATA_DIR.`,
      { cause: error },
    )
  }
}

async function openKeyring(config: Config, database: Database): Promise<Keyring> {
  const masterKey = await loadMasterKey({
    key: config.masterKey,
    keyFile: config.masterKeyFile,
    previousKeys: config.previousMasterKeys,
    dataDir: config.dataDir,
    databaseHasKeys: await Keyring.holdsKeys(database.db),
  })
  return Keyring.open({ db: database.db, clock: systemClock, masterKey })
}

/** Readiness goes first, then the doors close, requests in flight finish, jobs stop, and the database closes last. */
async function stop({ app, database, logger, link }: Running): Promise<number> {
  await app.drain()
  await app.close()
  await database.close()
  await link?.leave()
  logger.info({}, 'stopped')
  return 0
}
