/**
 * `npm run gateway -w bench`: what the gateway adds to a request, and how many it serves in a second, beside a proxy of node
 * and undici that decides nothing and beside nginx (one worker), all of the same upstream, in rounds that take turns. Writes
 * `bench/gateway.md`. Environment: BENCH_SECONDS (a measurement), BENCH_ROUNDS, MANDATE_TEST_NGINX.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { fire } from '#bench/load.ts'
import type { Load } from '#bench/load.ts'
import { machine, median } from '#bench/report.ts'
import { api, createAgent, repeated, requestToken } from '#bench/scenarios.ts'
import { startMandate } from '#bench/targets/mandate.ts'
import type { MandateTarget } from '#bench/targets/mandate.ts'
import { freePort, startProcess } from '#bench/targets/process.ts'

const seconds = Number(process.env['BENCH_SECONDS'] ?? 3)
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3)
const CONNECTIONS = 16
const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url))

/** A load with the processor time of the proxy for each request, in microseconds; none where it has no process of its own. */
type Measured = Load & { readonly cpuMicros: number }

/** One way to the upstream. */
interface Way {
  readonly name: string
  readonly origin: string
  readonly headers: Record<string, string>
  cpuMs(): number
}

const upstreamPort = await freePort()
const upstreamUrl = `http://127.0.0.1:${upstreamPort}`
const PORT = { PORT: String(upstreamPort) }
const upstream = await startProcess('upstream', [here('targets/upstream.ts')], upstreamPort, '/', PORT)
const barePort = await freePort()
const bare = await startProcess('bare', [here('targets/bare-proxy.ts')], barePort, '/', {
  PORT: String(barePort),
  UPSTREAM: upstreamUrl,
})
const nginx = await startNginx(upstreamUrl)
const gatewayPort = await freePort()
const mandatePort = await freePort()
const mandate = await startMandate('Mandate', mandatePort, undefined, {
  // A host of its own: cookies don't know ports, so none of this server's names may be one behind the gateway.
  MANDATE_BASE_URL: `http://id.localhost:${mandatePort}`,
  MANDATE_PROXY_ENABLED: 'true',
  MANDATE_PROXY_PORT: String(gatewayPort),
})
try {
  const origin = `http://127.0.0.1:${gatewayPort}`
  const token = await arrange(mandate, origin)
  const authorization = { authorization: `Bearer ${token}` }
  const ways: Way[] = [
    { name: 'the upstream itself', origin: upstreamUrl, headers: {}, cpuMs: () => upstream.cpuMs() },
    { name: 'nginx', origin: nginx.origin, headers: authorization, cpuMs: nginx.cpuMs },
    {
      name: 'node and undici, deciding nothing',
      origin: bare.origin,
      headers: authorization,
      cpuMs: () => bare.cpuMs(),
    },
    { name: 'the gateway, open to everybody', origin, headers: {}, cpuMs: () => mandate.cpuMs() },
    { name: 'the gateway, a token checked each time', origin, headers: authorization, cpuMs: () => mandate.cpuMs() },
  ]
  const page = report(await measure(ways))
  writeFileSync(here('gateway.md'), page)
  process.stdout.write(page)
} finally {
  await Promise.all([mandate.stop(), bare.stop(), upstream.stop(), nginx.stop()])
}

/** A host with one rule for agents and one for everybody, and a token for it. */
async function arrange(target: MandateTarget, origin: string): Promise<string> {
  const host = new URL(origin).host
  const { id } = await api<{ id: string }>(target, 'POST', '/api/v1/admin/proxy/upstreams', {
    host,
    upstream: upstreamUrl,
  })
  const rule = { upstream_id: id, name: 'bench' }
  await api(target, 'POST', '/api/v1/admin/proxy/rules/db', { ...rule, pattern: '/open', require: 'anonymous' })
  await api(target, 'POST', '/api/v1/admin/proxy/rules/db', {
    ...rule,
    pattern: '/*',
    require: ['agent', 'scope:read'],
  })
  const { client_id, client_secret } = await createAgent(target, 'bench', { audiences: [origin] })
  const grant = { grant_type: 'client_credentials', scope: 'read', resource: origin }
  const issued = await requestToken(target, { ...grant, client_id, client_secret })
  return issued['access_token'] ?? ''
}

