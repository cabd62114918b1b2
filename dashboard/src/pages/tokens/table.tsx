import { useMemo } from 'react'
import type { ReactNode } from 'react'
import type { Token } from '@mandate/sdk'
import { useMay } from '#/api/session.ts'
import { useWords } from '#/i18n/words.ts'
import { shortened } from '#/ui/shortened.ts'
import { EmptyState } from '#/ui/states.tsx'
import { Status } from '#/ui/status.tsx'
import { DataTable } from '#/ui/table/data-table.tsx'
import { Time } from '#/ui/time.tsx'
import { tokenWords } from './words.ts'
import type { List } from '#/api/lists.ts'
import type { Column } from '#/ui/table/columns.ts'

/** How a token is, in words. */
export function TokenState({ status }: Pick<Token, 'status'>): ReactNode {
  const w = useWords(tokenWords)
  const shown = { active: w.alive, expired: w.expired, revoked: w.revoked }[status]
  return (
    <Status tone={{ active: 'ok', expired: 'off', revoked: 'bad' }[status] as 'ok' | 'off' | 'bad'}>{shown}</Status>
  )
}

interface TokenTableProps {
  readonly list: List<Token>
}

/** A list of tokens, each a link to its line. */
export function TokenTable({ list }: TokenTableProps): ReactNode {
  const w = useWords(tokenWords)
  const may = useMay()
  return (
    <DataTable
      name="tokens"
      label={w.tokens}
      list={list}
      columns={useColumns()}
      idOf={({ id }) => id}
      {...(may('tokens:read') ? { linkTo: '/tokens/$id' } : {})}
      empty={<EmptyState title={w.none}>{w.noneHelp}</EmptyState>}
    />
  )
}

function useColumns(): readonly Column<Token>[] {
  const w = useWords(tokenWords)
  return useMemo(
    () => [
      { id: 'id', header: w.token, cell: ({ id }) => <code title={id}>{shortened(id)}</code>, text: ({ id }) => id },
      {
        id: 'state',
        header: w.state,
        cell: ({ status }) => <TokenState status={status} />,
        text: ({ status }) => status,
      },
      {
        id: 'client',
        header: w.client,
        isWide: true,
        cell: ({ client_id: client }) => <bdi title={client}>{shortened(client)}</bdi>,
        text: ({ client_id: client }) => client,
      },
      {
        id: 'subject',
        header: w.person,
        isWide: true,
        cell: ({ subject }) => <bdi title={subject}>{shortened(subject)}</bdi>,
        text: ({ subject }) => subject,
      },
      {
        id: 'kind',
        header: w.kind,
        isWide: true,
        width: '110px',
        cell: ({ kind }) => (kind === 'access' ? w.access : w.refresh),
        text: ({ kind }) => kind,
      },
      {
        id: 'scope',
        header: w.scope,
        isWide: true,
        cell: ({ scope }) => <bdi title={scope}>{scope}</bdi>,
        text: ({ scope }) => scope,
      },
      {
        id: 'depth',
        header: w.depth,
        isWide: true,
        width: '90px',
        align: 'end',
        cell: ({ depth }) => depth,
        text: ({ depth }) => depth,
      },
      {
        id: 'expires',
        header: w.expires,
        width: '146px',
        align: 'end',
        cell: ({ expires_at: at }) => <Time at={at} />,
        text: ({ expires_at: at }) => at,
      },
    ],
    [w],
  )
}
