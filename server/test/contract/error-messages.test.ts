import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { templateOf } from '#/platform/openapi/openapi.ts'
import { LazyValidator } from '#/platform/validation/validator.ts'
import { createTestApp } from '#test/support/app.ts'
import { signUp } from '#test/support/recovery.ts'
import { pathWith } from '#test/support/route-table.ts'
import { allRoutes } from './all-routes.ts'
import { someIds } from './some-ids.ts'
import type { TSchema } from 'typebox'
import type { MountedRoute } from '#/platform/http/routing/mounted-routes.ts'
import type { TestAnswer, TestApp, TestRequest } from '#test/support/app.ts'

// Every member of every JSON body gets values of every kind, right and wrong. What is refused must be named, and what is
// said of it must be true of the value that was sent.

/** Values of every kind: too short and too long, too small and too large, empty, repeated, of another type. */
const probes: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e15,
  '',
  ' ',
  '\u0007',
  'x'.repeat(3000),
  [],
  [1],
  ['a', 'a'],
  Array.from({ length: 22 }, (_, i) => `scope-${i}`),
  {},
  { id: 1, kind: '' },
]

const UNKNOWN = 'no_such_member'
/** Fewer than the errors that are shown, with room for what is required and for members within members. */
const MEMBERS_AT_ONCE = 4

interface Shown {
  readonly pointer: string
  readonly message: string
}

type Judge = (value: unknown, ...parts: string[]) => boolean

const kinds: Readonly<Record<string, Judge>> = {
  string: (value) => typeof value === 'string',
  integer: (value) => Number.isInteger(value),
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  array: (value) => Array.isArray(value),
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
}

const lengthOf = (value: unknown): number =>
  typeof value === 'string' ? [...value].length : Array.isArray(value) ? value.length : Object.keys(value ?? {}).length

const isOneOf = (value: unknown, names: string): boolean => names.split(', ').some((it) => it === String(value))

/** Whether a form that a message asks for, `string` or `one of open, off`, is what the value is. */
const hasForm = (value: unknown, form: string): boolean =>
  kinds[form]?.(value) ?? isOneOf(value, form.replace(/^one of /, ''))

/** Each wording with what must be so for it to be true. A message that none of these knows fails. */
const wordings: readonly (readonly [RegExp, Judge])[] = [
  [/^is required$/, (value) => value === undefined],
  [/^is not a known field$/, (value) => value !== undefined],
  [
    /^must not have more than (\d+) characters?$/,
    (value, most) => kinds['string']?.(value) === true && lengthOf(value) > Number(most),
  ],
  [
    /^must not have fewer than (\d+) characters?$/,
    (value, least) => kinds['string']?.(value) === true && lengthOf(value) < Number(least),
  ],
  [/^must not have more than (\d+) (?:items?|properties)$/, (value, most) => lengthOf(value) > Number(most)],
  [/^must not have fewer than (\d+) (?:items?|properties)$/, (value, least) => lengthOf(value) < Number(least)],
  [
    /^must not have the same entry twice$/,
    (value) => Array.isArray(value) && new Set(value.map((it) => JSON.stringify(it))).size < value.length,
  ],
  [/^must be >= (-?\d+)$/, (value, least) => typeof value === 'number' && value < Number(least)],
  [/^must be <= (-?\d+)$/, (value, most) => typeof value === 'number' && value > Number(most)],
  [/^must match format "([a-z-]+)"$/, (value) => typeof value === 'string'],
  [/^does not have the expected form$/, (value) => typeof value === 'string'],
  [/^must be (.+)$/, (value, forms = '') => forms.split(' or ').every((form) => !hasForm(value, form))],
]

function isTrue(message: string, value: unknown): boolean {
  for (const [wording, holds] of wordings) {
    const [whole, ...parts] = wording.exec(message) ?? []
    if (whole !== undefined) return holds(value, ...parts)
  }
  return false
}

/** What a JSON pointer (RFC 6901) names in a value. */
function at(value: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((inner, name) => (inner as Record<string, unknown> | null | undefined)?.[name], value)
}

