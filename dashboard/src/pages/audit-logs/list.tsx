import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import type { AuditLog } from '@mandate/sdk'
import { Page } from '#/app/page.tsx'
import { useList } from '#/api/lists.ts'
import { mandate } from '#/api/mandate.ts'
import { useWords } from '#/i18n/words.ts'
import { LiveIndicator } from '#/live/live-status.tsx'
import { useLive } from '#/live/use-live.ts'
import { Histogram, HistogramSkeleton } from '#/pictures/histogram.tsx'
import { Button, ButtonLink } from '#/ui/button.tsx'
import { optionsOf } from '#/ui/form/options.ts'
import { Card, Stack } from '#/ui/layout.tsx'
import { useNow } from '#/ui/now.ts'
import { useSearchParams } from '#/ui/search-params.ts'
import { shortened } from '#/ui/shortened.ts'
import { EmptyState, ErrorState } from '#/ui/states.tsx'
import type { Column } from '#/ui/table/columns.ts'
import { DataTable } from '#/ui/table/data-table.tsx'
import { FilterBar } from '#/ui/table/filters.tsx'
import { QuickLink } from '#/ui/table/quick-link.tsx'
import { Time } from '#/ui/time.tsx'
import { ChainState } from './chain-state.tsx'
import { Happened } from './happened.tsx'
import { chipNames, filterOf, ranges, typedQuery } from './query.ts'
import { auditWords } from './words.ts'
import type { Filter } from './query.ts'
import styles from './audit.module.css'

/** What happened, narrowed by chips, by a stretch of time, and by words. */
export default function AuditList(): ReactNode {
  const w = useWords(auditWords)
  const now = useNow()
  const [search] = useSearchParams()
  const filter = filterOf(search, now)
  const list = useList<AuditLog>(['audit-logs', 'list', filter], (page, signal) =>
    mandate.auditLogs.list({ ...filter, ...page }, { signal }),
  )
  useLive(['*'], ['audit-logs'])
  return (
    <Page title={w.auditLog} lead={w.lead} badges={<LiveIndicator />}>
      <Stack>
        <ChainState>
          <ButtonLink to="/audit-logs/checkpoints" size="small">
            {w.checkpoints}
          </ButtonLink>
        </ChainState>
        <QueryBox />
        <Bar />
        <Card>
          <Over filter={filter} />
        </Card>
        <AuditTable list={list} />
      </Stack>
    </Page>
  )
}

interface AuditTableProps {
  readonly list: ReturnType<typeof useList<AuditLog>>
}

function AuditTable({ list }: AuditTableProps): ReactNode {
  const w = useWords(auditWords)
  return (
    <DataTable
      name="audit-logs"
      label={w.auditLog}
      list={list}
      idOf={({ id }) => id}
      linkTo="/audit-logs/$id"
      empty={
        <EmptyState title={w.none} command="mandate audit search">
          {w.noneHelp}
        </EmptyState>
      }
      columns={useColumns()}
    />
  )
}

function useColumns(): readonly Column<AuditLog>[] {
  const w = useWords(auditWords)
  return useMemo(
    () => [
      {
        id: 'action',
        header: w.event,
        width: '34%',
        cell: (entry) => <Happened entry={entry} />,
        text: ({ action }) => action,
      },
      {
        id: 'status',
        header: w.result,
        isWide: true,
        width: '110px',
        cell: ({ status }) => w.results[status],
        text: ({ status }) => status,
      },
      {
        id: 'actor',
        header: w.actor,
        isWide: true,
        cell: ({ actor_id: actor }) => <Narrow name="actor_id" value={actor} />,
        text: ({ actor_id: actor }) => actor,
      },
      {
        id: 'target',
        header: w.target,
        isWide: true,
        cell: ({ target_id: target }) => target !== null && <Narrow name="target_id" value={target} />,
        text: ({ target_id: target }) => target,
      },
      {
        id: 'when',
        header: w.when,
        width: '146px',
        align: 'end',
        cell: ({ created_at: at }) => <Time at={at} />,
        text: ({ created_at: at }) => at,
      },
    ],
    [w],
  )
}

