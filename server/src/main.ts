/** The process: reads the configuration, builds the server, listens, and ends in good order. */
import { access, constants, mkdir } from 'node:fs/promises'
import { createApp } from './composition/app.ts'
import { systemClock } from '#/platform/clock.ts'
import { configOfProcess } from '#/platform/config/config.ts'
import { Keyring } from '#/platform/crypto/keyring.ts'
import { loadMasterKey } from '#/platform/crypto/master-key-file.ts'
import { migrate } from '#/platform/db/migrate.ts'
import { openDatabase } from '#/platform/db/open.ts'
import { LogLines } from '#/platform/log/lines.ts'
import { createLogger, ignoreBrokenPipes } from '#/platform/log/log.ts'
import { announce, showsSetupLink } from '#/startup/announce.ts'
import { logMasterKey } from '#/startup/master-key.ts'
import { explainStartFailure, StartFailure } from '#/startup/failure.ts'
import type { App } from './composition/app.ts'
import type { Config } from '#/platform/config/config.ts'
import type { Database } from '#/platform/db/db.ts'
import type { Logger } from '#/platform/log/log.ts'
import type { SetupHint } from '#/startup/announce.ts'

interface Running {
  readonly app: App
  readonly database: Database
  readonly logger: Logger
}

/** npm and a terminal may each pass the same Ctrl-C on; a person needs longer to press it again. */
const SAME_SIGNAL_MS = 300

async function start(): Promise<Running> {
  const config = configOfProcess()
  const logLines = new LogLines()
  const logger = createLogger({ level: config.logLevel, format: config.logFormat, lines: logLines })
  await prepareDataDir(config.dataDir)
  const database = await openDatabase({ url: config.databaseUrl, poolSize: config.databasePoolSize, exclusive: true })
  try {
    const schema = await migrate(database, systemClock)
    if (schema.applied > 0) logger.info(schema, 'the schema was migrated')
    const keyring = await openKeyring(config, database)
    const hasPrevious = (config.previousMasterKeys ?? '').trim() !== ''
    await logMasterKey(logger, { keyring, db: database.db, hasPrevious })
    const app = await createApp({ config, database, keyring, clock: systemClock, logger, logLines })
    app.metrics.collectProcess()
    const setup = await prepareSetup(config, app)
    const addresses = await app.listen()
    app.jobs.start()
    const mode = await app.services.settings.mode()
    const keyFile = app.services.firstBoot.keyFilePath
    const warnings = await app.services.exposureWarnings.current()
    announce({ config, now: systemClock.now(), addresses, mode, setup, keyFile, warnings })
    await app.services.exposureWarnings.logAtStart()
    return { app, database, logger }
  } catch (error) {
    await database.close()
    throw error
  }
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
async function stop({ app, database, logger }: Running): Promise<void> {
  await app.drain()
  await app.close()
  await database.close()
  logger.info({}, 'stopped')
}

function stopOnSignal(running: Running): void {
  let stoppingSince: number | undefined
  const onSignal = (signal: NodeJS.Signals): void => {
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince > SAME_SIGNAL_MS) process.exit(1)
      return
    }
    stoppingSince = performance.now()
    running.logger.info({ signal }, 'stopping: requests in flight finish first')
    stop(running).then(() => process.exit(0), dieOf(running.logger))
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, onSignal)
}

/** A state nobody thought of is not one to go on in: the supervisor starts a fresh process. */
const dieOf =
  (logger: Logger) =>
  (error: unknown): void => {
    logger.error({ err: error }, 'the process ends after an error that nobody handled')
    process.exit(1)
  }

ignoreBrokenPipes()
try {
  const running = await start()
  stopOnSignal(running)
  process.on('uncaughtException', dieOf(running.logger))
  process.on('unhandledRejection', dieOf(running.logger))
} catch (error) {
  process.exit(explainStartFailure(error))
}
