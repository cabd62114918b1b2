import type { ReactNode } from 'react'
import type { DelegationMap } from '@mandate/sdk'
import { wholeList } from '#/api/lists.ts'
import { useWords } from '#/i18n/words.ts'
import { EmptyState } from '#/ui/states.tsx'
import { shapeOf } from '#/pages/agents/neighbours.ts'
import { ChainTable } from './chain-table.tsx'
import { delegationWords } from './words.ts'
import type { Names } from './chain-links.ts'

/** The chains of the map, as ribbons. */
export default function Chains({ map }: { readonly map: DelegationMap }): ReactNode {
  const w = useWords(delegationWords)
  const names: Names = new Map(
    map.nodes.map(({ id, kind, name }) => [id, { kind: shapeOf(kind), name: name ?? id, to: undefined }]),
  )
  const list = { ...wholeList(map.chains), totalIsMinimum: map.next_before !== null }
  return <ChainTable list={list} names={names} empty={<EmptyState title={w.noneFound}>{w.noneFoundHelp}</EmptyState>} />
}
