// npm run verify -w bench: what it costs an API to verify a token, beside jose alone. Writes bench/verify.md.
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import path from 'node:path'
import { DpopKey } from '@mandate/sdk/oauth'
import { Verifier } from '@mandate/sdk/verify'
import type { Needs } from '@mandate/sdk/verify'
import { createLocalJWKSet, exportJWK, generateKeyPair, jwtVerify, SignJWT } from 'jose'

const ISSUER = 'https://id.example.com'
const AUDIENCE = 'https://api.example.com/notes'
const ROUNDS = 5
const ROUND_MS = 1_000
const BATCH = 100
const AIM = 15_000

const { publicKey, privateKey } = await generateKeyPair('ES256')
const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES256', use: 'sig' }] }
const dpop = await DpopKey.generate()

let issued = 0
function issue(claims: object = {}): Promise<string> {
  const iat = Math.floor(Date.now() / 1000)
  issued += 1
  const own = { sub: 'usr_1', client_id: 'app_1', scope: 'read write', act: { sub: 'agt_1' }, jti: `tok_${issued}` }
  return new SignJWT({ iss: ISSUER, aud: AUDIENCE, iat, exp: iat + 3_600, ...own, ...claims })
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: 'k1' })
    .sign(privateKey)
}

const network: typeof fetch = async (input) =>
  Response.json(String(input).endsWith('/jwks') ? jwks : { issuer: ISSUER, jwks_uri: `${ISSUER}/jwks` })
const verifier = new Verifier({ issuer: ISSUER, audience: AUDIENCE, fetch: network })
const needs: Needs = { scopes: ['read'] }
const authenticate = (authorization: string, proof?: string): Promise<unknown> =>
  verifier.authenticate({ method: 'GET', url: '/notes', headers: { authorization, dpop: proof } }, needs)

const keys = createLocalJWKSet(jwks)
const expected = { typ: 'at+jwt', algorithms: ['ES256'], issuer: ISSUER, audience: AUDIENCE }
const one = await issue()
const bound = await issue({ cnf: { jkt: dpop.thumbprint } })

/** What is measured: inputs that are made beforehand, and what is done with each. */
interface Row {
  readonly name: string
  readonly prepare: () => Promise<string>
  readonly verify: (input: string) => Promise<unknown>
}

const rows: readonly Row[] = [
  { name: 'jose alone', prepare: () => issue(), verify: (token) => jwtVerify(token, keys, expected) },
  {
    name: 'verifier, a token that it knows',
    prepare: async () => one,
    verify: (token) => authenticate(`Bearer ${token}`),
  },
  {
    name: 'verifier, a token at first sight',
    prepare: () => issue(),
    verify: (token) => authenticate(`Bearer ${token}`),
  },
  {
    name: 'verifier, a token that it knows, with a proof',
    prepare: () => dpop.prove({ method: 'GET', url: AUDIENCE, accessToken: bound }),
    verify: (proof) => authenticate(`DPoP ${bound}`, proof),
  },
]

/** Verifications in a second of processor time, of all threads of this process. */
async function measure({ prepare, verify }: Row): Promise<number> {
  let [count, micros] = [0, 0]
  for (const until = performance.now() + ROUND_MS; performance.now() < until;) {
    const inputs = await Promise.all(Array.from({ length: BATCH }, prepare))
    const before = process.cpuUsage()
    for (const input of inputs) await verify(input)
    const { user, system } = process.cpuUsage(before)
    count += BATCH
    micros += user + system
  }
  return (count / micros) * 1_000_000
}

const rates = new Map(rows.map(({ name }) => [name, [] as number[]]))
for (const row of rows) await measure(row)
for (let round = 0; round < ROUNDS; round += 1) {
  for (const row of rows) rates.get(row.name)?.push(await measure(row))
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
const result = rows.map(({ name }) => ({ name, rate: median(rates.get(name) ?? []) }))
const [alone, known] = result.map(({ rate }) => rate)
const lines = [
  '# Verifying tokens',
  '',
  'Made by `npm run verify -w bench`: what `@mandate/sdk/verify` costs an API, beside `jwtVerify` of jose with the same checks of the token.',
  '',
  `- Machine: ${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.version}, ES256`,
  `- Medians of ${ROUNDS} rounds of ${ROUND_MS / 1000} s for each row after a warm-up, one verification after the other`,
  '- Per second of processor time, counting all threads of the process: what one core does',
  '',
  '| what | verifications/s per core | × jose |',
  '|---|---:|---:|',
  ...result.map(({ name, rate }) => `| ${name} | ${Math.round(rate)} | ${(rate / (alone ?? 1)).toFixed(2)} |`),
  '',
  `The aim is ${AIM} for a token that is known: ${(known ?? 0) >= AIM ? 'reached' : 'missed'}.`,
]
const page = `${lines.join('\n')}\n`
writeFileSync(path.join(import.meta.dirname, 'verify.md'), page)
console.log(page)
