/** Whether a permission is a wildcard: one that stands for others. */
export const isWildcard = (permission: string): boolean => permission.split(':').includes('*')

/**
 * Every permission that permits the one named, the narrowest first, as the server decides it: itself, every action on its resource,
 * its action on every resource, everything. Whoever asks for a wildcard asks for all it stands for.
 */
export function permittedBy(permission: string): readonly string[] {
  const [resource, action = '*'] = permission.split(':')
  const names = [`${resource}:${action}`, `${resource}:*`, `*:${action}`, '*:*']
  return [...new Set(names.map((name) => (name === '*:*' ? '*' : name)))]
}

/** The narrowest of the permissions held that permits the one named: itself, or a wildcard over it. */
export const heldFor = (permission: string, held: ReadonlySet<string>): string | undefined =>
  permittedBy(permission).find((name) => held.has(name))

/** Those of some permissions that a wildcard stands for, without itself. */
export const coveredBy = (wildcard: string, permissions: readonly string[]): readonly string[] =>
  permissions.filter((permission) => permission !== wildcard && permittedBy(permission).includes(wildcard))

/** A permission as the API tells it, as far as it matters here. */
interface Named {
  readonly id: string
  readonly permission: string
}

/** The rows of the matrix: what is listed and what roles hold, each once and by name, wildcards before what they stand for. */
export function rowsOf<P extends Named>(...lists: readonly (readonly P[])[]): readonly P[] {
  const byName = new Map(lists.flat().map((one) => [one.permission, one]))
  return [...byName.keys()].toSorted().flatMap((name) => byName.get(name) ?? [])
}

/** What a role holds once a permission was given to it, or taken from it. */
export const changed = <P extends Named>(held: readonly P[], permission: P, isHeld: boolean): P[] =>
  isHeld ? [...rowsOf(held, [permission])] : held.filter(({ id }) => id !== permission.id)
