import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import Type from 'typebox'
import { Form } from '#/platform/http/input/form.ts'
import { parameterErrors, typedQuery } from '#/platform/http/input/query.ts'
import { LazyValidator } from './validator.ts'

describe('a closed validator', () => {
  const Inner = Type.Object({ a: Type.Optional(Type.Integer()) })
  const closed = (schema: Parameters<typeof Type.Array>[0]) => new LazyValidator(schema, true)

  test('refuses undeclared members wherever an object is declared', () => {
    for (const [schema, good, bad] of [
      [Inner, { a: 1 }, { b: 1 }],
      [Type.Array(Inner), [{ a: 1 }], [{ b: 1 }]],
      [Type.Union([Inner, Type.Null()]), { a: 1 }, { b: 1 }],
      [Type.Intersect([Inner, Type.Object({ c: Type.String() })]), { a: 1, c: '' }, { a: 1, c: '', d: 1 }],
      [Type.Intersect([Inner, Type.Object({ c: Inner })]), { c: { a: 1 } }, { c: { d: 1 } }],
      [
        Type.Cyclic({ Node: Type.Object({ next: Type.Optional(Type.Ref('Node')) }) }, 'Node'),
        { next: { next: {} } },
        { next: { last: 1 } },
      ],
      [Type.Tuple([Inner]), [{ a: 1 }], [{ b: 1 }]],
      [Type.Record(Type.String({ pattern: '^[a-z]+$' }), Type.Integer()), { a: 1 }, { A: 'x' }],
    ] as const) {
      const validator = closed(schema)
      assert.ok(validator.check(good), JSON.stringify(good))
      assert.ok(!validator.check(bad), JSON.stringify(bad))
    }
  })

  test('leaves open what says that it is open', () => {
    assert.ok(closed(Type.Object({}, { additionalProperties: true })).check({ any: 1 }))
    assert.ok(closed(Type.Record(Type.String(), Type.Unknown())).check({ any: { thing: 1 } }))
    assert.ok(closed(Type.Unknown()).check({ any: 1 }))
  })

  test('does not change the schema it was made of', () => {
    closed(Inner).check({})
    assert.ok(new LazyValidator(Inner, false).check({ b: 1 }))
  })
})

const TWICE = 'must not have the same entry twice'

describe('the errors of a value', () => {
  const schema = Type.Object({
    kind: Type.Union([Type.Literal('a'), Type.Literal('b')]),
    mode: Type.Enum(['x', 'y']),
    always: Type.Literal(true),
    note: Type.Union([Type.String(), Type.Null()]),
    name: Type.String({ minLength: 2, pattern: '^[a-z]+$' }),
    count: Type.Integer({ minimum: 1 }),
  })
  const messages = (value: unknown): Record<string, string> =>
    Object.fromEntries(new LazyValidator(schema, true).errors(value).map(({ pointer, message }) => [pointer, message]))

  test('name each field once, in words that say what to send', () => {
    assert.deepEqual(messages({ kind: 'c', mode: 'z', always: false, note: 1, name: 'AB', count: 0 }), {
      '/kind': 'must be one of a, b',
      '/mode': 'must be one of x, y',
      '/always': 'must be true',
      '/note': 'must be string or null',
      '/name': 'does not have the expected form',
      '/count': 'must be >= 1',
    })
  })

  test('say of a union what is wrong by the variant that was meant', () => {
    const Address = Type.Object({ city: Type.String({ maxLength: 3 }) })
    const unions = Type.Object({
      text: Type.Union([Type.String({ maxLength: 3, pattern: '^[a-z]+$' }), Type.Null()]),
      count: Type.Union([Type.Null(), Type.Integer({ minimum: 1 })]),
      list: Type.Union([Type.Array(Type.String({ maxLength: 3 })), Type.Null()]),
      place: Type.Union([Address, Type.Null()]),
      nested: Type.Union([Type.Union([Type.String({ maxLength: 3 }), Type.Boolean()]), Type.Null()]),
      way: Type.Union([Type.Enum(['open', 'off']), Type.Null()]),
      shape: Type.Union([
        Type.Object({ kind: Type.Literal('round'), size: Type.Integer() }),
        Type.Object({ kind: Type.Literal('square'), side: Type.Integer() }),
      ]),
      rows: Type.Array(Type.Union([Type.Integer({ minimum: 1 }), Type.Null()])),
    })
    const found = (value: object) =>
      Object.fromEntries(new LazyValidator(unions, true).errors(value).map((it) => [it.pointer, it.message]))
    assert.deepEqual(
      found({
        text: 'abcd',
        count: 0,
        list: ['a', 'abcd'],
        place: { city: 'abcd', street: 'x' },
        nested: 'abcd',
        way: 'closed',
        shape: { kind: 'square', side: 'x' },
        rows: [1, 0, null, 'x'],
      }),
      {
        '/text': 'must not have more than 3 characters',
        '/count': 'must be >= 1',
        '/list/1': 'must not have more than 3 characters',
        '/place/city': 'must not have more than 3 characters',
        '/place/street': 'is not a known field',
        '/nested': 'must not have more than 3 characters',
        '/way': 'must be one of open, off or null',
        '/shape/side': 'must be integer',
        '/rows/1': 'must be >= 1',
        '/rows/3': 'must be integer or null',
      },
    )
    const [wrong, texts] = [found({ text: 1, nested: 1, place: 'x', count: 1.5 }), found({ text: 'A', way: null })]
    assert.deepEqual(
      [wrong['/text'], wrong['/nested'], wrong['/place'], wrong['/count'], texts['/text'], texts['/way']],
      [
        'must be string or null',
        'must be string or boolean or null',
        'must be object or null',
        'must be null or integer',
        'does not have the expected form',
        undefined,
      ],
    )
  })

  test('name lists that hold an entry twice', () => {
    const Tags = Type.Array(Type.String(), { uniqueItems: true })
    const nested = new LazyValidator(Type.Object({ tags: Tags, rows: Type.Array(Type.Object({ tags: Tags })) }), true)
    const clearable = new LazyValidator(Type.Object({ tags: Type.Union([Tags, Type.Null()]) }), true)
    assert.deepEqual(clearable.errors({ tags: ['a', 'a'] }), [{ pointer: '/tags', message: TWICE }])
    assert.deepEqual(nested.errors({ tags: ['a', 'a'], rows: [{ tags: [] }, { tags: ['b', 'c', 'b'] }] }), [
      { pointer: '/tags', message: TWICE },
      { pointer: '/rows/1/tags', message: TWICE },
    ])
  })

  test('point at missing and unknown members', () => {
    const found = messages({ kind: 'a', mode: 'x', always: true, note: null, name: 'ab', 'a/b~c': 1 })
    assert.deepEqual(found, { '/count': 'is required', '/a~1b~0c': 'is not a known field' })
  })
})

