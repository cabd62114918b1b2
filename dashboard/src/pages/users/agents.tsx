import type { ReactNode } from 'react'
import type { ActingClient, AdminUser } from '@mandate/sdk'
import { useAction } from '#/api/actions.ts'
import { useList } from '#/api/lists.ts'
import { mandate } from '#/api/mandate.ts'
import { useMay } from '#/api/session.ts'
import { useWords } from '#/i18n/words.ts'
import { Actor } from '#/ui/actor.tsx'
import { Button } from '#/ui/button.tsx'
import { confirm } from '#/ui/dialogs.ts'
import { endedBy } from '#/ui/ended.tsx'
import { FormActions } from '#/ui/form/form.tsx'
import { EmptyState } from '#/ui/states.tsx'
import { DataTable } from '#/ui/table/data-table.tsx'
import { toast } from '#/ui/toasts.ts'
import { userWords } from './words.ts'

interface OfUser {
  readonly user: AdminUser
}

/** Who acts for a person. */
export function UserAgents({ user }: OfUser): ReactNode {
  const { id } = user
  const w = useWords(userWords)
  const may = useMay()
  const list = useList<ActingClient>(['agents', 'of', id], (page, signal) =>
    mandate.users.agents.list(id, page, { signal }),
  )
  return (
    <>
      {list.rows.length > 1 && may('users:write') && <RevokeAll user={user} count={list.total ?? list.rows.length} />}
      <DataTable
        name="agents"
        label={w.actsFor}
        list={list}
        idOf={({ client_id: client }) => client}
        empty={<EmptyState title={w.noAgents}>{w.noAgentsHelp}</EmptyState>}
        columns={[
          {
            id: 'client',
            header: w.actsFor,
            cell: ({ client_name: name, client_id: client }) => (
              <Actor kind="agent" name={name ?? w.deletedClient} more={client} />
            ),
            text: ({ client_name: name, client_id: client }) => name ?? client,
          },
          {
            id: 'scope',
            header: w.scopes,
            isWide: true,
            cell: ({ scope }) => <bdi>{scope}</bdi>,
            text: ({ scope }) => scope,
          },
          {
            id: 'tokens',
            header: w.livingTokens,
            width: '130px',
            align: 'end',
            cell: ({ living_tokens: tokens }) => tokens,
            text: ({ living_tokens: tokens }) => tokens,
          },
          {
            id: 'actions',
            width: '110px',
            align: 'end',
            cell: (client) => may('users:write') && <Revoke user={user} client={client} />,
          },
        ]}
      />
    </>
  )
}

function RevokeAll({ user, count }: OfUser & { readonly count: number }): ReactNode {
  const w = useWords(userWords)
  const { run, isRunning } = useAction(
    async () => {
      const isSure = await confirm({
        title: w.revokeAllTitle(user.name || user.email),
        body: w.revokeAllBody,
        action: w.revokeAll(count),
        isDangerous: true,
        preview: () => endedBy(mandate.users.agents.revoke(user.id, { dry_run: true })),
      })
      if (!isSure) return
      await mandate.users.agents.revoke(user.id)
      toast(w.revokedAll)
    },
    { refreshes: ['agents', 'users'] },
  )
  return (
    <FormActions>
      <Button kind="danger" isRunning={isRunning} onPress={() => run()}>
        {w.revokeAll(count)}
      </Button>
    </FormActions>
  )
}

function Revoke({ user, client }: OfUser & { readonly client: ActingClient }): ReactNode {
  const w = useWords(userWords)
  const { client_id: clientId, client_name: name, living_tokens: tokens } = client
  const shown = name ?? clientId
  const { run, isRunning } = useAction(
    async () => {
      const isSure = await confirm({
        title: w.revokeTitle(shown, user.name || user.email),
        body: w.revokeBody(tokens),
        action: w.revoke,
        isDangerous: true,
      })
      if (!isSure) return
      await mandate.users.agents.revoke(user.id, { client_ids: [clientId] })
      toast(w.revoked)
    },
    { refreshes: ['agents', 'users'] },
  )
  return (
    <Button kind="danger" size="small" isRunning={isRunning} onPress={() => run()} aria-label={`${w.revoke}: ${shown}`}>
      {w.revoke}
    </Button>
  )
}
