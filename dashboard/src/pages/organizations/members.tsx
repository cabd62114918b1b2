import type { ReactNode } from 'react'
import type { Organization, OrganizationMember } from '@mandate/sdk'
import { useAction, useDone } from '#/api/actions.ts'
import { useList } from '#/api/lists.ts'
import { mandate } from '#/api/mandate.ts'
import { useMay } from '#/api/session.ts'
import { useWords } from '#/i18n/words.ts'
import { Actor } from '#/ui/actor.tsx'
import { Button } from '#/ui/button.tsx'
import { confirm } from '#/ui/dialogs.ts'
import { endedBy } from '#/ui/ended.tsx'
import { Menu } from '#/ui/menu.tsx'
import { EmptyState } from '#/ui/states.tsx'
import { Status } from '#/ui/status.tsx'
import { DataTable } from '#/ui/table/data-table.tsx'
import { Time } from '#/ui/time.tsx'
import { InviteButton } from './invitations.tsx'
import { useRoles } from './role-names.ts'
import { organizationWords } from './words.ts'

interface OfOrganization {
  readonly organization: Organization
}

/** Who belongs to an organization, each with their role. */
export function Members({ organization }: OfOrganization): ReactNode {
  const { id } = organization
  const w = useWords(organizationWords)
  const may = useMay()
  const list = useList<OrganizationMember>(['organizations', 'members', id], (page, signal) =>
    mandate.organizations.members.list(id, page, { signal }),
  )
  return (
    <DataTable
      name="members"
      label={w.members}
      list={list}
      idOf={(member) => member.user_id}
      linkTo="/users/$id"
      empty={
        <EmptyState
          title={w.noMembers}
          action={may('organizations:write') && <InviteButton organization={organization} kind="primary" />}
        >
          {w.noMembersHelp}
        </EmptyState>
      }
      columns={[
        {
          id: 'person',
          header: w.person,
          width: '42%',
          cell: ({ name, email }) => <Actor kind="person" name={name || email} more={name && <bdi>{email}</bdi>} />,
          text: ({ email }) => email,
        },
        { id: 'role', header: w.role, cell: ({ role }) => <bdi>{role}</bdi>, text: ({ role }) => role },
        {
          id: 'state',
          header: w.state,
          isWide: true,
          cell: ({ disabled }) => disabled && <Status tone="bad">{w.disabled}</Status>,
          text: ({ disabled }) => disabled,
        },
        {
          id: 'joined',
          header: w.joined,
          isWide: true,
          cell: ({ joined_at: at }) => <Time at={at} />,
          text: ({ joined_at: at }) => at,
        },
        {
          id: 'actions',
          width: '64px',
          align: 'end',
          cell: (member) => may('organizations:write') && <MemberMenu organization={organization} member={member} />,
        },
      ]}
    />
  )
}

function MemberMenu({
  organization: { id },
  member,
}: OfOrganization & { readonly member: OrganizationMember }): ReactNode {
  const w = useWords(organizationWords)
  const { data: roles = [] } = useRoles(id)
  const { user_id: user, role: former, disabled } = member
  const who = member.name || member.email
  const sayDone = useDone(['organizations'])
  const give = useAction((role: string) => mandate.organizations.members.update(id, user, { role }), {
    ...{ refreshes: ['organizations'], done: w.roleChanged },
    undo: () => mandate.organizations.members.update(id, user, { role: former }),
  })
  const remove = useAction(
    async () => {
      const isRemoved = await confirm({
        ...{ title: w.removeTitle(who), action: w.remove, isDangerous: true },
        body: disabled ? w.removeBody : `${w.removeBody} ${w.comesBack}`,
        preview: () => endedBy(mandate.organizations.members.remove(id, user, { dry_run: true })),
      })
      if (!isRemoved) return
      // As it is now: the list may show a role that they had.
      const { role } = await mandate.organizations.members.get(id, user)
      await mandate.organizations.members.remove(id, user)
      // Nobody who cannot sign in is made a member.
      sayDone(w.removed, disabled ? undefined : () => mandate.organizations.members.add(id, { user_id: user, role }))
    },
    { refreshes: ['organizations'] },
  )
  const others = roles.filter((role) => role !== former)
  return (
    <Menu
      label={who}
      trigger={<Button kind="quiet" size="small" icon="more" aria-label={who} />}
      actions={[
        ...others.map((role) => ({
          id: role,
          label: `${w.role}: ${role}`,
          icon: 'role' as const,
          run: () => give.run(role),
        })),
        { id: 'remove', label: w.remove, icon: 'trash' as const, isDangerous: true, run: () => remove.run() },
      ]}
    />
  )
}
