import { useQueryClient } from '@tanstack/react-query'
import type { Permission, Role } from '@mandate/sdk'
import { proven } from '#/api/actions.ts'
import { mandate } from '#/api/mandate.ts'
import { useWords } from '#/i18n/words.ts'
import { announce, toast, toastError } from '#/ui/toasts.ts'
import { changed } from './coverage.ts'
import { roleQuery } from './queries.ts'
import { roleWords } from './words.ts'

/** Gives a role a permission or takes it; settles when the server has answered, whatever it said. */
export type Toggle = (role: Role, permission: Permission, isHeld: boolean) => Promise<void>

/** Gives a role a permission or takes it: the tick moves at once, and back when the server says no. */
export function useToggle(): Toggle {
  const client = useQueryClient()
  const w = useWords(roleWords)
  const toggle: Toggle = async (role, permission, isHeld) => {
    const { queryKey } = roleQuery(role.id)
    await client.cancelQueries({ queryKey })
    client.setQueryData(
      queryKey,
      (before) => before && { ...before, permissions: changed(before.permissions, permission, isHeld) },
    )
    try {
      await proven<unknown>(() =>
        isHeld
          ? mandate.roles.permissions.add(role.id, { permission_id: permission.id })
          : mandate.roles.permissions.remove(role.id, permission.id),
      )
      const name = permission.permission
      if (isHeld) announce(w.given(role.name, name))
      else toast(w.taken(role.name, name), { undo: () => void toggle(role, permission, true) })
      // Counts elsewhere are read again when they are looked at.
      await client.invalidateQueries({ queryKey: ['permissions'], refetchType: 'none' })
    } catch (error) {
      toastError(error)
      await client.invalidateQueries({ queryKey })
    }
  }
  return toggle
}
