import { toIso } from '#/platform/clock.ts'
import { isExposed } from '#/platform/config/exposure.ts'
import type { Config } from '#/platform/config/config.ts'

interface Announcement {
  readonly config: Config
  readonly now: number
  readonly addresses: readonly string[]
  /** Where the gateway listens: nowhere while it is turned off or stopped. */
  readonly gatewayAddresses: readonly string[]
  readonly mode: string
  readonly setup: SetupHint | undefined
  readonly keyFile: string | undefined
  readonly warnings: readonly { readonly message: string }[]
}

/** How the operator gets to the setup link: it is shown, or a file holds it. */
export type SetupHint = { readonly link: string } | { readonly file: string }

/**
 * Whether the setup link may be shown: on a terminal somebody looks at it. What is written elsewhere is kept and passed on,
 * so there only where nobody else can reach the server, and never between JSON lines.
 */
export const showsSetupLink = (config: Config): boolean =>
  config.logFormat !== 'json' && (process.stdout.isTTY || !isExposed(config))

/** Tells the operator where the server is, where the data is, and how to set it up; a reader of JSON lines in one of them. */
export function announce(it: Announcement): void {
  const { config, now, addresses, gatewayAddresses, mode, setup, keyFile, warnings } = it
  if (config.logFormat === 'json') {
    const line = { level: 'info', time: toIso(now), msg: 'ready', addresses, base_url: config.baseUrl, mode }
    const file = setup && 'file' in setup ? { setup_link_file: setup.file } : {}
    const gateway = gatewayAddresses.length > 0 ? { gateway_addresses: gatewayAddresses } : {}
    process.stdout.write(`${JSON.stringify({ ...line, ...gateway, ...file })}\n`)
    return
  }
  const lines: [string, string | undefined][] = [
    ['Mandate', `is ready at ${config.baseUrl} (${mode} mode)`],
    ['Listening', addresses.join(', ')],
    ['Gateway', gatewayAddresses.length > 0 ? gatewayAddresses.join(', ') : undefined],
    ['Data', placeOfData(config)],
    ['First key', keyFile],
    ['Set up', setup && shown(setup)],
    ['Reference', `${config.baseUrl}/docs`],
    ...warnings.map(({ message }): [string, string] => ['Warning', message]),
  ]
  const told = lines.filter(([, text]) => text !== undefined).map(([name, text]) => `  ${name.padEnd(10)} ${text}\n`)
  process.stdout.write(`\n${told.join('')}\n`)
}

const shown = (setup: SetupHint): string =>
  'link' in setup ? `${setup.link}  (works once, for 30 minutes)` : `the link is in ${setup.file}, for 30 minutes`

/** The database without its password, and the directory when the database is elsewhere. */
function placeOfData({ databaseUrl, dataDir }: Config): string {
  if (databaseUrl.startsWith('sqlite:')) return databaseUrl.slice('sqlite:'.length)
  const { host, pathname } = new URL(databaseUrl)
  return `PostgreSQL ${host}${pathname}, keys in ${dataDir}`
}