describe('a query', () => {
  const schema = Type.Object({
    limit: Type.Integer({ default: 50 }),
    ratio: Type.Optional(Type.Number()),
    all: Type.Optional(Type.Boolean()),
    name: Type.Optional(Type.String()),
  })
  const typed = (text: string): Record<string, unknown> => ({ ...typedQuery(Form.parse(text), schema) })

  test('has numbers and booleans where they are written as such, and defaults', () => {
    assert.deepEqual(typed('limit=10&ratio=-0.5&all=true&name=7'), { limit: 10, ratio: -0.5, all: true, name: '7' })
    assert.deepEqual(typed('all=false&other=1&__proto__=2'), { limit: 50, all: false })
    assert.deepEqual(typed('limit='), { limit: 50 })
  })

  test('keeps as text what only looks like a number or a boolean', () => {
    for (const text of ['1e3', '0x10', ' 1', '01', '+1', '1.', '1_0', 'NaN', 'Infinity', '1'.repeat(20)]) {
      assert.equal(typed(`limit=${encodeURIComponent(text)}`)['limit'], text)
    }
    for (const text of ['1', 'yes', 'TRUE', 'on']) assert.equal(typed(`all=${text}`)['all'], text)
  })

  test('names parameters that came twice, came empty, or that nobody declared', () => {
    assert.deepEqual(parameterErrors(Form.parse('limit=1&limit=2&other/~=1&all='), schema), [
      { pointer: '/limit', message: 'must not be given more than once' },
      { pointer: '/other~1~0', message: 'is not a known parameter' },
      { pointer: '/all', message: 'must not be empty; leave it out instead' },
    ])
  })
})

test('HT6 100 KB of hostile text keeps no field busy', () => {
  const fields = {
    length: Type.String({ minLength: 1, maxLength: 200 }),
    pattern: Type.String({ pattern: '^[a-z0-9_]{1,64}$' }),
    email: Type.String({ format: 'email' }),
    uri: Type.String({ format: 'uri' }),
    time: Type.String({ format: 'date-time' }),
    list: Type.Array(Type.String(), { uniqueItems: true }),
  }
  for (const [name, schema] of Object.entries(fields)) {
    const validator = new LazyValidator(schema, true)
    validator.check('')
    for (const unit of ['a', 'a@', '%', '.', '\u0301', '👩‍👩‍👧‍👦', 'a.', '://', '0', '-']) {
      const text = unit.repeat(100_000 / unit.length)
      const value = name === 'list' ? Array<string>(10_000).fill(unit) : text
      // The time this thread worked, because machines that test are busy with other things.
      const before = process.threadCpuUsage()
      assert.equal(validator.check(value), false)
      assert.ok(validator.errors(value).length > 0)
      const { user, system } = process.threadCpuUsage(before)
      assert.ok(user + system < 100_000, `${name} with ${JSON.stringify(unit)} took ${user + system} µs`)
    }
  }
})