async function measure(ways: readonly Way[]): Promise<ReadonlyMap<Way, Measured[]>> {
  const results = new Map<Way, Measured[]>(ways.map((way) => [way, []]))
  // Round 0 warms up: compilers, caches, connections.
  for (let round = 0; round <= rounds; round++) {
    for (const way of ways) {
      const shot = {
        method: 'GET',
        path: way.name.includes('open') ? '/open' : '/entries',
        headers: way.headers,
      } as const
      const before = way.cpuMs()
      const load = await fire(way.origin, repeated(shot, CONNECTIONS), seconds)
      const cpuMicros = ((way.cpuMs() - before) * 1000) / load.requests
      if (round > 0) results.get(way)?.push({ ...load, cpuMicros })
    }
  }
  return results
}

/** nginx with one worker and connections to its upstream that are kept. */
async function startNginx(to: string) {
  const program = process.env['MANDATE_TEST_NGINX'] ?? '/usr/sbin/nginx'
  const directory = mkdtempSync(path.join(tmpdir(), 'mandate-bench-nginx-'))
  const port = await freePort()
  const file = path.join(directory, 'nginx.conf')
  writeFileSync(
    file,
    `daemon off; worker_processes 1; pid ${directory}/pid; error_log stderr error;
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path ${directory}/a; proxy_temp_path ${directory}/b;
  fastcgi_temp_path ${directory}/c; uwsgi_temp_path ${directory}/d; scgi_temp_path ${directory}/e;
  keepalive_requests 10000000;
  upstream api { server ${new URL(to).host}; keepalive 64; keepalive_requests 10000000; }
  server {
    listen 127.0.0.1:${port};
    location / { proxy_pass http://api; proxy_http_version 1.1; proxy_set_header Connection ""; }
  }
}
`,
  )
  const child = spawn(program, ['-p', directory, '-c', file], { stdio: ['ignore', 'ignore', 'inherit'] })
  const origin = `http://127.0.0.1:${port}`
  for (let attempt = 0; attempt < 100; attempt++) {
    if (
      await fetch(origin).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      break
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    origin,
    cpuMs: () => cpuOfChildren(child.pid as number),
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** The processor time of the workers of nginx, in milliseconds. */
function cpuOfChildren(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
  return children.reduce((sum, child) => {
    const [, fields = ''] = readFileSync(`/proc/${child}/stat`, 'utf8').split(') ')
    const [user = 0, system = 0] = fields.split(' ').slice(11, 13).map(Number)
    return sum + (user + system) * 10
  }, 0)
}

function report(results: ReadonlyMap<Way, Measured[]>): string {
  const named = new Map([...results].map(([{ name }, loads]) => [name, loads]))
  const of = (name: string): Measured[] => named.get(name) ?? []
  const rows = [...results].map(([{ name }, loads]) => {
    const value = (pick: (load: Measured) => number): number => median(loads.map(pick))
    return `| ${name} | ${value((it) => it.requestsPerSecond).toFixed(0)} | ${value((it) => it.p50Ms).toFixed(2)} | ${value((it) => it.p99Ms).toFixed(2)} | ${value((it) => it.cpuMicros).toFixed(0)} |`
  })
  const between = (one: string, other: string, how: (a: Measured, b: Measured) => number): string =>
    median(of(one).map((it, round) => how(it, of(other)[round] as Measured))).toFixed(2)
  const [gateway, proxy, direct] = [
    'the gateway, a token checked each time',
    'node and undici, deciding nothing',
    'the upstream itself',
  ]
  return `# The gateway

${machine({ seconds, rounds }).slice(0, 2).join('\n')}
- ${rounds} rounds of ${seconds} s for each row after a warm-up, ${CONNECTIONS} connections, 2 KiB of JSON, SQLite
- Load average of the machine while it ran: ${loadavg()[0]?.toFixed(1) ?? ''}

| way | requests/s | p50 ms | p99 ms | proxy µs |
| --- | ---: | ---: | ---: | ---: |
${rows.join('\n')}

Medians of what was taken within each round. Client, proxy and upstream share the processors; where a machine is busy, processor
time says more than rates.

| aim | |
| --- | ---: |
| rate ÷ that of node and undici deciding nothing (≥ 0.6) | ${between(gateway, proxy, (a, b) => a.requestsPerSecond / b.requestsPerSecond)} |
| processor time of node and undici ÷ ours | ${between(gateway, proxy, (a, b) => b.cpuMicros / a.cpuMicros)} |
| rate ÷ that of nginx | ${between(gateway, 'nginx', (a, b) => a.requestsPerSecond / b.requestsPerSecond)} |
| adds to the upstream's p50, ms | ${between(gateway, direct, (a, b) => a.p50Ms - b.p50Ms)} |
| adds to its p99, ms | ${between(gateway, direct, (a, b) => a.p99Ms - b.p99Ms)} |
`
}
