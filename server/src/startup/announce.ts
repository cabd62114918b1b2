import { toIso } from '#/platform/clock.ts'
import type { Config } from '#/platform/config/config.ts'

interface Announcement {
  readonly config: Config
  readonly now: number
  readonly addresses: readonly string[]
  readonly mode: string
  readonly setupToken: string | undefined
  readonly keyFile: string | undefined
  readonly warnings: readonly { readonly message: string }[]
}

/**
 * Tells the operator where the server is, where the data is, and how to set it up. Not through the log, which would
 * take the one-time token out of the link; to a reader of JSON lines it is one JSON line.
 */
export function announce({ config, now, addresses, mode, setupToken, keyFile, warnings }: Announcement): void {
  const setupLink = setupToken === undefined ? undefined : `${config.baseUrl}/setup?token=${setupToken}`
  if (config.logFormat === 'json') {
    const line = { level: 'info', time: toIso(now), msg: 'ready', addresses, base_url: config.baseUrl }
    process.stdout.write(`${JSON.stringify({ ...line, mode, setup_link: setupLink })}\n`)
    return
  }
  const lines: [string, string | undefined][] = [
    ['Mandate', `is ready at ${config.baseUrl} (${mode} mode)`],
    ['Listening', addresses.join(', ')],
    ['Data', placeOfData(config)],
    ['First key', keyFile],
    ['Set up', setupLink === undefined ? undefined : `${setupLink}  (works once, for 30 minutes)`],
    ['Reference', `${config.baseUrl}/docs`],
    ...warnings.map(({ message }): [string, string] => ['Warning', message]),
  ]
  const shown = lines.filter(([, text]) => text !== undefined).map(([name, text]) => `  ${name.padEnd(10)} ${text}\n`)
  process.stdout.write(`\n${shown.join('')}\n`)
}

/** The database without its password, and the directory when the database is elsewhere. */
function placeOfData({ databaseUrl, dataDir }: Config): string {
  if (databaseUrl.startsWith('sqlite:')) return databaseUrl.slice('sqlite:'.length)
  const { host, pathname } = new URL(databaseUrl)
  return `PostgreSQL ${host}${pathname}, keys in ${dataDir}`
}
