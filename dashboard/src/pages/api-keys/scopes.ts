/** How much of a resource a key may use. */
export type Level = 'none' | 'read' | 'write' | 'both'

/** The resources that scopes are about, in the order of the alphabet. */
export const resourcesOf = (scopes: readonly string[]): readonly string[] =>
  [...new Set(scopes.map((scope) => scope.split(':')[0] ?? ''))].filter((name) => name !== '*').toSorted()

/** How much of a resource some scopes open. */
export function levelOf(scopes: readonly string[], resource: string): Level {
  const has = (action: string): boolean => scopes.includes(`${resource}:${action}`)
  if (has('*') || (has('read') && has('write'))) return 'both'
  if (has('read')) return 'read'
  return has('write') ? 'write' : 'none'
}

/** The scopes that open so much of each resource. */
export const scopesFrom = (levels: Readonly<Record<string, Level>>): readonly string[] =>
  Object.entries(levels).flatMap(([resource, level]) =>
    level === 'none' ? [] : [`${resource}:${level === 'both' ? '*' : level}`],
  )
