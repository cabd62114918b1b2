import type { Clock } from '#/platform/clock.ts'
import type { Db } from '#/platform/db/db.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { Limits } from '#/platform/rate-limit/limits.ts'
import type { Emails } from '#/modules/email/index.ts'
import type { Users } from '#/modules/users/index.ts'
import type { Lifecycle } from '#/modules/lifecycle/index.ts'
import { isId } from '#/platform/ids.ts'
import { OrganizationStore } from './organization-store.ts'
import { RoleStore } from './role-store.ts'
import { OrganizationAccess } from './member-authorization.ts'
import { InvitationAcceptance } from './invitation-acceptance.ts'
import { MemberGrants } from './member-permissions.ts'
import { InvitationStore } from './invitation-store.ts'
import { InvitationMails } from './invitation-mails.ts'
import { Invitations } from './invitations.ts'
import { MemberStore } from './member-store.ts'
import { Members } from './members.ts'
import { Organizations } from './organizations.ts'
import { OwnOrganizations } from './own-organizations.ts'
import type { OrganizationSettings } from './own-organizations.ts'
import { OrganizationRoles } from './roles.ts'

interface OrganizationParts {
  readonly db: Db
  readonly clock: Clock
  readonly events: Events
  readonly limits: Limits
  readonly settings: OrganizationSettings
  readonly users: Users
  readonly emails: Pick<Emails, 'queue'>
  readonly lifecycle: Lifecycle
  readonly issuer: string
}

/** Builds the services of this module; the rest is for rooms that don't know organizations, or only need to know of them. */
export function buildOrganizations(parts: OrganizationParts) {
  const { db, clock, events, lifecycle, limits, settings, users, emails, issuer } = parts
  const access = new OrganizationAccess({ db })
  const organizations = new Organizations({ db, clock, events, users, access, lifecycle })
  return {
    services: {
      organizations,
      ownOrganizations: new OwnOrganizations({ db, limits, settings, access, organizations }),
      organizationMembers: new Members({ db, clock, events, users, access, lifecycle }),
      organizationRoles: new OrganizationRoles({ db, clock, events, access }),
      invitations: new Invitations({
        db,
        clock,
        events,
        access,
        mails: new InvitationMails({ clock, limits, emails, issuer }),
      }),
      admissions: new InvitationAcceptance({ db, clock, events, users, access }),
    },
    grants: new MemberGrants({ db }),
    idsOf: (userId: string) => new MemberStore(db).organizationIdsOf(userId),
    exists: async (id: string) => isId('org', id) && (await new OrganizationStore(db).find(id)) !== undefined,
    hasRole: async (id: string, name: string) => (await new RoleStore(db).findByName(id, name)) !== undefined,
    isMember: (userId: string, organization: string) => new MemberStore(db).isMember(userId, organization),
    isInvited: (emailCanonical: string) => new InvitationStore(db).hasOpen(emailCanonical, clock.now()),
  }
}
