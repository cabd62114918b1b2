import type { ReactNode } from 'react'
import type { Flow, FlowVersion } from '@mandate/sdk'
import { useList } from '#/api/lists.ts'
import { mandate } from '#/api/mandate.ts'
import { useWords } from '#/i18n/words.ts'
import { Button } from '#/ui/button.tsx'
import { Json } from '#/ui/copy.tsx'
import { SidePanel } from '#/ui/dialog.tsx'
import { usePeek } from '#/ui/search-params.ts'
import { EmptyState } from '#/ui/states.tsx'
import { DataTable } from '#/ui/table/data-table.tsx'
import { Time } from '#/ui/time.tsx'
import { Outline } from './outline.tsx'
import { flowWords } from './words.ts'

/** What a flow was with each save, newest first. */
export function Versions({ flow: { id } }: { readonly flow: Flow }): ReactNode {
  const w = useWords(flowWords)
  const peek = usePeek()
  const list = useList<FlowVersion>(['flows', 'versions', id], (page, signal) =>
    mandate.flows.versions.list(id, page, { signal }),
  )
  const shown = list.rows.find(({ version }) => String(version) === peek.id)
  return (
    <>
      <DataTable
        name="versions"
        label={w.versions}
        list={list}
        idOf={({ version }) => String(version)}
        empty={<EmptyState title={w.noVersions}>{w.noVersionsHelp}</EmptyState>}
        columns={[
          {
            id: 'version',
            header: w.version,
            width: '110px',
            cell: ({ version }) => (
              <Button
                kind="quiet"
                size="small"
                aria-label={`${w.version} ${version}`}
                onPress={() => peek.open(String(version))}
              >
                {version}
              </Button>
            ),
            text: ({ version }) => version,
          },
          { id: 'name', header: w.name, cell: ({ name }) => <bdi>{name}</bdi>, text: ({ name }) => name },
          {
            id: 'steps',
            header: w.steps,
            isWide: true,
            cell: ({ steps }) => w.stepCount(steps.length),
            text: ({ steps }) => steps.length,
          },
          {
            id: 'by',
            header: w.by,
            isWide: true,
            cell: ({ created_by: by }) => <bdi>{by}</bdi>,
            text: ({ created_by: by }) => by,
          },
          {
            id: 'when',
            header: w.created,
            width: '124px',
            align: 'end',
            cell: ({ created_at: at }) => <Time at={at} />,
            text: ({ created_at: at }) => at,
          },
        ]}
      />
      {shown && (
        <SidePanel title={`${w.version} ${shown.version}`} onClose={peek.close}>
          <Outline steps={shown.steps} />
          <Json value={shown} label={`${w.version} ${shown.version}: JSON`} />
        </SidePanel>
      )}
    </>
  )
}
