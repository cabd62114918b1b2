import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ListQuery } from '#/platform/paging/paging.ts'
import { templateOf } from '#/platform/openapi/openapi.ts'
import { createTestApp } from '#test/support/app.ts'
import { allRoutes } from './all-routes.ts'
import { readOf } from './sample-reads.ts'
import { someIds } from './some-ids.ts'
import type { MountedRoute } from '#/platform/http/routing/mounted-routes.ts'
import type { TestApp } from '#test/support/app.ts'

/** What a filter narrows that is not a field of its entries. */
const otherFilters: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'agents.list': { search: 'looks at client_name and at the ids' },
  'agents.tokens.list': { active: 'whether the status is active' },
  'apps.list': { search: 'looks at name, description and the ids' },
  'auditLogs.list': {
    from: 'the earliest created_at, as the interface names it',
    to: 'the end of created_at, as the interface names it',
    search: 'looks at the whole entry',
  },
  'organizations.list': { search: 'looks at name, slug and id' },
  'permissions.usage.list': { ids: 'several permission_id at once' },
  'tokens.list': { active: 'whether the status is active' },
  'users.list': { search: 'looks at email, name and id' },
  'webhooks.deliveries.list': { include_payload: 'empties a field of the entries' },
}

interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>
  readonly items?: Shape
}

const shapeOf = (schema: unknown): Shape => schema ?? {}

interface List {
  readonly route: MountedRoute['route']
  readonly path: string
  readonly query: readonly string[]
  readonly response: readonly string[]
  /** The fields of an entry. */
  readonly fields: readonly string[]
}

/** Every route that responds with entries. */
const lists: readonly List[] = allRoutes().flatMap(({ route, path }) => {
  const { properties } = shapeOf(route.schema.response[200])
  const entry = properties?.['data']?.items
  if (!properties || !entry) return []
  const query = Object.keys(shapeOf(route.schema.query).properties ?? {})
  const shape = { response: Object.keys(properties), fields: Object.keys(entry.properties ?? {}) }
  return [{ route, path: templateOf(path), query, ...shape }]
})

const paging = Object.keys(ListQuery.properties)
const filtersOf = ({ query }: List): string[] => query.filter((name) => !paging.includes(name))

test('every list has the envelope and the paging of all, and what is named a list is one', () => {
  assert.ok(lists.length > 30, `only ${lists.length} lists found`)
  for (const { route, query, response } of lists) {
    assert.deepEqual(
      paging.filter((name) => !query.includes(name)),
      [],
      route.name,
    )
    assert.ok(
      ['next_cursor', 'total'].every((name) => response.includes(name)),
      route.name,
    )
  }
  const names = lists.map(({ route }): string => route.name)
  const called = allRoutes().flatMap(({ route }) => (route.name.endsWith('.list') ? [route.name] : []))
  assert.deepEqual(
    called.filter((name) => !names.includes(name)),
    [],
  )
})

test('every filter of a list has the name of the field it looks at, or says what it looks at', () => {
  const foreign = lists.flatMap((list) =>
    filtersOf(list).flatMap((name) => (list.fields.includes(name) ? [] : [`${list.route.name} ${name}`])),
  )
  const named = Object.entries(otherFilters).flatMap(([list, names]) => Object.keys(names).map((it) => `${list} ${it}`))
  // Some lists are served below two prefixes.
  assert.deepEqual([...new Set(foreign)].toSorted(), named.toSorted())
})

describe('a filter', () => {
  const entriesOf = async (app: TestApp, url: string): Promise<Record<string, unknown>[]> => {
    const { status, json, text } = await app.send({ url, headers: { authorization: `Bearer ${app.adminKey}` } })
    assert.equal(status, 200, `${url}: ${text}`)
    return json['data'] as Record<string, unknown>[]
  }

  test('finds the entries whose field has its value and no others, false as well as true', async (t) => {
    const app = await createTestApp(t)
    const ids = await someIds(app)
    await app.admin('PATCH', `/agents/${ids['agents']}`, { active: false })
    const tried: string[] = []
    for (const list of lists.filter(({ route }) => route.auth.kind === 'admin')) {
      const url = readOf(list.path, ids)
      const [first] = await entriesOf(app, url)
      for (const name of filtersOf(list).filter((it) => list.fields.includes(it))) {
        const value = first?.[name]
        if (value === undefined || value === null) continue
        const ask = (wanted: unknown) =>
          entriesOf(app, `${url}${url.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(String(wanted))}`)
        const found = await ask(value)
        assert.ok(found.length > 0, `${list.route.name} ${name}=${String(value)}`)
        assert.deepEqual(
          found.filter((it) => it[name] !== value),
          [],
          `${list.route.name} ${name}`,
        )
        if (typeof value === 'boolean') {
          const others = await ask(!value)
          assert.deepEqual(
            others.filter((it) => it[name] === value),
            [],
            `${list.route.name} ${name}`,
          )
        }
        tried.push(`${list.route.name} ${name}`)
      }
    }
    assert.ok(tried.length >= 15, `only ${tried.join(', ')} tried`)
    assert.ok(['agents.list active', 'apiKeys.list active', 'apps.list active'].every((it) => tried.includes(it)))
  })
})
