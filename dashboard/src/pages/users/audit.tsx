import type { ReactNode } from 'react'
import type { AdminUser, AuditLog } from '@mandate/sdk'
import { useList } from '#/api/lists.ts'
import { mandate } from '#/api/mandate.ts'
import { useMay } from '#/api/session.ts'
import { useWords } from '#/i18n/words.ts'
import { shortened } from '#/ui/shortened.ts'
import { EmptyState } from '#/ui/states.tsx'
import { Status } from '#/ui/status.tsx'
import { DataTable } from '#/ui/table/data-table.tsx'
import { Time } from '#/ui/time.tsx'
import { userWords } from './words.ts'

/** What a person did, and what was done to them. */
export function UserAudit({ user: { id } }: { readonly user: AdminUser }): ReactNode {
  const w = useWords(userWords)
  const may = useMay()
  const list = useList<AuditLog>(['audit-logs', 'of', id], (page, signal) =>
    mandate.users.auditLogs.list(id, page, { signal }),
  )
  return (
    <DataTable
      name="audit-logs"
      label={w.audit}
      list={list}
      idOf={(entry) => entry.id}
      {...(may('audit-logs:read') ? { linkTo: '/audit-logs/$id' } : {})}
      empty={<EmptyState title={w.noEvents}>{w.noEventsHelp}</EmptyState>}
      columns={[
        {
          id: 'action',
          header: w.event,
          cell: ({ action, status }) => (
            <Status tone={status === 'success' ? 'ok' : status === 'denied' ? 'warn' : 'bad'}>{action}</Status>
          ),
          text: ({ action }) => action,
        },
        {
          id: 'actor',
          header: w.actor,
          isWide: true,
          cell: ({ actor_id: actor }) => <code title={actor}>{shortened(actor)}</code>,
          text: ({ actor_id: actor }) => actor,
        },
        {
          id: 'when',
          header: w.when,
          align: 'end',
          cell: ({ created_at: at }) => <Time at={at} />,
          text: ({ created_at: at }) => at,
        },
      ]}
    />
  )
}
