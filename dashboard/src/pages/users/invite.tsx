import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { mandate } from '#/api/mandate.ts'
import { common } from '#/i18n/common.ts'
import { useWords } from '#/i18n/words.ts'
import { Button, ButtonLink } from '#/ui/button.tsx'
import { Dialog } from '#/ui/dialog.tsx'
import { SelectField, TextField } from '#/ui/form/fields.tsx'
import { Form, FormActions } from '#/ui/form/form.tsx'
import { Loaded } from '#/ui/states.tsx'
import { toast } from '#/ui/toasts.ts'
import { userWords } from './words.ts'
import type { Organization } from '@mandate/sdk'

const MOST = 200

/** The button that invites somebody by mail, for whoever may write to organizations. */
export function InviteUser(): ReactNode {
  const w = useWords(userWords)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon="mail" onPress={() => setOpen(true)}>
        {w.invite}
      </Button>
      {isOpen && <Invite onClose={() => setOpen(false)} />}
    </>
  )
}

interface InviteProps {
  readonly onClose: () => void
}

function Invite({ onClose }: InviteProps): ReactNode {
  const w = useWords(userWords)
  const query = useQuery({
    queryKey: ['organizations', 'names'],
    queryFn: async ({ signal }) => (await mandate.organizations.list({ limit: MOST }, { signal })).data,
  })
  return (
    <Dialog title={w.inviteTitle} isOpen onClose={onClose}>
      <Loaded query={query}>
        {([first, ...more]) =>
          first === undefined ? (
            <>
              <p>{w.noOrganizationYet}</p>
              <FormActions>
                <ButtonLink to="/organizations/new" kind="primary">
                  {w.organization}
                </ButtonLink>
              </FormActions>
            </>
          ) : (
            <InviteInto organizations={[first, ...more]} onClose={onClose} />
          )
        }
      </Loaded>
    </Dialog>
  )
}

interface InviteIntoProps extends InviteProps {
  readonly organizations: readonly [Organization, ...Organization[]]
}

function InviteInto({ organizations, onClose }: InviteIntoProps): ReactNode {
  const w = useWords(userWords)
  const { cancel } = useWords(common)
  const [email, setEmail] = useState('')
  const [organization, setOrganization] = useState(organizations[0].id)
  const [role, setRole] = useState('member')
  const { data: roles = [] } = useQuery({
    queryKey: ['organizations', 'roles', organization, 'names'],
    queryFn: async ({ signal }) =>
      (await mandate.organizations.roles.list(organization, { limit: MOST }, { signal })).data,
  })
  const send = async (): Promise<void> => {
    await mandate.organizations.invitations.create(organization, { email, role })
    toast(w.invited)
    onClose()
  }
  return (
    <Form
      fields={['email', 'role']}
      onSubmit={send}
      refreshes={['organizations']}
      footer={(isRunning) => (
        <FormActions>
          <Button onPress={onClose}>{cancel}</Button>
          <Button kind="primary" type="submit" isRunning={isRunning}>
            {w.sendInvitation}
          </Button>
        </FormActions>
      )}
    >
      <TextField
        name="email"
        type="email"
        label={w.email}
        hint={w.inviteHint}
        value={email}
        onChange={setEmail}
        hasFocus
      />
      <SelectField
        name="organization"
        label={w.organization}
        value={organization}
        onChange={(id) => {
          setOrganization(id)
          setRole('member')
        }}
        options={organizations.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <SelectField
        name="role"
        label={w.roleThere}
        value={role}
        onChange={setRole}
        options={[...new Set(['member', ...roles.map(({ name }) => name)])].map((name) => ({
          value: name,
          label: name,
        }))}
      />
    </Form>
  )
}
