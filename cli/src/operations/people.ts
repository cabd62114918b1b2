import type { Server } from '#/connection/server.ts'
import { exitCodes, Failure } from '#/frame/failure.ts'
import type { Operation } from './operation.ts'

type Members = Record<string, unknown>

/** Members that name a person by their id. */
const PERSON = new Set(['user_id', 'owner_id'])

/** The id of whoever has an address, where an address stands in place of an id. */
async function idOf(said: unknown, server: Server): Promise<unknown> {
  if (typeof said !== 'string' || !said.includes('@')) return said
  const { data } = await server.request<{ data: { id: string; email: string }[] }>('GET', '/api/v1/users', {
    query: { search: said },
  })
  const found = data.find(({ email }) => email.toLowerCase() === said.toLowerCase())
  if (found) return found.id
  throw new Failure(`Nobody has the address ${said}.`, {
    exitCode: exitCodes.notFound,
    next: 'mandate users list --search <how it begins>',
    code: 'user_not_found',
  })
}

/** Members with ids where addresses were said: `--user-id maya@example.com`. */
export async function withPeople(members: Members, server: Server): Promise<Members> {
  const found = await Promise.all(
    Object.entries(members).map(async ([name, value]) => [name, PERSON.has(name) ? await idOf(value, server) : value]),
  )
  return Object.fromEntries(found) as Members
}

/** The same for what the path names: `mandate users get maya@example.com`. */
export async function pathWithPeople(
  { path }: Operation,
  values: readonly string[],
  server: Server,
): Promise<string[]> {
  const names = [...path.matchAll(/([^/]+)\/\{([^}]+)\}/g)].map(
    ([, above, name]) => above === 'users' || name === 'uid',
  )
  return Promise.all(values.map(async (value, i) => (names[i] ? String(await idOf(value, server)) : value)))
}
