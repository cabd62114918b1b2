import type { Server } from '#/connection/server.ts'
import { exitCodes, Failure } from '#/frame/failure.ts'
import { DEMO_DOMAIN, DEMO_METADATA, DEMO_ORGANIZATION, DEMO_PREFIX } from './marks.ts'
import type { Item, Progress } from './marks.ts'

const FIRST = ['Maya', 'Noor', 'Ines', 'Tomas', 'Amara', 'Jun', 'Leila', 'Oskar', 'Priya', 'Mateo']
const LAST = ['Okafor', 'Lindqvist', 'Haddad', 'Moreau', 'Tanaka', 'Silva', 'Novak', 'Rahman']

/** Somebody of the demo. */
export interface Person {
  readonly id: string
  readonly email: string
}

/** Makes people, whoever is missing, and an organization that some of them belong to. */
export async function makePeople(server: Server, count: number, progress: Progress): Promise<Person[]> {
  const people: Person[] = []
  for (let i = 0; i < count; i++) {
    people.push(await personAt(server, i))
    if ((i + 1) % 10 === 0) progress(`${i + 1} of ${count} people`)
  }
  await gather(server, people)
  return people
}

async function personAt(server: Server, i: number): Promise<Person> {
  const [first = '', last = ''] = [FIRST[i % FIRST.length], LAST[Math.floor(i / FIRST.length) % LAST.length]]
  const serial = Math.floor(i / (FIRST.length * LAST.length))
  const email = `${DEMO_PREFIX}${first}.${last}${serial === 0 ? '' : serial}@${DEMO_DOMAIN}`.toLowerCase()
  const body = { email, name: `${first} ${last}`, email_verified: i % 7 !== 6, metadata: DEMO_METADATA }
  try {
    const made = await server.request<Item>('POST', '/api/v1/admin/users', { body, keyed: true })
    return { id: String(made['id']), email }
  } catch (error) {
    if (!isConflict(error)) throw error
    const found = await server.request<{ data: Item[] }>('GET', '/api/v1/users', { query: { search: email } })
    return { id: String(found.data[0]?.['id']), email }
  }
}

/** Whether something was refused because it is there already: a demo that is run again finds what it made. */
export const isConflict = (error: unknown): boolean =>
  error instanceof Failure && error.about.exitCode === exitCodes.conflict

async function gather(server: Server, people: readonly Person[]): Promise<void> {
  const [owner, ...members] = people.slice(0, 8)
  if (!owner) return
  const body = { name: 'Demo Harbour', slug: DEMO_ORGANIZATION, owner_id: owner.id, metadata: DEMO_METADATA }
  try {
    const organization = await server.request<Item>('POST', '/api/v1/admin/organizations', { body, keyed: true })
    const url = `/api/v1/admin/organizations/${String(organization['id'])}/members`
    for (const { id } of members) await server.request('POST', url, { body: { user_id: id, role: 'member' } })
  } catch (error) {
    if (!isConflict(error)) throw error
  }
}
