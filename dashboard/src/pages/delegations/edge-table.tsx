import type { ReactNode } from 'react'
import type { DelegationMap } from '@mandate/sdk'
import { wholeList } from '#/api/lists.ts'
import { useWords } from '#/i18n/words.ts'
import { Actor } from '#/ui/actor.tsx'
import { Button } from '#/ui/button.tsx'
import { DataTable } from '#/ui/table/data-table.tsx'
import { Time } from '#/ui/time.tsx'
import { shapeOf } from '#/pages/agents/neighbours.ts'
import { edgeId } from './graph.ts'
import type { MapEdge } from './graph.ts'
import { delegationWords } from './words.ts'

interface EdgeTableProps {
  readonly map: DelegationMap
  readonly onChoose: (id: string) => void
}

/** The lines of the map as rows. */
export default function EdgeTable({ map, onChoose }: EdgeTableProps): ReactNode {
  const w = useWords(delegationWords)
  const nodes = new Map(map.nodes.map((node) => [node.id, node]))
  const nameOf = (id: string): string => nodes.get(id)?.name ?? id
  const actor = (id: string): ReactNode => <Actor kind={shapeOf(nodes.get(id)?.kind)} name={nameOf(id)} />
  const list = { ...wholeList(map.edges), totalIsMinimum: map.next_before !== null }
  return (
    <DataTable<MapEdge>
      name="delegation-map"
      label={w.map}
      list={list}
      idOf={edgeId}
      empty={null}
      columns={[
        { id: 'from', header: w.from, width: '28%', cell: ({ from }) => actor(from), text: ({ from }) => nameOf(from) },
        { id: 'how', header: w.how, isWide: true, cell: ({ kind }) => w.edgeKinds[kind], text: ({ kind }) => kind },
        { id: 'to', header: w.to, width: '28%', cell: ({ to }) => actor(to), text: ({ to }) => nameOf(to) },
        {
          id: 'tokens',
          header: w.tokens,
          width: '90px',
          align: 'end',
          cell: ({ tokens }) => tokens,
          text: ({ tokens }) => tokens,
        },
        {
          id: 'living',
          header: w.living,
          isWide: true,
          width: '80px',
          align: 'end',
          cell: ({ living }) => living,
          text: ({ living }) => living,
        },
        {
          id: 'broken',
          header: w.brokenCount,
          isWide: true,
          width: '80px',
          align: 'end',
          cell: ({ broken }) => broken,
          text: ({ broken }) => broken,
        },
        {
          id: 'last',
          header: w.last,
          isWide: true,
          width: '120px',
          align: 'end',
          cell: ({ last_at: at }) => <Time at={at} />,
          text: ({ last_at: at }) => at,
        },
        {
          id: 'actions',
          width: '56px',
          align: 'end',
          cell: ({ to }) => (
            <Button
              kind="quiet"
              size="small"
              icon="right"
              aria-label={w.select(nameOf(to))}
              onPress={() => onChoose(to)}
            />
          ),
        },
      ]}
    />
  )
}
