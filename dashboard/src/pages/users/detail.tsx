import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import type { ReactNode } from 'react'
import { Page, PendingPage } from '#/app/page.tsx'
import { useParam } from '#/app/router.tsx'
import { mandate } from '#/api/mandate.ts'
import { useMay } from '#/api/session.ts'
import { useWords } from '#/i18n/words.ts'
import { Id, Json } from '#/ui/copy.tsx'
import { Card, Columns, Facts, Tabs } from '#/ui/layout.tsx'
import { Badge, Status } from '#/ui/status.tsx'
import { Time } from '#/ui/time.tsx'
import { UserAccess } from './access.tsx'
import { UserActions } from './actions.tsx'
import { UserAgents } from './agents.tsx'
import { UserAudit } from './audit.tsx'
import { UserSecurity } from './security.tsx'
import { UserSessions } from './sessions.tsx'
import { SignIns } from './sign-ins.tsx'
import { userWords } from './words.ts'
import type { AdminUser } from '@mandate/sdk'

const UserSettings = lazy(() => import('./settings.tsx'))

/** One person: what is known of them, where they are signed in, who acts for them, what they may do. */
export default function UserDetail(): ReactNode {
  const id = useParam('id')
  const w = useWords(userWords)
  const may = useMay()
  const query = useQuery({
    queryKey: ['users', 'one', id],
    queryFn: ({ signal }) => mandate.users.get(id, { signal }),
  })
  const crumbs = [{ label: w.users, to: '/users' }]
  const { data: user } = query
  if (!user) return <PendingPage title={id} crumbs={crumbs} query={query} />
  const tabs = [
    { id: 'overview', label: w.overview, content: () => <Overview user={user} /> },
    { id: 'security', label: w.security, content: () => <UserSecurity user={user} /> },
    may('sessions:read') && { id: 'sessions', label: w.sessions, content: () => <UserSessions user={user} /> },
    { id: 'agents', label: w.agents, content: () => <UserAgents user={user} /> },
    (may('permissions:read') || may('roles:read')) && {
      id: 'access',
      label: w.access,
      content: () => <UserAccess user={user} />,
    },
    { id: 'audit', label: w.audit, content: () => <UserAudit user={user} /> },
    // Whoever runs the server is changed by those alone who may do everything.
    may(user.system_role === null ? 'users:write' : '*') && {
      id: 'settings',
      label: w.settings,
      content: () => <UserSettings user={user} />,
    },
    { id: 'json', label: w.json, content: () => <Json value={user} label={w.json} /> },
  ].filter((tab) => tab !== false)
  return (
    <Page
      title={user.name || user.email}
      crumbs={crumbs}
      badges={<Badges user={user} />}
      actions={<UserActions user={user} />}
    >
      <Tabs label={user.email} tabs={tabs} />
    </Page>
  )
}

function Badges({
  user: { disabled, email_verified: isVerified, mfa_enabled: hasFactor, system_role: role },
}: OfUser): ReactNode {
  const w = useWords(userWords)
  return (
    <>
      <Badge tone={disabled ? 'bad' : 'ok'}>{disabled ? w.disabled : w.active}</Badge>
      <Badge tone={isVerified ? 'ok' : 'warn'}>{isVerified ? w.verified : w.unverified}</Badge>
      {hasFactor && <Badge tone="ok">{w.secondFactor}</Badge>}
      {role !== null && <Badge tone="info">{w.roles[role]}</Badge>}
    </>
  )
}

interface OfUser {
  readonly user: AdminUser
}

function Overview({ user }: OfUser): ReactNode {
  const w = useWords(userWords)
  const may = useMay()
  const {
    id,
    email,
    name,
    tier,
    metadata,
    email_verified: isVerified,
    mfa_enabled: hasFactor,
    system_role: role,
  } = user
  return (
    <>
      {may('audit-logs:read') && <SignIns user={user} />}
      <Columns>
        <Card title={w.identity}>
          <Facts
            facts={[
              [w.name, <bdi>{name || w.noName}</bdi>],
              [w.address, <bdi>{email}</bdi>],
              [w.verified, <Status tone={isVerified ? 'ok' : 'off'}>{isVerified ? w.verified : w.unverified}</Status>],
              [w.secondFactor, <Status tone={hasFactor ? 'ok' : 'off'}>{hasFactor ? w.on : w.off}</Status>],
              [w.role, role === null ? w.noRole : w.roles[role]],
              [w.tier, <bdi>{tier}</bdi>],
              [w.id, <Id value={id} />],
              [w.joined, <Time at={user.created_at} isExact />],
              [w.changed, <Time at={user.updated_at} isExact />],
            ]}
          />
        </Card>
        <Card title={w.metadata}>
          {Object.keys(metadata).length === 0 ? <p>{w.noMetadata}</p> : <Json value={metadata} label={w.metadata} />}
        </Card>
      </Columns>
    </>
  )
}
