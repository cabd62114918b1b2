import { formatScope, isSubset, scopesOf } from '#/modules/clients/index.ts'

/** What was allowed at one resource server. */
export interface Granted {
  readonly resource: string
  readonly scope: string
}

/** What is asked for or added: every scope at every resource. */
interface Asked {
  readonly scope: string
  readonly resource: readonly string[]
}

/**
 * Adds what is allowed to what was allowed before, at each resource by itself: who said yes to reading here and to
 * writing there has not said yes to writing here (rule AZ14).
 */
export function widened(held: readonly Granted[], added: Asked): readonly Granted[] {
  const scopes = new Map(held.map(({ resource, scope }) => [resource, scopesOf(scope)]))
  for (const resource of added.resource) {
    scopes.set(resource, [...(scopes.get(resource) ?? []), ...scopesOf(added.scope)])
  }
  return [...scopes].map(([resource, names]) => ({ resource, scope: formatScope([...new Set(names)]) }))
}

/** Whether everything asked was allowed, each scope at each resource. */
export const covers = (held: readonly Granted[], { scope, resource }: Asked): boolean =>
  resource.length > 0 && resource.every((target) => isSubset(scopesOf(scope), scopesOf(scopeAt(held, target))))

const scopeAt = (held: readonly Granted[], resource: string): string =>
  held.find((granted) => granted.resource === resource)?.scope ?? ''

/** All scopes that were allowed somewhere, for whoever wants to see them at a glance. */
export const totalScope = (held: readonly Granted[]): string =>
  formatScope([...new Set(held.flatMap(({ scope }) => scopesOf(scope)))])
