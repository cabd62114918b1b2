import type { ReactNode } from 'react'
import type { AdminUser, Session } from '@mandate/sdk'
import { useAction } from '#/api/actions.ts'
import { useList } from '#/api/lists.ts'
import { mandate } from '#/api/mandate.ts'
import { useMay } from '#/api/session.ts'
import { useWords } from '#/i18n/words.ts'
import { Button } from '#/ui/button.tsx'
import { EmptyState } from '#/ui/states.tsx'
import { DataTable } from '#/ui/table/data-table.tsx'
import { Time } from '#/ui/time.tsx'
import { toast } from '#/ui/toasts.ts'
import { userWords } from './words.ts'

/** Where a person is signed in. */
export function UserSessions({ user: { id } }: { readonly user: AdminUser }): ReactNode {
  const w = useWords(userWords)
  const may = useMay()
  const list = useList<Session>(['sessions', id], (page, signal) => mandate.users.sessions.list(id, page, { signal }))
  return (
    <DataTable
      name="sessions"
      label={w.sessions}
      list={list}
      idOf={(session) => session.id}
      empty={<EmptyState title={w.noSessions}>{w.noSessionsHelp}</EmptyState>}
      columns={[
        { id: 'device', header: w.device, cell: ({ device }) => device, text: ({ device }) => device },
        { id: 'place', header: w.place, isWide: true, cell: ({ place }) => place, text: ({ place }) => place },
        {
          id: 'signed-in',
          header: w.signedIn,
          isWide: true,
          cell: ({ authenticated_at: at }) => <Time at={at} />,
          text: ({ authenticated_at: at }) => at,
        },
        {
          id: 'seen',
          header: w.lastSeen,
          cell: ({ last_seen_at: at }) => <Time at={at} />,
          text: ({ last_seen_at: at }) => at,
        },
        {
          id: 'actions',
          width: '110px',
          align: 'end',
          cell: (session) => may('sessions:write') && <End session={session} />,
        },
      ]}
    />
  )
}

function End({ session: { id, device } }: { readonly session: Session }): ReactNode {
  const w = useWords(userWords)
  const { run, isRunning } = useAction(
    async () => {
      await mandate.sessions.revoke(id)
      toast(w.sessionEnded)
    },
    { refreshes: ['sessions'] },
  )
  return (
    <Button size="small" isRunning={isRunning} onPress={() => run()} aria-label={`${w.end}: ${device}`}>
      {w.end}
    </Button>
  )
}
