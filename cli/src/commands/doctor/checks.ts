import { chmod, lstat } from 'node:fs/promises'
import { isReadable } from '#/connection/locate.ts'
import { member, textOf } from './check.ts'
import type { Check, Facts, Group, Item, Verdict } from './check.ts'

const OTHERS = 0o077
const FINE_SECONDS = 5
const MAX_SECONDS = 10

type Line = readonly [name: string, verdict: Verdict, value: string, fix?: string]

/** Everything the doctor looks at, group by group. */
const examinations: Readonly<Record<Group, (facts: Facts) => Line[]>> = {
  Config: config,
  Database: database,
  Keys: keys,
  Network: network,
  Mail: mail,
  Clock: clock,
  Security: security,
  Gateway: gateway,
}

/** What all checks find. */
export const examine = (facts: Facts): Check[] =>
  Object.entries(examinations).flatMap(([group, of]) =>
    of(facts).map(([name, verdict, value, fix]) => ({
      group: group as Group,
      name,
      verdict,
      value,
      ...(fix === undefined || verdict === 'ok' ? {} : { fix }),
    })),
  )

function config({ located, discovery, mode, refused, unreachable }: Facts): Line[] {
  const from = located.context === undefined ? located.from : `context ${located.context}`
  return [
    ['server', 'ok', `${located.url} (${from})`],
    ...(unreachable === undefined ? [issuerLine(textOf(discovery?.['issuer']), located.url)] : []),
    mode === undefined ? ['mode', 'unknown', refused ?? 'not shown'] : ['mode', 'ok', mode],
  ]
}

function issuerLine(issuer: string, url: string): Line {
  if (issuer === url) return ['issuer', 'ok', issuer]
  const value = issuer === '' ? 'no metadata is served' : `${issuer}, but it was reached at ${url}`
  return ['issuer', 'failed', value, `start the server with MANDATE_BASE_URL=${url}`]
}

/** Whether the file of contexts is private; undefined while there is none. Nothing else can be looked at before it is. */
export async function examineContexts(file: string): Promise<Check | undefined> {
  const found = await lstat(file).catch(() => undefined)
  if (!found) return undefined
  const mode = found.mode & 0o777
  const check = { group: 'Config', name: 'contexts', value: `${file}, mode ${mode.toString(8)}` } as const
  if ((mode & OTHERS) === 0) return { ...check, verdict: 'ok' }
  return { ...check, verdict: 'failed', fix: `chmod 600 ${file}`, repair: () => chmod(file, 0o600) }
}

function database({ health, refused, mode }: Facts): Line[] {
  const db = member(health, 'db')
  if (!db) return [['database', 'unknown', refused ?? 'not shown']]
  const [driver, status, migrations] = [textOf(db['driver']), textOf(db['status']), member(health, 'migrations')]
  const value = `${driver}, ${textOf(db['size_mb'])} MB, ${status}`
  const lines: Line[] = [
    ['reachable', status === 'ok' ? 'ok' : 'failed', value, 'mandate logs --level error'],
    ['migrations', 'ok', `${textOf(migrations?.['current'])} ${textOf(migrations?.['name'])}`],
  ]
  if (driver === 'sqlite' && mode === 'production')
    lines.push(['engine', 'warning', 'SQLite serves one node', 'for more: MANDATE_DATABASE_URL=postgres://…'])
  return lines
}

function keys({ keySet, signingKeys, health, unreachable, refused }: Facts): Line[] {
  const published = (keySet?.['keys'] as readonly Item[] | undefined) ?? []
  const isPrivate = published.some((key) => 'd' in key || 'k' in key)
  const isFine = published.length > 0 && !isPrivate
  const value = isPrivate ? 'holds private keys' : `${published.length} published`
  const lines: Line[] = [
    unreachable === undefined
      ? ['key set', isFine ? 'ok' : 'failed', value, 'mandate signing rotate']
      : ['key set', 'unknown', 'it is not reached'],
    signingKeys === undefined
      ? ['signing keys', 'unknown', refused ?? 'not shown']
      : ['signing keys', 'ok', signingKeys.map((key) => textOf(key['kid'])).join(', ')],
  ]
  if (!health) return lines
  const waiting = Number(member(health, 'master_key')?.['waiting'] ?? 0)
  const wraps = waiting === 0 ? 'wraps everything' : `${waiting} keys are wrapped by a former one`
  lines.push(['master key', waiting === 0 ? 'ok' : 'warning', wraps, 'keep the former one until none waits'])
  return lines
}

