import type { Server } from '#/connection/server.ts'
import { DEMO_DOMAIN, DEMO_ORGANIZATION, DEMO_PREFIX } from './marks.ts'
import type { Item, Progress } from './marks.ts'

interface Marked {
  readonly list: string
  readonly search: string
  /** Whether an entry of the list is of the demo: a search finds more than that. */
  readonly isOfDemo: (item: Item) => boolean
  readonly paths: (id: string) => readonly string[]
}

/** What the demo made, and how each of it goes. */
const marked: Readonly<Record<string, Marked>> = {
  organizations: {
    list: '/api/v1/admin/organizations',
    search: DEMO_ORGANIZATION,
    isOfDemo: ({ slug, metadata }) => slug === DEMO_ORGANIZATION && isMarked(metadata),
    paths: (id) => [`/api/v1/admin/organizations/${id}`],
  },
  agents: {
    list: '/api/v1/agents',
    search: DEMO_PREFIX,
    isOfDemo: ({ client_id: clientId, description }) =>
      String(clientId).startsWith(DEMO_PREFIX) && String(description).startsWith('Of the demo'),
    // Deactivated first: only what does nothing any more is removed for good.
    paths: (id) => [`/api/v1/agents/${id}`, `/api/v1/agents/${id}?purge=true`],
  },
  people: {
    list: '/api/v1/users',
    search: DEMO_PREFIX,
    isOfDemo: ({ email, system_role: role }) => String(email).endsWith(`@${DEMO_DOMAIN}`) && (role ?? null) === null,
    paths: (id) => [`/api/v1/users/${id}`],
  },
}

const isMarked = (metadata: unknown): boolean => (metadata as Item | null | undefined)?.['demo'] === true

/** Takes away what the demo made and nothing else; says how much that was. */
export async function remove(server: Server, progress: Progress): Promise<Record<string, number>> {
  const removed: Record<string, number> = {}
  for (const [name, { list, search, isOfDemo, paths }] of Object.entries(marked)) {
    const found: Item[] = []
    for await (const page of server.pages(list, { search, limit: 200 })) found.push(...page.data)
    const own = found.filter(isOfDemo)
    for (const { id } of own) for (const path of paths(String(id))) await server.request('DELETE', path)
    removed[name] = own.length
    progress(`${own.length} ${name} removed`)
  }
  return removed
}
