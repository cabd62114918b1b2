import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useMay } from '#/api/session.ts'
import { useWords } from '#/i18n/words.ts'
import { Button } from '#/ui/button.tsx'
import { ErrorState, Skeleton } from '#/ui/states.tsx'
import { rowsOf } from './coverage.ts'
import { Cell } from './matrix-cell.tsx'
import { Frame } from './matrix-frame.tsx'
import { NoPermissions } from './permissions.tsx'
import { rolesAtFirst, roleQuery, usePermissions, useRoles } from './queries.ts'
import { NoRoles } from './role-list.tsx'
import { useToggle } from './toggle.ts'
import { roleWords } from './words.ts'
import styles from './matrix.module.css'

/** What each role holds, by its own name or by a wildcard; a tick gives and takes at once. */
export function Matrix(): ReactNode {
  const w = useWords(roleWords)
  const may = useMay()
  const roles = useRoles()
  const listed = usePermissions(may('permissions:read'))
  const [room, setRoom] = useState(rolesAtFirst)
  const columns = roles.rows.slice(0, room)
  const queries = useQueries({ queries: columns.map(({ id }) => roleQuery(id)) })
  const toggle = useToggle()
  const failed = [roles, listed].find(({ error, rows }) => error !== null && rows.length === 0)
  const broken = queries.find(({ error, data }) => error !== null && data === undefined)
  if (failed) return <ErrorState error={failed.error} onRetry={failed.retry} />
  if (broken) return <ErrorState error={broken.error} onRetry={() => void broken.refetch()} />
  if (roles.isLoading || listed.isLoading) return <Skeleton lines={9} />
  if (roles.rows.length === 0) return <NoRoles />
  const rows = rowsOf(listed.rows, ...queries.map(({ data }) => data?.permissions ?? []))
  const held = queries.map(({ data }) => data && new Set(data.permissions.map(({ permission }) => permission)))
  const isLoading = queries.some(({ isPending }) => isPending)
  if (rows.length === 0) return isLoading ? <Skeleton lines={9} /> : <NoPermissions />
  const moreRoles = (): void => {
    setRoom(room + rolesAtFirst)
    if (room + rolesAtFirst > roles.rows.length && roles.hasMore) roles.loadMore()
  }
  return (
    <>
      <p className={styles['legend']}>{may('roles:write') ? w.legendToChange : w.legend}</p>
      <Frame label={w.matrix} columns={columns.length}>
        <thead>
          <tr>
            <th scope="col">
              <span className={styles['name']}>{w.permission}</span>
            </th>
            {columns.map(({ id, name }) => (
              <th key={id} scope="col">
                <Link to={`/roles/${id}`} className={styles['role']} title={name}>
                  <bdi>{name}</bdi>
                </Link>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((permission) => (
            <tr key={permission.id}>
              <th scope="row">
                <code className={styles['name']} title={permission.description ?? undefined}>
                  {permission.permission}
                </code>
              </th>
              {columns.map((role, index) => (
                <Cell
                  key={role.id}
                  role={role}
                  permission={permission}
                  holds={held[index]}
                  onChange={may('roles:write') ? toggle : undefined}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </Frame>
      <More text={w.shownRoles(columns.length, roles)} hasMore={roles.hasMore || columns.length < roles.rows.length}>
        <Button size="small" isRunning={roles.isLoadingMore} onPress={moreRoles}>
          {w.moreRoles}
        </Button>
      </More>
      <More text={w.shownPermissions(rows.length, listed)} hasMore={listed.hasMore}>
        <Button size="small" isRunning={listed.isLoadingMore} onPress={listed.loadMore}>
          {w.morePermissions}
        </Button>
      </More>
    </>
  )
}

interface MoreProps {
  readonly text: string
  readonly hasMore: boolean
  readonly children: ReactNode
}

const More = ({ text, hasMore, children }: MoreProps): ReactNode =>
  hasMore && (
    <div className={styles['more']}>
      <span>{text}</span>
      {children}
    </div>
  )
