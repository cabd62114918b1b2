import type { ReactNode } from 'react'
import { Page } from '#/app/page.tsx'
import { useMay } from '#/api/session.ts'
import { useWords } from '#/i18n/words.ts'
import { Tabs } from '#/ui/layout.tsx'
import { CheckAccess } from './check.tsx'
import { Matrix } from './matrix.tsx'
import { Permissions } from './permissions.tsx'
import { RoleList } from './role-list.tsx'
import { roleWords } from './words.ts'

/** What roles hold at a glance, each role, each permission, and why somebody may do something. */
export default function Roles(): ReactNode {
  const w = useWords(roleWords)
  const may = useMay()
  const ofPermissions = [
    { id: 'permissions', label: w.permissions, content: () => <Permissions /> },
    { id: 'check', label: w.check, content: () => <CheckAccess /> },
  ]
  return (
    <Page title={w.roles} lead={w.lead}>
      <Tabs
        label={w.roles}
        tabs={[
          { id: 'matrix', label: w.matrix, content: () => <Matrix /> },
          { id: 'roles', label: w.roles, content: () => <RoleList /> },
          ...(may('permissions:read') ? ofPermissions : []),
        ]}
      />
    </Page>
  )
}
