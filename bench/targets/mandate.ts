import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startProcess } from './process.ts'
import type { Target } from './process.ts'

/** A Mandate server with its first admin key. */
export interface MandateTarget extends Target {
  readonly adminKey: string
  readonly databaseUrl: string
  /** Ends the process, keeps its data, does the work with nobody else at the database, and starts it again. */
  restartAfter(work: (databaseUrl: string) => Promise<void>): Promise<void>
  /** One more node on the same data and port `port`; it ends on its own. */
  anotherNode(port: number): Promise<Target>
}

const inRepository = (path: string): string =>
  fileURLToPath(new URL(`../${path}`, import.meta.resolve('#bench/package.json')))

/** What `npm start` tells Node besides. */
const NODE_FLAGS = ['--max-semi-space-size=16']

/** Starts the server as `npm start` does, with default settings and limits but for `more`, on an empty database. */
export async function startMandate(
  name: string,
  port: number,
  databaseUrl?: string,
  more: Readonly<Record<string, string>> = {},
): Promise<MandateTarget> {
  const dataDir = mkdtempSync(join(tmpdir(), 'mandate-bench-'))
  const env: Record<string, string> = {
    NODE_COMPILE_CACHE: inRepository('.node/compiled'),
    MANDATE_PORT: String(port),
    MANDATE_DATA_DIR: dataDir,
    MANDATE_LOG_LEVEL: 'warn',
    MANDATE_WORKERS: '1',
    ...more,
  }
  if (databaseUrl !== undefined) env['MANDATE_DATABASE_URL'] = databaseUrl
  const program = process.env['MANDATE_TEST_SERVER'] ?? inRepository('server/src/main.ts')
  const start = () => startProcess(name, [...NODE_FLAGS, program], port, '/readyz', env)
  let target = await start()
  const url = databaseUrl ?? `sqlite:${join(dataDir, 'mandate.db')}`
  return {
    name,
    origin: target.origin,
    databaseUrl: url,
    rssMiB: () => target.rssMiB(),
    cpuMs: () => target.cpuMs(),
    loopMs: () => target.loopMs(),
    adminKey: readFileSync(join(dataDir, 'admin.key.firstboot'), 'utf8').trim(),
    anotherNode: (otherPort) =>
      startProcess(`${name}, another node`, [...NODE_FLAGS, program], otherPort, '/readyz', {
        ...env,
        MANDATE_PORT: String(otherPort),
      }),
    restartAfter: async (work) => {
      await target.stop()
      await work(url)
      target = await start()
    },
    stop: async () => {
      await target.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
