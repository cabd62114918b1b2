import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { exitCodes, Failure } from '#/frame/failure.ts'
import { Importer } from './importer.ts'
import type { Outcome } from './importer.ts'
import type { Entry, Person } from './person.ts'

interface Body {
  readonly users: readonly Person[]
}

const entries = (count: number, more: Partial<Person> = {}): Entry[] =>
  Array.from({ length: count }, (_, i) => ({ position: i + 1, person: { email: `person-${i}@example.com`, ...more } }))

/** A server that creates everybody, after what a test wants to happen first. */
function importerOf(before: (body: Body, call: number) => void = () => undefined, more: object = {}) {
  const sizes: number[] = []
  const pauses: number[] = []
  const server = {
    request: <T>(_method: string, _path: string, { body }: { body?: unknown } = {}): Promise<T> => {
      const { users } = body as Body
      sizes.push(users.length)
      before(body as Body, sizes.length)
      const results = users.map((_, index) => ({ index, outcome: 'created', id: `usr_${index}`, errors: [] }))
      return Promise.resolve({ results } as T)
    },
  }
  const pause = (millis: number): Promise<void> => {
    pauses.push(millis)
    return Promise.resolve()
  }
  const options = { dryRun: false, trustsVerified: false, dropsUnknownHashes: false, ...more }
  return { importer: new Importer({ server, pause, ...options }), sizes, pauses }
}

async function run(
  importer: Importer,
  all: readonly Entry[],
  signal = new AbortController().signal,
): Promise<Outcome[]> {
  async function* each(): AsyncGenerator<Entry> {
    yield* all
  }
  const outcomes: Outcome[] = []
  for await (const outcome of importer.run(each(), signal)) outcomes.push(outcome)
  return outcomes
}

const away = new Failure('away', { exitCode: exitCodes.unreachable })
const invalid = new Failure('The request is not valid.', {
  exitCode: exitCodes.usage,
  code: 'invalid_request',
  details: ['/users/0/metadata is wrong'],
})

describe('an import', () => {
  test('sends 500 people at once, and fewer where they are large', async () => {
    const { importer, sizes } = importerOf()
    assert.equal((await run(importer, entries(1200))).length, 1200)
    assert.deepEqual(sizes, [500, 500, 200])
    const large = importerOf()
    await run(large.importer, entries(100, { metadata: { text: 'x'.repeat(15_000) } }))
    assert.ok(Math.max(...large.sizes) * 15_000 < 1_048_576, large.sizes.join())
  })

  test('tries again while the server is away, and gives up after a while', async () => {
    const back = importerOf((_, call) => {
      if (call < 3) throw away
    })
    assert.equal((await run(back.importer, entries(3))).length, 3)
    assert.deepEqual(back.pauses, [1000, 2000])
    const gone = importerOf(() => {
      throw away
    })
    await assert.rejects(run(gone.importer, entries(3)), away)
    assert.equal(gone.pauses.length, 5)
  })

  test('finds out who it is that a request is refused for, and brings the others', async () => {
    const { importer } = importerOf(({ users }) => {
      if (users.some(({ email }) => email === 'person-7@example.com')) throw invalid
    })
    const outcomes = await run(importer, entries(20))
    const bad = outcomes.filter(({ outcome }) => outcome === 'refused')
    assert.deepEqual(bad, [
      {
        position: 8,
        email: 'person-7@example.com',
        outcome: 'refused',
        id: null,
        errors: [{ pointer: '', message: '/users/0/metadata is wrong' }],
      },
    ])
    assert.equal(outcomes.length, 20)
  })

  test('stops at what is nobody’s fault in the file', async () => {
    const denied = new Failure('no', { exitCode: exitCodes.auth, code: 'insufficient_scope' })
    const { importer, sizes } = importerOf(() => {
      throw denied
    })
    await assert.rejects(run(importer, entries(20)), denied)
    assert.equal(sizes.length, 1)
  })

  test('brings people without a password whose hash nobody can read, when told to', async () => {
    const server = {
      request: <T>(_method: string, _path: string, { body }: { body?: unknown } = {}): Promise<T> => {
        const results = (body as Body).users.map(({ password_hash: hash }, index) =>
          hash === 'md5'
            ? { index, outcome: 'refused', id: null, errors: [{ pointer: '/password_hash', message: 'unknown' }] }
            : { index, outcome: 'created', id: 'usr_1', errors: [] },
        )
        return Promise.resolve({ results } as T)
      },
    }
    const pause = (): Promise<void> => Promise.resolve()
    const all = [...entries(1, { password_hash: 'md5' }), { position: 2, person: { email: 'b@example.com' } }]
    const outcomesOf = async (dropsUnknownHashes: boolean) => {
      const importer = new Importer({ server, pause, dryRun: false, trustsVerified: false, dropsUnknownHashes })
      return (await run(importer, all)).map(({ outcome }) => outcome)
    }
    assert.deepEqual(await outcomesOf(false), ['refused', 'created'])
    assert.deepEqual(await outcomesOf(true), ['created', 'created'])
  })

  test('tells in a dry run who comes twice, also in another request', async () => {
    const { importer } = importerOf(undefined, { dryRun: true })
    const all = [...entries(500), { position: 501, person: { email: 'Person-3@example.com' } }]
    assert.equal((await run(importer, all)).at(-1)?.outcome, 'exists')
  })

  test('refuses and skips without asking anybody, and ends between two requests when interrupted', async () => {
    const { importer, sizes } = importerOf()
    const outcomes = await run(importer, [
      { position: 1, errors: [{ pointer: '/metadata', message: 'x' }] },
      { position: 2, skipped: 'was deleted there' },
      { position: 3, person: { email: 'a@example.com', password_hash: 'x'.repeat(2000) } },
    ])
    assert.deepEqual(
      outcomes.map(({ outcome }) => outcome),
      ['refused', 'skipped', 'refused'],
    )
    assert.deepEqual(sizes, [])
    const cut = importerOf()
    assert.equal((await run(cut.importer, entries(1200), AbortSignal.abort())).length, 500)
  })
})
