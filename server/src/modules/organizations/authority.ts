import { permits } from '#/modules/roles/index.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { organizationErrors } from './errors.ts'

/** What somebody may do in one organization, and so what they may give to others: no more than they hold (rule AD16). */
export class Authority {
  readonly #permissions: readonly string[]
  constructor(permissions: readonly string[]) {
    this.#permissions = permissions
  }

  may(permission: string): boolean {
    return this.#permissions.some((granted) => permits(granted, permission))
  }

  /** Throws `organization_permission_needed`. */
  require(permission: string): void {
    if (this.may(permission)) return
    const details = { required_permission: permission }
    throw new AppError(organizationErrors.organization_permission_needed, { details })
  }

  /** Whether everything that a role permits is permitted here too. */
  covers({ permissions }: { readonly permissions: readonly string[] }): boolean {
    return permissions.every((permission) => this.may(permission))
  }

  /** Throws `role_above_own` for a role that permits more. */
  requireOver(role: { readonly permissions: readonly string[] }): void {
    if (!this.covers(role)) throw new AppError(organizationErrors.role_above_own)
  }
}

/** Whoever may do everything. */
export const fullAuthority = new Authority(['*'])
