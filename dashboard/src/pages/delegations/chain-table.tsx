import type { ReactNode } from 'react'
import type { DelegationChain } from '@mandate/sdk'
import { useMay } from '#/api/session.ts'
import { useWords } from '#/i18n/words.ts'
import { ChainRibbon } from '#/pictures/chain-ribbon.tsx'
import { chainText } from '#/pictures/chain.ts'
import { DataTable } from '#/ui/table/data-table.tsx'
import { Time } from '#/ui/time.tsx'
import { TokenState } from '#/pages/tokens/table.tsx'
import { linksOf } from './chain-links.ts'
import { delegationWords } from './words.ts'
import type { Names } from './chain-links.ts'
import type { List } from '#/api/lists.ts'

interface ChainTableProps {
  readonly list: List<DelegationChain>
  readonly names: Names
  readonly empty: ReactNode
}

/** Chains of delegation as ribbons, each a link to the token at its end. */
export function ChainTable({ list, names, empty }: ChainTableProps): ReactNode {
  const w = useWords(delegationWords)
  const may = useMay()
  return (
    <DataTable
      name="delegations"
      label={w.chains}
      list={list}
      idOf={({ id }) => id}
      {...(may('tokens:read') ? { linkTo: '/tokens/$id' } : {})}
      empty={empty}
      columns={[
        {
          id: 'chain',
          header: w.chain,
          cell: (chain) => <ChainRibbon links={linksOf(chain, names)} isSmall />,
          text: (chain) => chainText(linksOf(chain, names)),
        },
        {
          id: 'state',
          header: w.state,
          width: '120px',
          cell: ({ status }) => <TokenState status={status as 'active' | 'expired' | 'revoked'} />,
          text: ({ status }) => status,
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
          id: 'when',
          header: w.when,
          width: '146px',
          align: 'end',
          cell: ({ created_at: at }) => <Time at={at} />,
          text: ({ created_at: at }) => at,
        },
      ]}
    />
  )
}
