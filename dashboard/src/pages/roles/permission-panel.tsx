import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Permission, PermissionHolder, Role } from '@mandate/sdk'
import { useAction } from '#/api/actions.ts'
import { useList } from '#/api/lists.ts'
import type { List } from '#/api/lists.ts'
import { mandate } from '#/api/mandate.ts'
import { useMay } from '#/api/session.ts'
import { useWords } from '#/i18n/words.ts'
import { Actor } from '#/ui/actor.tsx'
import { Button } from '#/ui/button.tsx'
import { Id } from '#/ui/copy.tsx'
import { SidePanel } from '#/ui/dialog.tsx'
import { confirm } from '#/ui/dialogs.ts'
import { endedBy } from '#/ui/ended.tsx'
import { Facts, Stack } from '#/ui/layout.tsx'
import { ErrorState, Loaded, Skeleton } from '#/ui/states.tsx'
import { Time } from '#/ui/time.tsx'
import { toast } from '#/ui/toasts.ts'
import { permittedBy } from './coverage.ts'
import { roleWords } from './words.ts'

interface PermissionPanelProps {
  readonly id: string
  readonly onClose: () => void
}

/** One permission: which roles hold it, and who has it by one of them. */
export function PermissionPanel({ id, onClose }: PermissionPanelProps): ReactNode {
  const w = useWords(roleWords)
  const may = useMay()
  const query = useQuery({
    queryKey: ['permissions', 'one', id],
    queryFn: ({ signal }) => mandate.permissions.get(id, { signal }),
  })
  const { data } = query
  return (
    <SidePanel
      title={data?.permission ?? w.permission}
      onClose={onClose}
      actions={data && may('permissions:write') && <Delete permission={data} onClose={onClose} />}
    >
      <Loaded query={query}>
        {({ permission, description, created_at: at }) => {
          const wildcards = permittedBy(permission).slice(1)
          return (
            <Stack>
              <Facts
                facts={[
                  [w.description, description === null ? undefined : <bdi>{description}</bdi>],
                  [w.id, <Id value={id} />],
                  [w.created, <Time at={at} isExact />],
                  [w.wildcardsOver, wildcards.length > 0 ? <code>{wildcards.join(' ')}</code> : undefined],
                ]}
              />
              {wildcards.length > 0 && <p>{w.underWildcards}</p>}
              <h3>{w.heldByRoles}</h3>
              <HeldBy id={id} />
              {may('users:read') && (
                <>
                  <h3>{w.heldByPeople}</h3>
                  <Holders id={id} />
                </>
              )}
            </Stack>
          )
        }}
      </Loaded>
    </SidePanel>
  )
}

function HeldBy({ id }: { readonly id: string }): ReactNode {
  const w = useWords(roleWords)
  const list = useList<Role>(['permissions', 'roles', id], (page, signal) =>
    mandate.permissions.roles.list(id, page, { signal }),
  )
  return (
    <Rows list={list} none={w.heldByNoRole}>
      {(role) => (
        <li key={role.id}>
          <Link to={`/roles/${role.id}`}>
            <bdi>{role.name}</bdi>
          </Link>
        </li>
      )}
    </Rows>
  )
}

function Holders({ id }: { readonly id: string }): ReactNode {
  const w = useWords(roleWords)
  const list = useList<PermissionHolder>(['permissions', 'users', id], (page, signal) =>
    mandate.permissions.users.list(id, page, { signal }),
  )
  return (
    <Rows list={list} none={w.heldByNobody}>
      {({ id: user, name, email, roles }) => (
        <li key={user}>
          <Link to={`/users/${user}`}>
            <Actor kind="person" name={name || email} more={<bdi>{roles.map((role) => role.name).join(', ')}</bdi>} />
          </Link>
        </li>
      )}
    </Rows>
  )
}

interface RowsProps<Row> {
  readonly list: List<Row>
  readonly none: string
  readonly children: (row: Row) => ReactNode
}

function Rows<Row>({ list, none, children }: RowsProps<Row>): ReactNode {
  const w = useWords(roleWords)
  if (list.isLoading) return <Skeleton lines={2} />
  if (list.error && list.rows.length === 0) return <ErrorState error={list.error} onRetry={list.retry} />
  if (list.rows.length === 0) return <p>{none}</p>
  return (
    <>
      <ul>{list.rows.map(children)}</ul>
      {list.hasMore && (
        <div>
          <Button size="small" isRunning={list.isLoadingMore} onPress={list.loadMore}>
            {w.showMore}
          </Button>
        </div>
      )}
    </>
  )
}

interface DeleteProps {
  readonly permission: Permission
  readonly onClose: () => void
}

function Delete({ permission: { id, permission }, onClose }: DeleteProps): ReactNode {
  const w = useWords(roleWords)
  const { run, isRunning } = useAction(
    async () => {
      const isSure = await confirm({
        title: w.deletePermissionTitle(permission),
        body: w.deletePermissionBody,
        action: w.delete,
        isDangerous: true,
        preview: () => endedBy(mandate.permissions.delete(id, { dry_run: true })),
      })
      if (!isSure) return
      await mandate.permissions.delete(id)
      toast(w.deleted)
      onClose()
    },
    { refreshes: ['permissions', 'roles'] },
  )
  return (
    <Button size="small" kind="danger" icon="trash" isRunning={isRunning} onPress={() => run()}>
      {w.delete}
    </Button>
  )
}