const errorsOf = ({ json }: TestAnswer): Shown[] => (json['details'] as { errors?: Shown[] } | undefined)?.errors ?? []

const shapeOf = (schema: unknown): { readonly properties?: Readonly<Record<string, TSchema>> } => schema ?? {}

const membersOf = (schema: TSchema | undefined): [string, TSchema][] => Object.entries(shapeOf(schema).properties ?? {})

/** What is wrong with what was said of one body. */
function problemsOf(sent: Record<string, unknown>, members: Map<string, TSchema>, answer: TestAnswer): string[] {
  if (answer.status !== 400) return [`answered ${answer.status} ${answer.text.slice(0, 200)}`]
  const errors = errorsOf(answer)
  const untrue = errors.filter(({ pointer, message }) => !isTrue(message, at(sent, pointer)))
  const unnamed = Object.entries(sent).filter(([name, value]) => {
    const schema = members.get(name)
    const isWrong = schema === undefined || !new LazyValidator(schema, true).check(value)
    const pointer = `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
    return isWrong && !errors.some((it) => `${it.pointer}/`.startsWith(`${pointer}/`))
  })
  return [
    ...untrue.map(
      ({ pointer, message }) => `says ${pointer} ${message} of ${JSON.stringify(at(sent, pointer)).slice(0, 60)}`,
    ),
    ...unnamed.map(([name, value]) => `does not name ${name}: ${JSON.stringify(value).slice(0, 60)}`),
  ]
}

/** Sends every probe to every member of a body, and says what was wrong with the answers. */
async function probe(
  app: TestApp,
  { route, path }: MountedRoute,
  request: Omit<TestRequest, 'json'>,
): Promise<string[]> {
  const members = membersOf(route.schema.body)
  const wrong: string[] = []
  for (let i = 0; i < members.length; i += MEMBERS_AT_ONCE) {
    const names = members.slice(i, i + MEMBERS_AT_ONCE).map(([name]) => name)
    for (const value of probes) {
      // A member that nobody knows, so that nothing is done even where all the others are fine.
      const sent = { [UNKNOWN]: 1, ...Object.fromEntries(names.map((name) => [name, value])) }
      const found = problemsOf(sent, new Map(members), await app.send({ ...request, json: sent }))
      wrong.push(...found.map((it) => `${route.method} ${path} ${it}`))
    }
  }
  return wrong
}

describe('every 400 of a body names each wrong member, and what it says of it is true:', () => {
  const bodies = allRoutes().filter(
    ({ area, route }) => area === 'api' && !route.form && !route.multipart && membersOf(route.schema.body).length > 0,
  )
  const addressOf = ({ route, path }: MountedRoute, ids: Record<string, string>) => ({
    method: route.method,
    url: pathWith(templateOf(path), ids),
  })

  test('routes of operators and of everybody', async (t) => {
    const app = await createTestApp(t)
    const ids = await someIds(app)
    const headers = { authorization: `Bearer ${app.adminKey}` }
    const routes = bodies.filter(({ route }) => route.auth.kind === 'admin')
    assert.ok(routes.length >= 40, `only ${routes.length} found`)
    const wrong: string[] = []
    for (const mounted of routes) wrong.push(...(await probe(app, mounted, { ...addressOf(mounted, ids), headers })))
    assert.deepEqual(wrong, [])
  })

  test('routes of people', async (t) => {
    const app = await createTestApp(t)
    const { visitor, csrf } = await signUp(app, 'maya@example.com')
    const cookie = Object.entries(visitor.cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join('; ')
    const routes = bodies.filter(({ route }) => route.auth.kind !== 'admin')
    assert.ok(routes.length >= 20, `only ${routes.length} found`)
    const headers = { cookie, 'x-csrf-token': csrf }
    const wrong: string[] = []
    for (const mounted of routes) wrong.push(...(await probe(app, mounted, { ...addressOf(mounted, {}), headers })))
    assert.deepEqual(wrong, [])
  })
})
