import { toIso } from '#/platform/clock.ts'
import { GROUP_SCHEMA } from './group-resource.ts'
import { groupVersion } from './groups.ts'
import type { GroupInStep } from './groups.ts'
import { ENTERPRISE_SCHEMA, USER_SCHEMA } from './user-resource.ts'
import { personVersion, resourceOf } from './users.ts'
import type { PersonInStep } from './users.ts'

/** Where resources of a connection are. */
export const scimBaseUrl = (issuer: string, connectionId: string): string => `${issuer}/scim/v2/${connectionId}`

/** A person in the terms of the protocol. */
export function userView({ person, user, groups }: PersonInStep, base: string) {
  const resource = resourceOf(person, user)
  const isExtended = resource[ENTERPRISE_SCHEMA] !== undefined
  return {
    ...resource,
    schemas: [USER_SCHEMA, ...(isExtended ? [ENTERPRISE_SCHEMA] : [])],
    id: person.id,
    groups: groups.map(({ id, name }) => ({ value: id, display: name, $ref: `${base}/Groups/${id}` })),
    meta: {
      resourceType: 'User',
      created: toIso(person.createdAt),
      lastModified: toIso(person.updatedAt),
      location: `${base}/Users/${person.id}`,
      version: personVersion(person, user),
    },
  }
}

/** A group in the terms of the protocol. */
export function groupView({ group, members }: GroupInStep, base: string) {
  return {
    schemas: [GROUP_SCHEMA],
    id: group.id,
    ...(group.externalId !== null && { externalId: group.externalId }),
    displayName: group.displayName,
    members: members.map(({ id, userName }) => ({ value: id, display: userName, $ref: `${base}/Users/${id}` })),
    meta: {
      resourceType: 'Group',
      created: toIso(group.createdAt),
      lastModified: toIso(group.updatedAt),
      location: `${base}/Groups/${group.id}`,
      version: groupVersion(group),
    },
  }
}

/** What is said whatever is asked for (RFC 7643 §7, `returned: always`), and what the answers need to be usable. */
const ALWAYS = ['schemas', 'id', 'meta', 'userName', 'active']

/** Leaves out what was not asked for (RFC 7644 §3.9), by the names of whole attributes. */
export function projected<T extends object>(
  resource: T,
  { attributes, excludedAttributes }: { readonly attributes?: string; readonly excludedAttributes?: string },
): T {
  const wanted = namesIn(attributes)
  const unwanted = namesIn(excludedAttributes)
  const isShown = (name: string): boolean =>
    ALWAYS.includes(name) || (wanted ? wanted.has(name.toLowerCase()) : unwanted?.has(name.toLowerCase()) !== true)
  return Object.fromEntries(Object.entries(resource).filter(([name]) => isShown(name))) as T
}

function namesIn(list: string | undefined): ReadonlySet<string> | undefined {
  return list === undefined
    ? undefined
    : new Set(
        list
          .toLowerCase()
          .split(',')
          .map((name) => name.trim().split('.')[0] ?? ''),
      )
}
