import { templateOf } from '#/platform/openapi/openapi.ts'
import { code, markdownPage, markdownTable } from './markdown.ts'
import type { MountedRoute } from '#/platform/http/routing/mounted-routes.ts'

/**
 * Every operation by its id. SDKs call their methods by these, so what was once published stays: the page isn't written
 * while it would lose an id, until somebody who means it has taken that line off the old page by hand.
 */
export function operationsPage(routes: readonly MountedRoute[], published: string): string {
  const ids = new Set<string>(routes.map(({ operationId }) => operationId))
  const gone = idsOf(published).filter((id) => !ids.has(id))
  if (gone.length > 0) {
    throw new Error(
      `operation ids stay once they are published, since they are the methods of SDKs: ${gone.join(', ')} would be gone. If that is meant, take their lines off docs/reference/operations.md first.`,
    )
  }
  return markdownPage(
    'Operations',
    'Every operation by its id in the OpenAPI document, which is also the method of an SDK: `agents.rotateSecret` is `client.agents.rotateSecret(id)`. Ids only grow in number.',
    [markdownTable(['Operation', 'Request', 'Summary'], routes.toSorted(byId).map(rowOf))],
  )
}

/** The ids that a page lists. */
const idsOf = (page: string): string[] => [...page.matchAll(/^\| `([^`]+)` \|/gm)].map(([, id = '']) => id)

const byId = (a: MountedRoute, b: MountedRoute): number => (a.operationId < b.operationId ? -1 : 1)

const rowOf = ({ operationId, path, route }: MountedRoute): string[] => [
  code(operationId),
  code(`${route.method} ${templateOf(path)}`),
  route.summary,
]
