import { operationsOf } from '#/platform/openapi/openapi.ts'
import { WEBHOOKS_TAG } from '#/platform/openapi/webhooks.ts'
import type { Json } from '#/platform/openapi/components.ts'

/** The file that holds what several tags refer to, and what the document says of the server itself. */
const SHARED = 'shared'

/**
 * The OpenAPI document as one file for each tag, by name, so that a change of the wire shows where it belongs: the tag's
 * operations by path and method, and the schemas that nothing outside the tag refers to.
 */
export function openApiFiles(document: Json): Map<string, Json> {
  const { paths: _, components, webhooks, ...about } = document
  const { schemas, ...otherComponents } = components as { schemas: Record<string, Json> } & Json
  const pathsOf = pathsByTag(document)
  const ownersOf = ownersOfSchemas([...pathsOf, [WEBHOOKS_TAG, webhooks ?? {}]], schemas)
  const owned = Map.groupBy(Object.keys(schemas).toSorted(), (name) => ownerOf(ownersOf.get(name)))
  const schemasOf = (file: string): Json =>
    Object.fromEntries((owned.get(file) ?? []).map((name) => [name, schemas[name]]))
  const messagesOf = (tag: string): Json => (tag === WEBHOOKS_TAG ? { webhooks } : {})
  const files = new Map(
    [...pathsOf].map(([tag, paths]) => [tag, { paths, ...messagesOf(tag), components: { schemas: schemasOf(tag) } }]),
  )
  return new Map<string, Json>([
    ...files,
    [SHARED, { ...about, components: { ...otherComponents, schemas: schemasOf(SHARED) } }],
  ])
}

/** How a file of a tag is called. */
export const openApiFileName = (name: string): string => `${name.replaceAll(' ', '-')}.json`

type Paths = Record<string, Json>

function pathsByTag(document: Json): Map<string, Paths> {
  const sorted = operationsOf(document).toSorted((a, b) => compare(a.path, b.path) || compare(a.method, b.method))
  const byTag = new Map<string, Paths>()
  for (const { method, path, value } of sorted) {
    const [tag = SHARED] = value['tags'] as string[]
    const paths = byTag.get(tag) ?? {}
    byTag.set(tag, paths)
    paths[path] = { ...paths[path], [method.toLowerCase()]: value }
  }
  return byTag
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const ownerOf = (tags: ReadonlySet<string> | undefined): string => {
  const [tag = SHARED, ...others] = tags ?? []
  return others.length === 0 ? tag : SHARED
}

/** The tags that refer to each schema, through other schemas or at once. */
function ownersOfSchemas(
  byTag: readonly (readonly [string, unknown])[],
  schemas: Record<string, Json>,
): Map<string, Set<string>> {
  const owners = new Map<string, Set<string>>()
  const follow = (node: unknown, tag: string): void => {
    for (const [, name = ''] of JSON.stringify(node).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      const tags = owners.get(name) ?? new Set()
      if (tags.has(tag)) continue
      owners.set(name, tags.add(tag))
      follow(schemas[name] ?? null, tag)
    }
  }
  for (const [tag, paths] of byTag) follow(paths, tag)
  return owners
}