/** An id that narrows the list to itself. */
function Narrow({ name, value }: { readonly name: 'actor_id' | 'target_id'; readonly value: string }): ReactNode {
  const [search] = useSearchParams()
  return (
    <QuickLink
      search={{ ...search, [name]: value }}
      className={styles['narrow']}
      title={value}
      aria-current={search[name] === value ? 'page' : undefined}
    >
      <code>{shortened(value)}</code>
    </QuickLink>
  )
}

/** One line in which filters and words are typed; they become chips. */
function QueryBox(): ReactNode {
  const w = useWords(auditWords)
  const [search, change] = useSearchParams()
  const [typed, setTyped] = useState('')
  const chips = chipNames.filter((name) => search[name])
  return (
    <div className={styles['query']}>
      <form
        role="search"
        className={styles['box']}
        onSubmit={(event) => {
          event.preventDefault()
          change(typedQuery(typed), { push: true })
          setTyped('')
        }}
      >
        <input
          type="search"
          aria-label={w.query}
          placeholder={w.queryHint}
          value={typed}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button type="submit" icon="filter">
          {w.apply}
        </Button>
      </form>
      {chips.length > 0 && (
        <ul className={styles['chips']} aria-label={w.add}>
          {chips.map((name) => (
            <li key={name}>
              <span>{w.chips[name]}</span>
              <bdi title={search[name]}>{search[name]}</bdi>
              <Button
                kind="quiet"
                size="small"
                icon="close"
                aria-label={w.remove(`${w.chips[name]} ${search[name]}`)}
                onPress={() => change({ [name]: '' })}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Bar(): ReactNode {
  const w = useWords(auditWords)
  const [search, change] = useSearchParams()
  const { from = '', to = '' } = search
  return (
    <FilterBar
      filters={[
        { name: 'actor_type', label: w.actorType, options: optionsOf(w.actorTypes) },
        { name: 'status', label: w.result, options: optionsOf(w.results) },
        { name: 'range', label: w.range, options: Object.keys(ranges).map((value) => ({ value, label: value })) },
      ]}
    >
      {(from !== '' || to !== '') && (
        <span className={styles['time']}>
          {from !== '' && (
            <>
              {w.from} <Time at={from} />
            </>
          )}{' '}
          {to !== '' && (
            <>
              {w.to} <Time at={to} />
            </>
          )}
          <Button
            kind="quiet"
            size="small"
            icon="close"
            aria-label={w.clearTime}
            onPress={() => change({ from: '', to: '' })}
          />
        </span>
      )}
    </FilterBar>
  )
}

/** When it happened; a stretch that is drawn over becomes the time of the list. */
function Over({ filter }: { readonly filter: Filter }): ReactNode {
  const w = useWords(auditWords)
  const [, change] = useSearchParams()
  const { data, error, refetch } = useQuery({
    queryKey: ['audit-logs', 'histogram', filter],
    queryFn: ({ signal }) => mandate.auditLogs.getHistogram(filter, { signal }),
    placeholderData: keepPreviousData,
  })
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <HistogramSkeleton />
  const { buckets, is_complete: isComplete } = data
  const bad = buckets.reduce((sum, { denied, failure }) => sum + denied + failure, 0)
  const all = buckets.reduce((sum, { success }) => sum + success, bad)
  return (
    <Histogram
      title={`${isComplete ? w.found(all) : w.foundAtLeast(all)}, ${w.deniedOf(bad)}`}
      summary={w.histogramSummary}
      name="audit-histogram"
      times={buckets.map(({ at }) => Date.parse(at))}
      series={[
        { id: 'success', label: w.results.success, values: buckets.map(({ success }) => success) },
        {
          id: 'bad',
          label: w.results.denied,
          values: buckets.map(({ denied, failure }) => denied + failure),
          isDenied: true,
        },
      ]}
      onBrush={(from, to) =>
        change({ from: new Date(from).toISOString(), to: new Date(to).toISOString(), range: '' }, { push: true })
      }
    />
  )
}
