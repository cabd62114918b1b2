import { queryOptions } from '@tanstack/react-query'
import type { Permission, Role } from '@mandate/sdk'
import { useList } from '#/api/lists.ts'
import type { List } from '#/api/lists.ts'
import { mandate } from '#/api/mandate.ts'

/** Every role, without what it holds. */
export const useRoles = (): List<Role> =>
  useList<Role>(['roles'], (page, signal) => mandate.roles.list(page, { signal }))

/** A role with what it holds. */
export const roleQuery = (id: string) =>
  queryOptions({
    queryKey: ['roles', 'one', id],
    queryFn: ({ signal }) => mandate.roles.get(id, { signal }),
  })

const none = { data: [], next_cursor: null }

/** Every permission there is; none of them for whoever may not see them. */
export const usePermissions = (mayRead: boolean): List<Permission> =>
  useList<Permission>(['permissions', 'listed', mayRead], async (page, signal) =>
    mayRead ? await mandate.permissions.list(page, { signal }) : none,
  )

/** A permission, and how many roles and people have it. */
export type UsedPermission = Permission & { readonly roles?: number; readonly users?: number }

/** Permissions with how much they are used. */
export const useUsedPermissions = (query: { readonly resource?: string }): List<UsedPermission> =>
  useList<UsedPermission>(['permissions', 'used', query], async (asked, signal) => {
    const page = await mandate.permissions.list({ ...query, ...asked }, { signal })
    if (page.data.length === 0) return page
    const ids = page.data.map(({ id }) => id).join(',')
    const usage = await mandate.permissions.usage.list({ ids, limit: page.data.length }, { signal })
    const byId = new Map(usage.data.map(({ permission_id: id, roles, users }) => [id, { roles, users }]))
    return { ...page, data: page.data.map((one) => ({ ...one, ...byId.get(one.id) })) }
  })

/** How many roles the matrix shows until more are asked for: each is a request of its own. */
export const rolesAtFirst = 24
