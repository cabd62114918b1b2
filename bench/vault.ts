/**
 * `npm run vault -w bench`: how many tokens of the vault are read in a second beside introspections, and what a call through
 * the vault adds to a call of the same API without it, on SQLite and PostgreSQL, in rounds that take turns. Writes
 * `bench/vault.md`. Environment: BENCH_SECONDS (a measurement), BENCH_ROUNDS.
 */
import { writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { fire } from '#bench/load.ts'
import type { Load, Worker } from '#bench/load.ts'
import { Person } from '#bench/person.ts'
import { machine, median } from '#bench/report.ts'
import { api, createAgent, repeated, requestToken, scenarios } from '#bench/scenarios.ts'
import { startMandate } from '#bench/targets/mandate.ts'
import type { MandateTarget } from '#bench/targets/mandate.ts'
import { freePort, startProcess } from '#bench/targets/process.ts'
import { startPostgres } from '@mandate/server/test/support/postgres.ts'

const seconds = Number(process.env['BENCH_SECONDS'] ?? 3)
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3)
/** Connections that make calls: few, so that what is measured is no queue. */
const CALLERS = 4
const SCOPE = 'vault:read vault:use'
const REDIRECT = 'https://app.example.com/callback'
const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url))

/** A load with the processor time of the server for each request, in microseconds. */
type Measured = Load & { readonly cpuMicros: number }

const names = ['introspection', 'token read', 'call through the vault', 'call without it'] as const
type Name = (typeof names)[number]
type Results = Readonly<Record<Name, Measured[]>>

const upstreamPort = await freePort()
const upstream = await startProcess('upstream', [here('targets/upstream.ts')], upstreamPort, '/', {
  PORT: String(upstreamPort),
})
const upstreamUrl = `http://127.0.0.1:${upstreamPort}`
const postgres = await startPostgres({ durable: true })
try {
  const results = [
    await measure(await startMandate('SQLite', await freePort())),
    await measure(await startMandate('PostgreSQL', await freePort(), await postgres.createDatabase())),
  ] as const
  const page = report(...results)
  writeFileSync(here('vault.md'), page)
  process.stdout.write(page)
} finally {
  await upstream.stop()
  await postgres.stop()
}

async function measure(target: MandateTarget): Promise<Results> {
  const results: Results = { introspection: [], 'token read': [], 'call through the vault': [], 'call without it': [] }
  try {
    const { read, call } = await shots(target)
    const introspection = (await scenarios.find(({ name }) => name === 'introspection')?.prepare(target)) ?? []
    const direct = repeated({ method: 'GET', path: '/v1/entries' }, CALLERS)
    // Round 0 warms up: compilers, caches, connections.
    for (let round = 0; round <= rounds; round++) {
      const measured: Record<Name, Measured> = {
        introspection: await load(target, introspection, target.origin),
        'token read': await load(target, read, target.origin),
        'call through the vault': await load(target, call, target.origin),
        'call without it': await load(target, direct, upstreamUrl),
      }
      if (round > 0) for (const name of names) results[name].push(measured[name])
    }
    return results
  } finally {
    await target.stop()
  }
}

async function load(target: MandateTarget, workers: Worker[], origin: string): Promise<Measured> {
  const before = target.cpuMs()
  const result = await fire(origin, workers, seconds)
  return { ...result, cpuMicros: ((target.cpuMs() - before) * 1000) / result.requests }
}

/** An account of somebody, and an agent that may read and use it. */
async function shots(target: MandateTarget): Promise<{ read: Worker[]; call: Worker[] }> {
  const agent = await createAgent(target, 'agent', {
    grant_types: ['authorization_code'],
    redirect_uris: [REDIRECT],
    scope: SCOPE,
  })
  await api(target, 'POST', '/api/v1/vault/providers', {
    kind: 'api_key',
    name: 'ledger',
    scopes: ['entries'],
    proxy: { hosts: [upstreamUrl], allow: [{ paths: ['/v1/*'] }] },
  })
  const person = await Person.signUp(target.origin)
  const key = { provider: 'ledger', api_key: 'a-key-of-a-usual-length-000000000000' }
  const { id } = await person.call<{ id: string }>('POST', '/vault/connections', key)
  const { client_id, client_secret } = agent
  const { code, verifier } = await person.authorize({ clientId: client_id, redirect: REDIRECT, scope: SCOPE })
  await person.call('POST', '/vault/grants', { client_id, connection_id: id })
  const issued = await requestToken(target, {
    ...{ grant_type: 'authorization_code', client_id, client_secret },
    ...{ code, redirect_uri: REDIRECT, code_verifier: verifier },
  })
  const headers = { authorization: `Bearer ${issued['access_token'] ?? ''}` }
  return {
    read: repeated({ method: 'GET', path: '/api/v1/vault/ledger/token', headers }),
    call: repeated({ method: 'GET', path: '/api/v1/vault/ledger/proxy/v1/entries', headers }, CALLERS),
  }
}

function report(...all: readonly [Results, Results]): string {
  const of = (results: Results, name: Name, pick: (load: Measured) => number): number => median(results[name].map(pick))
  const rows = all.flatMap((results, i) =>
    names.map(
      (name) =>
        `| ${i === 0 ? 'SQLite' : 'PostgreSQL'} | ${name} | ${of(results, name, (it) => it.requestsPerSecond).toFixed(0)} | ${of(results, name, (it) => it.p50Ms).toFixed(2)} | ${of(results, name, (it) => it.p99Ms).toFixed(2)} | ${name === 'call without it' ? '' : of(results, name, (it) => it.cpuMicros).toFixed(0)} |`,
    ),
  )
  const line = (what: string, value: (results: Results) => string): string =>
    `| ${what} | ${all.map(value).join(' | ')} |`
  const between = (results: Results, [one, other]: [Name, Name], how: (a: Measured, b: Measured) => number): string =>
    median(results[one].map((it, round) => how(it, results[other][round] as Measured))).toFixed(2)
  const calls: [Name, Name] = ['call through the vault', 'call without it']
  const reads: [Name, Name] = ['token read', 'introspection']
  return `# The vault

${machine({ seconds, rounds }).slice(0, 2).join('\n')}
- ${rounds} rounds of ${seconds} s for each row after a warm-up; 50 connections read and introspect, ${CALLERS} make calls
- Load average of the machine while it ran: ${loadavg()[0]?.toFixed(1) ?? ''}

| Database | what | requests/s | p50 ms | p99 ms | server µs |
| --- | --- | ---: | ---: | ---: | ---: |
${rows.join('\n')}

Medians of what was taken within each round. Where a machine is busy, processor time says more than rates.

| aim | SQLite | PostgreSQL |
| --- | ---: | ---: |
${line('token read, rate ÷ introspection (≥ 0.8)', (it) => between(it, reads, (a, b) => a.requestsPerSecond / b.requestsPerSecond))}
${line('introspection, server CPU ÷ token read’s (≥ 0.8)', (it) => between(it, reads, (a, b) => b.cpuMicros / a.cpuMicros))}
${line('a call through the vault adds to p50, ms', (it) => between(it, calls, (a, b) => a.p50Ms - b.p50Ms))}
${line('and to p99, ms', (it) => between(it, calls, (a, b) => a.p99Ms - b.p99Ms))}
`
}
