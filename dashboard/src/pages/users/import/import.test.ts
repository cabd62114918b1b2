import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ImportedUsers, UsersImportBody } from '@mandate/sdk'
import { MAX_BYTES, readCsv } from './csv-file.ts'
import { guess, personOf, repeated } from './mapping.ts'
import type { Field, Mapped } from './mapping.ts'
import { bring } from './run.ts'

const fileOf = (text: string, size = text.length) => ({ name: 'people.csv', size, text: () => Promise.resolve(text) })

describe('a table of people', () => {
  test('is read with quotes, line breaks, a byte order mark and empty lines', async () => {
    const read = await readCsv(
      fileOf('\uFEFFemail, Name\r\n"a@example.com","Ann\r\n""the best"""\r\n\r\nb@example.com,Bo'),
    )
    assert.deepEqual(read, {
      name: 'people.csv',
      columns: ['email', 'Name'],
      rows: [
        { line: 2, cells: ['a@example.com', 'Ann\r\n"the best"'] },
        { line: 5, cells: ['b@example.com', 'Bo'] },
      ],
    })
  })

  test('is none when it is broken, empty, or too large', async () => {
    assert.equal(await readCsv(fileOf('email\n"a@example.com')), 'broken')
    assert.equal(await readCsv(fileOf('email\n\n')), 'empty')
    assert.equal(await readCsv(fileOf('', 0)), 'empty')
    assert.equal(await readCsv(fileOf('email', MAX_BYTES + 1)), 'too_large')
  })

  test('has columns that are guessed by their usual names, each field once', () => {
    assert.deepEqual(guess(['E-Mail', 'email', 'First name', 'Verified', 'Plan', '__proto__']), [
      'email',
      'ignore',
      'given_name',
      'email_verified',
      'ignore',
      'ignore',
    ])
    assert.deepEqual(repeated(['email', 'email', 'metadata', 'metadata', 'ignore', 'ignore']), ['email'])
  })

  test('makes a person of each row, and says what is wrong with one', () => {
    const columns = ['mail', 'first', 'last', 'ok', 'plan']
    const mapping: Field[] = ['email', 'given_name', 'family_name', 'email_verified', 'metadata']
    const person = personOf({ line: 2, cells: [' a@example.com ', 'Ann', 'Lee', 'YES', 'team'] }, columns, mapping)
    assert.deepEqual(JSON.parse(JSON.stringify(person)), {
      line: 2,
      person: { email: 'a@example.com', name: 'Ann Lee', email_verified: true, metadata: { plan: 'team' } },
      problems: [],
    })
    const { problems } = personOf({ line: 3, cells: ['a@example.com', '', '', 'perhaps'] }, columns, mapping)
    assert.deepEqual(problems, [
      { field: 'row', kind: 'columns' },
      { field: 'email_verified', kind: 'truth' },
    ])
  })
})

describe('bringing people', () => {
  const rows = (count: number, more: object = {}): Mapped[] =>
    Array.from({ length: count }, (_, i) => ({
      line: i + 2,
      person: { email: `person-${i}@example.com`, ...more },
      problems: [],
    }))
  const sent: number[] = []
  const send = ({ users, dry_run = false }: UsersImportBody): Promise<ImportedUsers> => {
    sent.push(users.length)
    const results = users.map(({ email }, index) =>
      email.includes('@')
        ? { index, outcome: 'created' as const, id: dry_run ? null : 'usr_1', errors: [] }
        : { index, outcome: 'refused' as const, id: null, errors: [{ pointer: '/email', message: 'no' }] },
    )
    return Promise.resolve({ dry_run, created: 0, existing: 0, refused: 0, results })
  }
  const run = (all: readonly Mapped[], dryRun = false, signal = new AbortController().signal) => {
    sent.length = 0
    return bring(all, { send, dryRun, trustsVerified: false, onProgress: () => undefined, signal })
  }

  test('happens 500 at once, and fewer where they are large', async () => {
    assert.equal((await run(rows(1100))).length, 1100)
    assert.deepEqual(sent, [500, 500, 100])
    await run(rows(60, { metadata: { text: 'x'.repeat(15_000) } }))
    assert.ok(Math.max(...sent) < 20)
  })

  test('keeps each row beside what became of it, also where some are not sent', async () => {
    const [one, two, three, four] = rows(4)
    assert.ok(one && two && three && four)
    const outcomes = await run([
      { ...one, problems: [{ field: 'row', kind: 'columns' }] },
      { ...two, person: { email: 'nobody' } },
      three,
      { ...four, person: { ...four.person, password_hash: 'x'.repeat(2000) } },
    ])
    assert.deepEqual(
      outcomes.map(({ line, outcome, errors }) => [line, outcome, ...errors]),
      [
        [2, 'refused'],
        [3, 'refused', 'email: no'],
        [4, 'created'],
        [5, 'refused'],
      ],
    )
  })

  test('tells in a dry run who comes twice, and stops between two requests', async () => {
    const twice = [...rows(500), ...rows(1)]
    assert.equal((await run(twice, true)).at(-1)?.outcome, 'exists')
    assert.deepEqual(await run(rows(10), false, AbortSignal.abort()), [])
  })
})
