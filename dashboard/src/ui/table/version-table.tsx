import type { ReactNode } from 'react'
import type { List } from '#/api/lists.ts'
import { Button } from '#/ui/button.tsx'
import { Id } from '#/ui/copy.tsx'
import { usePeek } from '#/ui/search-params.ts'
import { EmptyState } from '#/ui/states.tsx'
import { Badge } from '#/ui/status.tsx'
import { Time } from '#/ui/time.tsx'
import { DataTable } from './data-table.tsx'
import type { Column } from './columns.ts'

/** Something as it was from one save to the next. */
interface Version {
  readonly version: number
  readonly created_by: string | null
  readonly created_at: string
}

interface VersionTableProps<Row extends Version> {
  readonly label: string
  readonly says: Readonly<Record<'version' | 'current' | 'by' | 'created' | 'noVersions' | 'noVersionsHelp', string>>
  readonly list: List<Row>
  /** The version that it is now. */
  readonly current: number
  /** What there is to see of each, beside who made it and when. */
  readonly columns: readonly Column<Row>[]
  /** What stands beside the table about the one that is looked at. */
  readonly panel: (version: Row, close: () => void) => ReactNode
}

/** What something was with each save, newest first, and one of them beside it. */
export function VersionTable<Row extends Version>(props: VersionTableProps<Row>): ReactNode {
  const { label, says, list, current, columns, panel } = props
  const peek = usePeek()
  const shown = list.rows.find(({ version }) => String(version) === peek.id)
  return (
    <>
      <DataTable
        name="versions"
        label={label}
        list={list}
        idOf={({ version }) => String(version)}
        empty={<EmptyState title={says.noVersions}>{says.noVersionsHelp}</EmptyState>}
        columns={[
          {
            id: 'version',
            header: says.version,
            width: '150px',
            cell: ({ version }) => (
              <>
                <Button
                  kind="quiet"
                  size="small"
                  aria-label={`${says.version} ${version}`}
                  onPress={() => peek.open(String(version))}
                >
                  {version}
                </Button>
                {version === current && <Badge tone="ok">{says.current}</Badge>}
              </>
            ),
            text: ({ version }) => version,
          },
          ...columns,
          {
            id: 'by',
            header: says.by,
            isWide: true,
            cell: ({ created_by: by }) => by !== null && <Id value={by} />,
            text: ({ created_by: by }) => by ?? '',
          },
          {
            id: 'when',
            header: says.created,
            width: '146px',
            align: 'end',
            cell: ({ created_at: at }) => <Time at={at} />,
            text: ({ created_at: at }) => at,
          },
        ]}
      />
      {shown && panel(shown, peek.close)}
    </>
  )
}
