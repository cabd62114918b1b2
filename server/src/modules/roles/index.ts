/**
 * Roles: what people may do in the applications that ask. `permission.ts` is the one form of a permission and what it
 * permits; organizations use the same.
 */
export {
  formatPermission,
  LONGEST_PERMISSION,
  parsePermission,
  PERMISSION_FORM,
  permits,
  permittedBy,
} from './permission.ts'
export type { Permission } from './permission.ts'