function network({ located: { url }, unreachable, ready }: Facts): Line[] {
  if (unreachable !== undefined)
    return [['reachable', 'failed', unreachable, 'mandate serve, or another URL: mandate context ls']]
  const encryption: Line = isReadable(url)
    ? ['encryption', 'failed', 'http over a network', 'put TLS before it: docs/guides/tls-proxy.md']
    : ['encryption', 'ok', url.startsWith('https:') ? 'TLS' : 'this machine alone']
  const readiness: Line = ready
    ? ['ready', 'ok', 'takes requests']
    : ['ready', 'failed', 'draining, or the database takes no writes', 'mandate logs --level error']
  return [['reachable', 'ok', url], readiness, encryption]
}

const SET_UP_MAIL = 'mandate email config update --provider smtp --smtp @smtp.json'

function mail({ mail: configured, health, mode, refused }: Facts): Line[] {
  const smtp = member(health, 'smtp')
  if (!smtp) return [['sending', 'unknown', refused ?? 'not shown']]
  const [sent, limit] = [Number(smtp['sent_today']), Number(smtp['daily_limit'])]
  const isNear = limit > 0 && sent >= limit * 0.9
  return [
    smtp['configured'] === true
      ? ['sending', 'ok', textOf(configured?.['provider'] ?? smtp['tier'])]
      : ['sending', mode === 'production' ? 'failed' : 'ok', 'caught in the dev inbox', SET_UP_MAIL],
    ['daily limit', isNear ? 'warning' : 'ok', `${sent} of ${limit}`, 'mandate email config update --daily-limit <n>'],
  ]
}

function clock({ clockOffsetMs }: Facts): Line[] {
  if (clockOffsetMs === undefined) return [['offset', 'unknown', 'the server tells no time']]
  const seconds = Math.abs(clockOffsetMs) / 1000
  // Proofs of possession are refused when they come from further in the future (RFC 9449 §11.1).
  const verdict = seconds <= FINE_SECONDS ? 'ok' : seconds <= MAX_SECONDS ? 'warning' : 'failed'
  return [['offset', verdict, `${seconds.toFixed(1)} s`, 'timedatectl set-ntp true']]
}

/** Commands for what the server itself warns of. */
const remedies: Readonly<Record<string, string>> = {
  dev_mode_exposed: 'mandate mode swap production',
  proxy_not_listed: 'start the server with MANDATE_TRUSTED_PROXIES=<address of the proxy>',
  operators_without_second_factor: 'mandate config set operators.require_second_factor=true',
  mail_not_sent: SET_UP_MAIL,
  pkce_waived: 'mandate apps list, then mandate apps update <id> --require-pkce',
}

function security({ health, settings, apiKeys, refused, mode }: Facts): Line[] {
  if (!health) return [['warnings', 'unknown', refused ?? 'not shown']]
  const warnings = (health['warnings'] as readonly { code: string; message: string }[] | undefined) ?? []
  const lines = warnings.map(({ code, message }): Line => {
    const fix = remedies[code]
    return fix === undefined ? [code, 'warning', message] : [code, 'warning', message, fix]
  })
  if (warnings.length === 0) lines.push(['warnings', 'ok', 'none'])
  const inProduction = mode === 'production'
  const first = apiKeys?.find((key) => key['name'] === 'first-boot' && key['active'] !== false)
  if (first) {
    const fix = `mandate api-keys delete ${textOf(first['id'])}`
    lines.push(['first key', inProduction ? 'warning' : 'ok', 'that of the first start works on', fix])
  }
  if (settings?.['oauth.registration'] === 'open' && inProduction)
    lines.push(['registration', 'warning', 'anyone may register', 'mandate config set oauth.registration=token'])
  return lines
}

function gateway({ gateway: status, refused }: Facts): Line[] {
  const lifecycle = member(status, 'lifecycle')
  if (!lifecycle) return [refused === undefined ? ['gateway', 'ok', 'turned off'] : ['gateway', 'unknown', refused]]
  const upstreams = (status?.['upstreams'] as readonly Item[] | undefined) ?? []
  const state = textOf(lifecycle['state'])
  return [
    ['gateway', 'ok', state],
    ...upstreams
      .filter((upstream) => upstream['circuit'] === 'open')
      .map((upstream): Line => [
        textOf(upstream['host']),
        'failed',
        `${textOf(upstream['failures_in_a_row'])} failures in a row`,
        `check ${textOf(upstream['upstream'])}`,
      ]),
  ]
}
