import { invalid } from '#/platform/errors/invalid.ts'
import { parsePermission, PERMISSION_FORM } from './permission.ts'
import type { Permission } from './permission.ts'

/** A permission as a request names it: in one text, or resource and action each by itself. */
export interface Asked {
  readonly permission?: string | undefined
  readonly resource?: string | undefined
  readonly action?: string | undefined
}

/** The permission a request names. Throws 400 with the field that is wrong. */
export function askedPermission({ permission, resource, action }: Asked): Permission {
  if (permission !== undefined && (resource !== undefined || action !== undefined)) {
    throw invalid('/permission', 'must not come together with resource and action')
  }
  if (permission !== undefined) return parsed('/permission', permission)
  if (resource === undefined && action === undefined) throw invalid('/permission', 'must be given')
  if (resource === undefined) throw invalid('/resource', 'must be given with action')
  if (action === undefined) throw invalid('/action', 'must be given with resource')
  // Each field is one word: a colon in it would move where the other begins.
  if (resource.includes(':')) throw invalid('/resource', 'must be one word or *')
  if (action.includes(':')) throw invalid('/action', 'must be one word or *')
  return resource === '*' && action === '*' ? parsed('/resource', '*') : parsed('/resource', `${resource}:${action}`)
}

function parsed(pointer: string, text: string): Permission {
  const permission = parsePermission(text)
  if (!permission) throw invalid(pointer, `must be ${PERMISSION_FORM}`)
  return permission
}
