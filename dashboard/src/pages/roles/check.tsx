import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { AccessVerdict } from '@mandate/sdk'
import { mandate } from '#/api/mandate.ts'
import { useMay } from '#/api/session.ts'
import { useWords } from '#/i18n/words.ts'
import { TextField } from '#/ui/form/fields.tsx'
import { Form } from '#/ui/form/form.tsx'
import { submitFooter } from '#/ui/form/submit-footer.tsx'
import { Card, Columns, Facts, Notice } from '#/ui/layout.tsx'
import { roleWords } from './words.ts'

/** Whether somebody may do something, as an application would be told, and why. */
export function CheckAccess(): ReactNode {
  const w = useWords(roleWords)
  const mayFind = useMay()('users:read')
  const [who, setWho] = useState('')
  const [permission, setPermission] = useState('')
  const [organization, setOrganization] = useState('')
  const [verdict, setVerdict] = useState<AccessVerdict>()
  const ask = async (): Promise<void> => {
    setVerdict(undefined)
    const id = mayFind && who.includes('@') ? await idOf(who.trim()) : who.trim()
    if (id === undefined) throw new Error(w.nobodyAt(who))
    setVerdict(
      await mandate.permissions.check({
        ...{ user_id: id, permission: permission.trim() },
        ...(organization.trim() === '' ? {} : { organization_id: organization.trim() }),
      }),
    )
  }
  return (
    <Columns>
      <Card title={w.check}>
        <p>{w.checkLead}</p>
        <Form fields={['user_id', 'permission', 'organization_id']} onSubmit={ask} footer={submitFooter(w.ask)}>
          <TextField name="user_id" label={mayFind ? w.who : w.whoById} value={who} onChange={setWho} isCode />
          <TextField
            name="permission"
            label={w.permission}
            hint={w.askHint}
            value={permission}
            onChange={setPermission}
            isCode
          />
          <TextField
            name="organization_id"
            label={w.organization}
            hint={w.organizationHint}
            value={organization}
            onChange={setOrganization}
            isOptional
            isCode
          />
        </Form>
      </Card>
      <div role="status">{verdict && <Verdict verdict={verdict} />}</div>
    </Columns>
  )
}

/** The id of whoever has an address, whatever its case. */
async function idOf(email: string): Promise<string | undefined> {
  const { data } = await mandate.users.list({ search: email, limit: 100 })
  return data.find((user) => user.email.toLowerCase() === email.toLowerCase())?.id
}

function Verdict({ verdict }: { readonly verdict: AccessVerdict }): ReactNode {
  const { allowed, permission, organization_id: organization, user_id: user, reason } = verdict
  const w = useWords(roleWords)
  const may = useMay()
  const { source } = reason
  return (
    <Card title={allowed ? w.yes : w.no}>
      <Notice tone={allowed ? 'ok' : 'bad'}>{sentenceOf(verdict, w)}</Notice>
      <Facts
        facts={[
          [w.person, may('users:read') ? <Link to={`/users/${user}`}>{user}</Link> : <code>{user}</code>],
          [w.permission, <code>{permission}</code>],
          [w.role, source === null ? undefined : <RoleOf source={source} organization={organization} />],
          [w.because, source === null ? undefined : <code>{source.permission}</code>],
        ]}
      />
    </Card>
  )
}

interface RoleOfProps {
  readonly source: NonNullable<AccessVerdict['reason']['source']>
  readonly organization: string | null
}

/** The role that grants it, where it is looked at: those of an organization stand on its page. */
const RoleOf = ({ source: { type, role }, organization }: RoleOfProps): ReactNode =>
  type === 'role' ? (
    <Link to={`/roles/${role.id}`}>
      <bdi>{role.name}</bdi>
    </Link>
  ) : (
    <Link to={`/organizations/${organization}`} search={{ tab: 'roles' }}>
      <bdi>{role.name}</bdi>
    </Link>
  )

/** The reason in one sentence. */
function sentenceOf({ permission, reason: { code, source } }: AccessVerdict, w: ReturnType<typeof roleWords>): string {
  if (code !== 'granted') return w.reasons[code]
  if (source === null) return w.yes
  const where = source.type === 'organization_role' ? w.roleThere(source.role.name) : w.roleOf(source.role.name)
  return source.permission === permission
    ? w.byItself(where, permission)
    : w.byWildcard(where, source.permission, permission)
}
