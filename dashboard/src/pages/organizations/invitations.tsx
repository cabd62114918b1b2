import { useState } from 'react'
import type { ReactNode } from 'react'
import type { Organization, OrganizationInvitation } from '@mandate/sdk'
import { useAction } from '#/api/actions.ts'
import { useList } from '#/api/lists.ts'
import { mandate } from '#/api/mandate.ts'
import { useMay } from '#/api/session.ts'
import { useWords } from '#/i18n/words.ts'
import { Button } from '#/ui/button.tsx'
import { SelectField, TextField } from '#/ui/form/fields.tsx'
import { FormDialog } from '#/ui/form/form-dialog.tsx'
import { EmptyState } from '#/ui/states.tsx'
import { Status } from '#/ui/status.tsx'
import { DataTable } from '#/ui/table/data-table.tsx'
import { FilterBar } from '#/ui/table/filters.tsx'
import { Time } from '#/ui/time.tsx'
import { toast } from '#/ui/toasts.ts'
import { useRoles } from './role-names.ts'
import { organizationWords } from './words.ts'

interface OfOrganization {
  readonly organization: Organization
}

const tones = { pending: 'info', accepted: 'ok', declined: 'warn', revoked: 'off', expired: 'off' } as const

/** Who was asked to join, and what became of it. */
export function Invitations({ organization }: OfOrganization): ReactNode {
  const { id } = organization
  const w = useWords(organizationWords)
  const may = useMay()
  const mayWrite = may('organizations:write')
  const list = useList<OrganizationInvitation>(['organizations', 'invitations', id], (page, signal) =>
    mandate.organizations.invitations.list(id, page, { signal }),
  )
  const invite = mayWrite && <InviteButton organization={organization} kind="primary" />
  return (
    <>
      {list.rows.length > 0 && <FilterBar>{invite}</FilterBar>}
      <DataTable
        name="invitations"
        label={w.invitations}
        list={list}
        idOf={(invitation) => invitation.id}
        empty={
          <EmptyState title={w.noInvitations} action={invite}>
            {w.noInvitationsHelp}
          </EmptyState>
        }
        columns={[
          {
            id: 'email',
            header: w.email,
            width: '36%',
            cell: ({ email }) => <bdi>{email}</bdi>,
            text: ({ email }) => email,
          },
          { id: 'role', header: w.role, isWide: true, cell: ({ role }) => <bdi>{role}</bdi>, text: ({ role }) => role },
          {
            id: 'state',
            header: w.state,
            cell: ({ state }) => <Status tone={tones[state]}>{w.states[state]}</Status>,
            text: ({ state }) => state,
          },
          {
            id: 'sent',
            header: w.sent,
            isWide: true,
            cell: ({ sent_at: at }) => <Time at={at} />,
            text: ({ sent_at: at }) => at,
          },
          {
            id: 'actions',
            width: '220px',
            align: 'end',
            cell: (invitation) => mayWrite && invitation.state === 'pending' && <Pending invitation={invitation} />,
          },
        ]}
      />
    </>
  )
}

function Pending({ invitation }: { readonly invitation: OrganizationInvitation }): ReactNode {
  const w = useWords(organizationWords)
  const { organization_id: organization, id, email } = invitation
  const refreshes = ['organizations']
  const resend = useAction(
    async () => {
      await mandate.organizations.invitations.resend(organization, id)
      toast(w.resent)
    },
    { refreshes },
  )
  const takeBack = useAction(
    async () => {
      await mandate.organizations.invitations.revoke(organization, id)
      toast(w.tookBack)
    },
    { refreshes },
  )
  return (
    <>
      <Button
        size="small"
        aria-label={`${w.resend}: ${email}`}
        isRunning={resend.isRunning}
        onPress={() => resend.run()}
      >
        {w.resend}
      </Button>{' '}
      <Button
        size="small"
        kind="danger"
        aria-label={`${w.takeBack}: ${email}`}
        isRunning={takeBack.isRunning}
        onPress={() => takeBack.run()}
      >
        {w.takeBack}
      </Button>
    </>
  )
}

/** Opens the form that invites somebody. */
export function InviteButton({
  organization,
  kind,
}: OfOrganization & { readonly kind: 'primary' | 'plain' }): ReactNode {
  const w = useWords(organizationWords)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button kind={kind} icon="mail" onPress={() => setOpen(true)}>
        {w.invite}
      </Button>
      {isOpen && <Invite organization={organization} onClose={() => setOpen(false)} />}
    </>
  )
}

function Invite({ organization: { id }, onClose }: OfOrganization & { readonly onClose: () => void }): ReactNode {
  const w = useWords(organizationWords)
  const { data: roles = [] } = useRoles(id)
  const [email, setEmail] = useState('')
  const [role, setRole] = useState('member')
  const send = async (): Promise<void> => {
    await mandate.organizations.invitations.create(id, { email, role })
    toast(w.invited)
  }
  return (
    <FormDialog
      title={w.inviteTitle}
      onClose={onClose}
      fields={['email', 'role']}
      onSubmit={send}
      refreshes={['organizations']}
      action={w.send}
    >
      <TextField name="email" type="email" label={w.email} value={email} onChange={setEmail} hasFocus />
      <SelectField
        name="role"
        label={w.role}
        value={role}
        onChange={setRole}
        options={roles.map((name) => ({ value: name, label: name }))}
      />
    </FormDialog>
  )
}
