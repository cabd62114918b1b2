import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Flow, FlowRun } from '@mandate/sdk'
import { useList } from '#/api/lists.ts'
import { mandate } from '#/api/mandate.ts'
import { useWords } from '#/i18n/words.ts'
import { Button } from '#/ui/button.tsx'
import { SidePanel } from '#/ui/dialog.tsx'
import { Card, Columns, Stack } from '#/ui/layout.tsx'
import { usePeek, useSearchParams } from '#/ui/search-params.ts'
import { shortened } from '#/ui/shortened.ts'
import { EmptyState, Loaded } from '#/ui/states.tsx'
import { Status } from '#/ui/status.tsx'
import { DataTable } from '#/ui/table/data-table.tsx'
import { FilterBar } from '#/ui/table/filters.tsx'
import { Time } from '#/ui/time.tsx'
import { dropOff } from './drop-off.ts'
import { Outline } from './outline.tsx'
import { Picture } from './picture.tsx'
import type { Mark } from './picture.tsx'
import { runQuery, runStates } from './query.ts'
import { RunBody } from './run-body.tsx'
import { runTone } from './tones.ts'
import { flowWords } from './words.ts'

interface OfFlow {
  readonly flow: Flow
}

/** Every sign-in that a flow took, newest first, and where they stopped. */
export function Runs({ flow }: OfFlow): ReactNode {
  const w = useWords(flowWords)
  const [search] = useSearchParams()
  const peek = usePeek()
  const query = runQuery(search)
  const list = useList<FlowRun>(['flows', 'runs', flow.id, query], (page, signal) =>
    mandate.flows.runs.list(flow.id, { ...query, ...page }, { signal }),
  )
  return (
    <Stack>
      {list.rows.length > 0 && <WhereTheyStop flow={flow} runs={list.rows} />}
      <FilterBar
        filters={[
          {
            name: 'state',
            label: w.state,
            options: runStates.map((value) => ({ value, label: w.runStates[value] })),
          },
        ]}
      />
      <DataTable
        name="runs"
        label={w.runs}
        list={list}
        idOf={({ id }) => id}
        empty={
          query.state === undefined ? (
            <EmptyState title={w.noRuns}>{w.noRunsHelp}</EmptyState>
          ) : (
            <EmptyState title={w.noneFound}>{w.noneFoundHelp}</EmptyState>
          )
        }
        columns={[
          {
            id: 'run',
            header: w.run,
            width: '30%',
            cell: ({ id }) => (
              <Button kind="quiet" size="small" aria-label={`${w.run} ${id}`} onPress={() => peek.open(id)}>
                {shortened(id)}
              </Button>
            ),
            text: ({ id }) => id,
          },
          {
            id: 'state',
            header: w.state,
            cell: ({ state }) => <Status tone={runTone[state]}>{w.runStates[state]}</Status>,
            text: ({ state }) => state,
          },
          {
            id: 'user',
            header: w.user,
            isWide: true,
            cell: ({ user_id: id }) => <bdi title={id}>{shortened(id)}</bdi>,
            text: ({ user_id: id }) => id,
          },
          {
            id: 'stopped',
            header: w.stoppedAt,
            isWide: true,
            cell: ({ blocked_at_step: at }) => (at === null ? '' : <code>{at}</code>),
            text: ({ blocked_at_step: at }) => at,
          },
          {
            id: 'version',
            header: w.version,
            width: '92px',
            align: 'end',
            isWide: true,
            cell: ({ flow_version: version }) => version,
            text: ({ flow_version: version }) => version,
          },
          {
            id: 'started',
            header: w.started,
            width: '146px',
            align: 'end',
            cell: ({ started_at: at }) => <Time at={at} />,
            text: ({ started_at: at }) => at,
          },
        ]}
      />
      {peek.id !== undefined && <RunPanel id={peek.id} onClose={peek.close} />}
    </Stack>
  )
}

function RunPanel({ id, onClose }: { readonly id: string; readonly onClose: () => void }): ReactNode {
  const w = useWords(flowWords)
  const query = useQuery({
    queryKey: ['flows', 'run', id],
    queryFn: ({ signal }) => mandate.flows.runs.get(id, { signal }),
  })
  return (
    <SidePanel title={w.run} onClose={onClose}>
      <Loaded query={query}>{(run) => <RunBody run={run} />}</Loaded>
    </SidePanel>
  )
}

function WhereTheyStop({ flow, runs }: OfFlow & { readonly runs: readonly FlowRun[] }): ReactNode {
  const w = useWords(flowWords)
  const { runs: counted, passed, stopped } = dropOff(runs, flow.version)
  const marks = new Map<string, Mark>([...stopped].map(([at, count]) => [at, { tone: 'warn', text: w.stopped(count) }]))
  const note = (pointer: string): ReactNode => {
    const mark = marks.get(pointer)
    return mark && <Status tone={mark.tone}>{mark.text}</Status>
  }
  const atConditions = note('/conditions')
  return (
    <Columns>
      <Card title={w.dropOff}>
        <p>{w.dropOffLead(counted, runs.length, flow.version)}</p>
        {atConditions && (
          <p>
            {w.conditions}: {atConditions}
          </p>
        )}
        <Outline steps={flow.steps} note={note} />
        <Status tone="ok">{w.dropOffPassed(passed)}</Status>
      </Card>
      <Card title={w.picture}>
        <Picture trigger={flow.trigger} steps={flow.steps} marks={marks} />
      </Card>
    </Columns>
  )
}
