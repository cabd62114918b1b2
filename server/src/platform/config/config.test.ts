import assert from 'node:assert/strict'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { loadConfig } from './config.ts'
import { configKeys } from './environment.ts'
import { ConfigError } from './problem.ts'

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    loadConfig(environment)
  } catch (error) {
    assert.ok(error instanceof ConfigError)
    return error.problems
  }
  return []
}

test('runs with no configuration at all', () => {
  const config = loadConfig({})
  assert.equal(config.host, null)
  assert.equal(config.port, 8080)
  assert.equal(config.baseUrl, 'http://localhost:8080')
  assert.equal(config.dataDir, path.resolve('data'))
  assert.equal(config.databaseUrl, `sqlite:${path.resolve('data', 'mandate.db')}`)
  assert.equal(config.initialMode, 'dev')
  assert.deepEqual(config.trustedProxies, [])
})

test('derives the base URL from the port and the database from the data directory', () => {
  const config = loadConfig({ MANDATE_PORT: '9000', MANDATE_DATA_DIR: '/srv/mandate' })
  assert.equal(config.baseUrl, 'http://localhost:9000')
  assert.equal(config.databaseUrl, `sqlite:${path.join(path.resolve('/srv/mandate'), 'mandate.db')}`)
})

test('counts a variable that is set to nothing as not set', () => {
  assert.equal(loadConfig({ MANDATE_PORT: '', MANDATE_HOST: ' ' }).port, 8080)
})

test('is frozen', () => {
  assert.ok(Object.isFrozen(loadConfig({})))
})

test('names an unknown variable and the one that was probably meant', () => {
  assert.deepEqual(problemsOf({ MANDATE_PROT: '1' }), [
    'MANDATE_PROT is not a setting of Mandate. Did you mean MANDATE_PORT?',
  ])
  assert.deepEqual(problemsOf({ MANDATE_BASEURL: 'x' }), [
    'MANDATE_BASEURL is not a setting of Mandate. Did you mean MANDATE_BASE_URL?',
  ])
  assert.deepEqual(problemsOf({ MANDATE_QUANTUM_FLUX: 'x' }), [
    'MANDATE_QUANTUM_FLUX is not a setting of Mandate. docs/reference/configuration.md lists them all.',
  ])
})

test('leaves the variables of the tests, of the command line and of other programs alone', () => {
  assert.deepEqual(problemsOf({ MANDATE_TEST_ENGINE: 'sqlite', PATH: '/bin' }), [])
  assert.deepEqual(problemsOf({ MANDATE_URL: 'https://id.example', MANDATE_API_KEY: 'x', MANDATE_SECRET_A: 'y' }), [])
  assert.equal(problemsOf({ MANDATE_URLS: 'x', MANDATE_API_KEY_FILE: 'y' }).length, 2)
})

test('lists every problem at once', () => {
  assert.equal(problemsOf({ MANDATE_PORT: 'x', MANDATE_LOG_LEVEL: 'loud', MANDATE_PROT: '1' }).length, 3)
})

for (const port of ['0', '65536', '-1', '80.5', 'abc', '1e3', '99999999999']) {
  test(`refuses the port ${port}`, () => {
    assert.deepEqual(problemsOf({ MANDATE_PORT: port }), [
      `MANDATE_PORT must be a whole number from 1 to 65535, not "${port}".`,
    ])
  })
}

test('refuses a word that is not one of the choices', () => {
  assert.deepEqual(problemsOf({ MANDATE_MODE: 'prod' }), ['MANDATE_MODE must be one of dev, production, not "prod".'])
})

for (const url of [
  'https://id.example.com',
  'https://example.com/auth',
  'http://127.0.0.1:8080',
  'http://[::1]:8080',
]) {
  test(`takes the base URL ${url}`, () => {
    assert.equal(loadConfig({ MANDATE_BASE_URL: url }).baseUrl, url)
  })
}

const badBaseUrls: [string, RegExp][] = [
  ['id.example.com', /must be a web address/],
  ['ftp://id.example.com', /must be a web address/],
  ['javascript:alert(1)', /must be a web address/],
  ['https://id.example.com/', /must be written https:\/\/id\.example\.com, not/],
  ['https://ID.example.com', /must be written https:\/\/id\.example\.com, not/],
  ['https://id.example.com:443', /must be written https:\/\/id\.example\.com, not/],
  ['https://id.example.com/a/../b', /must be written https:\/\/id\.example\.com\/b, not/],
  ['https://id.example.com?x=1', /neither a query nor a fragment/],
  ['https://id.example.com/#x', /neither a query nor a fragment/],
  ['https://id.example.com#', /neither a query nor a fragment/],
  ['https://user:hunter2@id.example.com', /must not contain a user name/],
]
for (const [url, message] of badBaseUrls) {
  test(`refuses the base URL ${url}`, () => {
    assert.match(problemsOf({ MANDATE_BASE_URL: url }).join(), message)
  })
}

