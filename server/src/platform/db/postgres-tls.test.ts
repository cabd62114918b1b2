import assert from 'node:assert/strict'
import { mkdtempSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { testCertificate } from '#test/support/certificate.ts'
import { scratch } from '#test/support/engines.ts'
import { startPostgres } from '#test/support/postgres.ts'
import type { TestPostgres } from '#test/support/postgres.ts'
import { DatabaseOpenError } from './errors.ts'
import { openDatabase } from './open.ts'
import { sql } from './sql.ts'

const certificate = testCertificate('localhost')

describe('a PostgreSQL that speaks TLS', () => {
  let postgres: TestPostgres
  let directory: string
  before(async () => {
    postgres = await startPostgres({ certificate })
    directory = mkdtempSync(path.join(scratch(), 'tls-'))
  })
  after(() => postgres.stop())

  /** The address as the guide for production writes it, with an authority that a file holds. */
  function address(host: string, authority: string): string {
    const file = path.join(directory, 'db-ca.pem')
    writeFileSync(file, authority)
    const url = new URL(postgres.url)
    url.hostname = host
    url.searchParams.set('sslmode', 'verify-full')
    url.searchParams.set('sslrootcert', file)
    return url.href
  }

  test('is used by TLS where its certificate is for the host, by the authority that is named', async () => {
    const database = await openDatabase({ url: address('localhost', certificate.cert) })
    try {
      const row = await database.db.get(sql`SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()`)
      assert.equal(row?.['ssl'], 1)
    } finally {
      await database.close()
    }
  })

  for (const [what, host, authority, words] of [
    ['by another authority', 'localhost', testCertificate('localhost').cert, /self-signed certificate/],
    ['for another host', '127.0.0.1', certificate.cert, /does not match certificate/],
  ] as const)
    test(`is refused with a certificate ${what}`, async () => {
      const isSaid = (error: unknown): boolean => error instanceof DatabaseOpenError && words.test(error.message)
      await assert.rejects(openDatabase({ url: address(host, authority) }), isSaid)
    })
})
