import type { Permission } from '#/modules/roles/index.ts'
import type { User } from '#/modules/users/index.ts'
import type { CallingRole, CallingUser } from './caller.ts'

/** What the gateway asks about people; the composition root ties it to the modules that know. */
export interface People {
  findUser(id: string): Promise<User | undefined>
  rolesOf(userId: string): Promise<readonly CallingRole[]>
  holds(userId: string, permission: Permission): Promise<boolean>
  isMemberOf(userId: string, organization: string): Promise<boolean>
}

/** A person as they call, with the roles they have now. */
export async function callingUser(
  { id, email, name }: Pick<User, 'id' | 'email' | 'name'>,
  people: Pick<People, 'rolesOf'>,
): Promise<CallingUser> {
  return { id, email, name, roles: await people.rolesOf(id) }
}
