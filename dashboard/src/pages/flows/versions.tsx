import type { ReactNode } from 'react'
import type { Flow, FlowVersion } from '@mandate/sdk'
import { useList } from '#/api/lists.ts'
import { mandate } from '#/api/mandate.ts'
import { useWords } from '#/i18n/words.ts'
import { VersionTable } from '#/ui/table/version-table.tsx'
import { VersionPanel } from './version-panel.tsx'
import { flowWords } from './words.ts'

/** What a flow was with each save, newest first. */
export function Versions({ flow }: { readonly flow: Flow }): ReactNode {
  const { id } = flow
  const w = useWords(flowWords)
  const list = useList<FlowVersion>(['flows', 'versions', id], (page, signal) =>
    mandate.flows.versions.list(id, page, { signal }),
  )
  return (
    <VersionTable
      label={w.versions}
      says={w}
      list={list}
      current={flow.version}
      columns={[
        { id: 'name', header: w.name, cell: ({ name }) => <bdi>{name}</bdi>, text: ({ name }) => name },
        {
          id: 'steps',
          header: w.steps,
          isWide: true,
          cell: ({ steps }) => w.stepCount(steps.length),
          text: ({ steps }) => steps.length,
        },
      ]}
      panel={(shown, close) => <VersionPanel key={shown.version} flow={flow} version={shown} onClose={close} />}
    />
  )
}
