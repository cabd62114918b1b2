import { parseScope } from '#/modules/clients/index.ts'
import { formatPermission, parsePermission, parseRoleName } from '#/modules/roles/index.ts'
import type { Permission } from '#/modules/roles/index.ts'

/** What a rule asks of whoever calls. */
export type Requirement =
  | { readonly kind: 'anonymous' | 'authenticated' | 'agent' }
  /** In its canonical form. */
  | { readonly kind: 'role'; readonly role: string; readonly text: string }
  | { readonly kind: 'permission'; readonly permission: Permission; readonly text: string }
  /** By its id or its slug. */
  | { readonly kind: 'org'; readonly organization: string; readonly text: string }
  | { readonly kind: 'scope'; readonly scope: string; readonly text: string }

/** How a requirement is written, for whoever wrote it otherwise. */
export const REQUIREMENT_FORM =
  'anonymous, authenticated, agent, role:<name>, permission:<resource>:<action>, org:<id or slug> or scope:<scope>'

const ORGANIZATION = /^[a-z0-9]+([_-][a-z0-9]+)*$/

/** The requirement that a text stands for; undefined when it stands for none, so that nothing unknown is passed over. */
export function parseRequirement(text: string): Requirement | undefined {
  if (text === 'anonymous' || text === 'authenticated' || text === 'agent') return { kind: text }
  const colon = text.indexOf(':')
  const [kind, value] = colon === -1 ? [text, ''] : [text.slice(0, colon), text.slice(colon + 1)]
  if (kind === 'role') {
    const role = parseRoleName(value)
    return role && role.name === value ? { kind, role: role.canonical, text } : undefined
  }
  if (kind === 'permission') {
    const permission = parsePermission(value)
    return permission && { kind, permission, text: `permission:${formatPermission(permission)}` }
  }
  if (kind === 'org') return ORGANIZATION.test(value) ? { kind, organization: value, text } : undefined
  if (kind === 'scope') return isOneScope(value) ? { kind, scope: value, text } : undefined
  return undefined
}

/** Whether a text is one scope and nothing else. */
export const isOneScope = (text: string): boolean => {
  const scopes = parseScope(text)
  return scopes?.length === 1 && scopes[0] === text
}
