/**
 * The floor: a bare node:http server that does only what client_credentials can't do without. It parses the form,
 * compares the SHA-256 of a secret, signs an ES256 token and inserts one durable row, sharing a commit among the
 * requests of one turn of the event loop. No framework, no routing, no validation, no limits, no lineage.
 * Environment: PORT, and either FILE for SQLite or DATABASE_URL for PostgreSQL, there with GATHER for inserts gathered.
 */
import { createHash, generateKeyPairSync, randomBytes, sign, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
import { Pool } from 'pg'

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const secretHash = createHash('sha256').update('floor-secret').digest()
const header = Buffer.from(JSON.stringify({ alg: 'ES256', typ: 'at+jwt', kid: 'floor' })).toString('base64url')

type Row = [id: string, client: string, createdAt: number, expiresAt: number]
const insert = insertInto(process.env['DATABASE_URL'])

function insertInto(url: string | undefined): (row: Row) => Promise<void> {
  if (url === undefined) return sqlite(process.env['FILE'] ?? '')
  return process.env['GATHER'] ? postgresGathered(url) : postgres(url)
}

function sqlite(file: string): (row: Row) => Promise<void> {
  const db = new DatabaseSync(file)
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
  db.exec('CREATE TABLE IF NOT EXISTS tokens (id TEXT PRIMARY KEY, client TEXT, created_at INT, expires_at INT)')
  const statement = db.prepare('INSERT INTO tokens VALUES (?, ?, ?, ?)')
  let queue: { row: Row; done: () => void }[] = []
  const commit = (): void => {
    const batch = queue
    queue = []
    db.exec('BEGIN IMMEDIATE')
    for (const { row } of batch) statement.run(...row)
    db.exec('COMMIT')
    for (const { done } of batch) done()
  }
  return (row) =>
    new Promise((done) => {
      if (queue.push({ row, done }) === 1) setImmediate(commit)
    })
}

/** The best form of the floor on PostgreSQL: what arrives in one turn of the event loop is one statement. */
function postgresGathered(url: string): (row: Row) => Promise<void> {
  const pool = new Pool({ connectionString: url, max: 10 })
  const ready = pool.query(
    'CREATE TABLE IF NOT EXISTS gathered_tokens (id TEXT PRIMARY KEY, client TEXT, created_at BIGINT, expires_at BIGINT)',
  )
  let queue: { row: Row; done: () => void; fail: (error: unknown) => void }[] = []
  const text = 'INSERT INTO gathered_tokens SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[])'
  const send = (): void => {
    const batch = queue
    queue = []
    const values = [0, 1, 2, 3].map((column) => batch.map(({ row }) => row[column]))
    pool.query({ name: 'gathered', text, values }).then(
      () => batch.forEach(({ done }) => done()),
      (error: unknown) => batch.forEach(({ fail }) => fail(error)),
    )
  }
  return async (row) => {
    await ready
    await new Promise<void>((done, fail) => {
      if (queue.push({ row, done, fail }) === 1) setImmediate(send)
    })
  }
}

function postgres(url: string): (row: Row) => Promise<void> {
  const pool = new Pool({ connectionString: url, max: 10 })
  const ready = pool.query(
    'CREATE TABLE IF NOT EXISTS floor_tokens (id TEXT PRIMARY KEY, client TEXT, created_at BIGINT, expires_at BIGINT)',
  )
  return async (row) => {
    await ready
    await pool.query({ name: 'insert', text: 'INSERT INTO floor_tokens VALUES ($1, $2, $3, $4)', values: row })
  }
}

async function issue(body: string): Promise<string | undefined> {
  const form = new URLSearchParams(body)
  const presented = createHash('sha256')
    .update(form.get('client_secret') ?? '')
    .digest()
  if (form.get('grant_type') !== 'client_credentials' || !timingSafeEqual(presented, secretHash)) return undefined
  const now = Date.now()
  const id = randomBytes(24).toString('base64url')
  const iat = Math.floor(now / 1000)
  const claims = {
    iss: 'floor',
    sub: 'floor',
    aud: 'floor',
    client_id: 'floor',
    scope: 'read',
    iat,
    exp: iat + 3600,
    jti: id,
  }
  const input = `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`
  const signature = sign('sha256', Buffer.from(input), { key: privateKey, dsaEncoding: 'ieee-p1363' })
  await insert([id, 'floor', now, now + 3_600_000])
  const token = `${input}.${signature.toString('base64url')}`
  return JSON.stringify({ access_token: token, token_type: 'Bearer', expires_in: 3600, scope: 'read' })
}

const server = createServer((request, response) => {
  if (request.method === 'GET') return void response.end('ready')
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    void issue(Buffer.concat(chunks).toString()).then((answer) => {
      response.writeHead(answer === undefined ? 401 : 200, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(answer ?? ''),
        'cache-control': 'no-store',
      })
      response.end(answer)
    })
  })
})
server.listen(Number(process.env['PORT']), 'localhost')
process.once('SIGTERM', () => process.exit(0))
