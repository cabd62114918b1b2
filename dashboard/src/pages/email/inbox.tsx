import type { ReactNode } from 'react'
import type { DevEmail } from '@mandate/sdk'
import { useAction } from '#/api/actions.ts'
import { useList } from '#/api/lists.ts'
import { mandate } from '#/api/mandate.ts'
import { useWords } from '#/i18n/words.ts'
import { Button } from '#/ui/button.tsx'
import { confirm } from '#/ui/dialogs.ts'
import { endedBy } from '#/ui/ended.tsx'
import { useSearchText } from '#/ui/search-params.ts'
import { EmptyState } from '#/ui/states.tsx'
import { DataTable } from '#/ui/table/data-table.tsx'
import { FilterBar } from '#/ui/table/filters.tsx'
import { Time } from '#/ui/time.tsx'
import { toast } from '#/ui/toasts.ts'
import { emailWords } from './words.ts'

/** The messages that the dev provider keeps instead of sending them. */
export function Inbox(): ReactNode {
  const w = useWords(emailWords)
  const [to] = useSearchText('to')
  const query = to === '' ? {} : { to }
  const list = useList<DevEmail>(['email', 'inbox', query], (page, signal) =>
    mandate.email.devInbox.list({ ...query, ...page }, { signal }),
  )
  const clear = useAction(
    async () => {
      const isSure = await confirm({
        title: w.emptyTitle,
        body: w.emptyBody,
        action: w.emptyInbox,
        isDangerous: true,
        preview: () => endedBy(mandate.email.devInbox.clear({ dry_run: true })),
      })
      if (!isSure) return
      const { deleted_emails: deleted } = await mandate.email.devInbox.clear()
      toast(w.emptied(deleted))
    },
    { refreshes: ['email'] },
  )
  return (
    <>
      <FilterBar search={{ name: 'to', label: w.searchTo }}>
        {list.rows.length > 0 && (
          <Button icon="trash" isRunning={clear.isRunning} onPress={() => clear.run()}>
            {w.emptyInbox}
          </Button>
        )}
      </FilterBar>
      <DataTable
        name="emails"
        label={w.inbox}
        list={list}
        idOf={({ id }) => id}
        linkTo="/email/inbox/$id"
        empty={
          <EmptyState title={w.noMail} command="mandate email test --to you@example.com">
            {to === '' ? w.noMailHelp : w.noMailTo}
          </EmptyState>
        }
        columns={[
          {
            id: 'subject',
            header: w.subject,
            width: '48%',
            cell: ({ subject }) => <bdi>{subject}</bdi>,
            text: ({ subject }) => subject,
          },
          { id: 'to', header: w.to, cell: ({ to: address }) => <bdi>{address}</bdi>, text: (mail) => mail.to },
          {
            id: 'when',
            header: w.when,
            width: '146px',
            align: 'end',
            cell: ({ created_at: at }) => <Time at={at} />,
            text: ({ created_at: at }) => at,
          },
        ]}
      />
    </>
  )
}