test('takes both spellings of a PostgreSQL address and a SQLite path', () => {
  for (const url of ['postgres://u:p@host/db', 'postgresql://host/db', 'sqlite:./x.db']) {
    assert.equal(loadConfig({ MANDATE_DATABASE_URL: url }).databaseUrl, url)
  }
})

test('never repeats a secret, not even in the complaint about it', () => {
  const url = 'mysql://root:hunter2@host/db'
  const problems = problemsOf({
    MANDATE_DATABASE_URL: url,
    MANDATE_MASTER_KEY: 'hunter2',
    MANDATE_MASTER_KEY_FILE: '/k',
  })
  assert.equal(problems.length, 2)
  assert.ok(!problems.join().includes('hunter2'))
})

test('refuses two master keys', () => {
  assert.deepEqual(problemsOf({ MANDATE_MASTER_KEY: 'a', MANDATE_MASTER_KEY_FILE: '/k' }), [
    'MANDATE_MASTER_KEY and MANDATE_MASTER_KEY_FILE are both set; keep one of them.',
  ])
})

test('reads trusted proxies as a list and refuses what is no address', () => {
  const { trustedProxies } = loadConfig({ MANDATE_TRUSTED_PROXIES: '10.0.0.0/8, ::1' })
  assert.deepEqual(trustedProxies, ['10.0.0.0/8', '::1'])
  assert.match(problemsOf({ MANDATE_TRUSTED_PROXIES: 'proxy.local' }).join(), /must list addresses or CIDR blocks/)
})

test('listens on an address only, since a name could move', () => {
  assert.equal(loadConfig({ MANDATE_HOST: '0.0.0.0' }).host, '0.0.0.0')
  assert.match(problemsOf({ MANDATE_HOST: 'example.com' }).join(), /must be an IP address/)
})

test('says something about every key', () => {
  for (const [name, schema] of configKeys) assert.match(schema.description, /\.$/, name)
})

test('a new installation that others can reach starts in production, unless dev is said', () => {
  const modeOf = (environment: Record<string, string>) => loadConfig(environment).initialMode
  assert.equal(modeOf({ MANDATE_HOST: '0.0.0.0' }), 'production')
  assert.equal(modeOf({ MANDATE_BASE_URL: 'https://id.example.com' }), 'production')
  assert.equal(modeOf({ MANDATE_HOST: '127.0.0.1', MANDATE_BASE_URL: 'http://localhost:9000' }), 'dev')
  assert.equal(modeOf({ MANDATE_HOST: '0.0.0.0', MANDATE_MODE: 'dev' }), 'dev')
  assert.equal(modeOf({ MANDATE_MODE: 'production' }), 'production')
})

const POSTGRES = { MANDATE_DATABASE_URL: 'postgres://mandate@db.example.com/mandate' }

test('runs one worker on SQLite, and on PostgreSQL as many as there are cores for', () => {
  assert.equal(loadConfig({}).workers, 1)
  const { workers, databasePoolSize } = loadConfig(POSTGRES)
  assert.equal(workers, Math.min(availableParallelism(), 16))
  assert.equal(databasePoolSize, workers === 1 ? 10 : 5)
})

test('shares connections and lines of the log out among the workers', () => {
  const shared = { MANDATE_WORKERS: '4', MANDATE_DATABASE_POOL_SIZE: '30', MANDATE_LOG_REQUESTS_PER_SECOND: '10' }
  const config = loadConfig({ ...POSTGRES, ...shared })
  assert.deepEqual([config.workers, config.databasePoolSize, config.logRequestsPerSecond], [4, 7, 3])
})

test('runs fewer workers by itself where there are few connections to share', () => {
  assert.equal(loadConfig({ ...POSTGRES, MANDATE_DATABASE_POOL_SIZE: '3' }).workers, 1)
})

test('refuses several workers on SQLite, and more than there are connections for', () => {
  assert.match(problemsOf({ MANDATE_WORKERS: '2' })[0] ?? '', /^MANDATE_WORKERS must be 1 on SQLite/)
  assert.deepEqual(problemsOf({ ...POSTGRES, MANDATE_WORKERS: '4', MANDATE_DATABASE_POOL_SIZE: '7' }), [
    'MANDATE_DATABASE_POOL_SIZE must be at least 8 for 4 workers: 2 connections for each.',
  ])
})
