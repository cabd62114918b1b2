import { Link } from '@tanstack/react-router'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { DelegationMap } from '@mandate/sdk'
import { Page } from '#/app/page.tsx'
import { mandate } from '#/api/mandate.ts'
import { useLocale, useWords } from '#/i18n/words.ts'
import { LiveIndicator } from '#/live/live-status.tsx'
import { useLive } from '#/live/use-live.ts'
import { SaveMenu } from '#/pictures/save-menu.tsx'
import { Stack } from '#/ui/layout.tsx'
import { useNow } from '#/ui/now.ts'
import { useSearchParams } from '#/ui/search-params.ts'
import { EmptyState, Loaded, Skeleton } from '#/ui/states.tsx'
import { FilterBar } from '#/ui/table/filters.tsx'
import { Button } from '#/ui/button.tsx'
import { clustered, downstream } from './graph.ts'
import { queryOf } from './query.ts'
import { Chosen } from './chosen.tsx'
import { Tree } from './tree.tsx'
import { delegationWords } from './words.ts'
import styles from './map.module.css'

// Loaded when they are looked at: pictures and tables bring libraries along.
const Canvas = lazy(() => import('./canvas.tsx'))
const EdgeTable = lazy(() => import('./edge-table.tsx'))
const Chains = lazy(() => import('./chains.tsx'))

const views = ['map', 'list', 'table', 'chains'] as const
const MAX_NODES = 60

/** On a phone the tree reads better than a small map. */
const firstView = (): (typeof views)[number] => (globalThis.innerWidth < 720 ? 'list' : 'map')

/** Who acts for whom: as a map, as a tree, as a table of lines, or as chains. All of them do the same. */
export default function DelegationMapPage(): ReactNode {
  const w = useWords(delegationWords)
  const now = useNow()
  const [search] = useSearchParams()
  // The hour, so that the same map is asked for again and again by the same key.
  const asked = queryOf(search, now)
  const query = useQuery({
    queryKey: ['delegations', asked.key],
    queryFn: ({ signal }) => mandate.delegations.getMap(asked.query, { signal }),
    placeholderData: keepPreviousData,
  })
  useLive(['token.*', 'agent.*', 'policy.*', 'consent.*', 'user.*', 'session.revoked'], ['delegations'])
  return (
    <Page title={w.map} lead={w.lead} badges={<LiveIndicator />}>
      <Stack>
        <Bar names={query.data} />
        <Loaded query={query}>
          {(map) => (
            <Suspense fallback={<Skeleton lines={10} />}>
              <Shown map={map} isNarrowed={asked.isNarrowed} />
            </Suspense>
          )}
        </Loaded>
      </Stack>
    </Page>
  )
}

function Bar({ names }: { readonly names: DelegationMap | undefined }): ReactNode {
  const w = useWords(delegationWords)
  const [search, change] = useSearchParams()
  const view = search['view'] ?? firstView()
  const { actor = '' } = search
  const labels = { map: w.asMap, list: w.asList, table: w.asTable, chains: w.asChains }
  const name = names?.nodes.find(({ id }) => id === actor)?.name ?? actor
  return (
    <>
      <FilterBar
        filters={[
          { name: 'broken', label: w.onlyBroken, options: [{ value: 'true', label: w.broken }] },
          {
            name: 'min_depth',
            label: w.depthLabel,
            options: [2, 3, 4].map((depth) => ({ value: String(depth), label: w.atLeast(depth) })),
          },
        ]}
      >
        {actor !== '' && (
          <Button kind="quiet" icon="close" onPress={() => change({ actor: '' })}>
            {w.ofActor(name)}
          </Button>
        )}
      </FilterBar>
      <div className={styles['bar']}>
        <nav className={styles['views']} aria-label={w.view}>
          {views.map((id) => (
            <Link
              key={id}
              to="."
              search={{ ...search, view: id }}
              replace
              resetScroll={false}
              aria-current={view === id ? 'page' : undefined}
            >
              {labels[id]}
            </Link>
          ))}
        </nav>
        <TimeSlider />
      </div>
    </>
  )
}

const HOURS = 24

/** Goes back in the day, hour by hour. */
function TimeSlider(): ReactNode {
  const w = useWords(delegationWords)
  const locale = useLocale()
  const now = useNow()
  const [search, change] = useSearchParams()
  const back = Math.min(HOURS, Math.max(0, Number(search['back'] ?? 0) || 0))
  const time = new Intl.DateTimeFormat(locale, { weekday: 'short', hour: '2-digit', minute: '2-digit' })
  const says = back === 0 ? w.now : time.format(now - back * 3_600_000)
  return (
    <label className={styles['slider']}>
      {w.until}
      <input
        type="range"
        min={-HOURS}
        max={0}
        value={-back}
        aria-label={w.untilLabel}
        aria-valuetext={says}
        onChange={({ target }) => change({ back: target.value === '0' ? '' : String(-Number(target.value)) })}
      />
      <output>{says}</output>
    </label>
  )
}

function Shown({ map, isNarrowed }: { readonly map: DelegationMap; readonly isNarrowed: boolean }): ReactNode {
  const w = useWords(delegationWords)
  const [search] = useSearchParams()
  const [chosen, setChosen] = useState<string>()
  const drawn = useRef<HTMLDivElement>(null)
  const [isPreviewed, setPreviewed] = useState(false)
  const view = search['view'] ?? firstView()
  if (map.edges.length === 0) {
    return isNarrowed ? (
      <EmptyState title={w.noneFound}>{w.noneFoundHelp}</EmptyState>
    ) : (
      <EmptyState title={w.none} command="mandate demo">
        {w.noneHelp}
      </EmptyState>
    )
  }
  const small = clustered(map, MAX_NODES)
  const node = small.nodes.find(({ id }) => id === chosen)
  const affected = isPreviewed && node ? downstream(small, node.id) : undefined
  const choose = (id: string): void => setChosen(id)
  if (view === 'chains') return <Chains map={map} />
  return (
    <>
      <div className={view === 'map' ? styles['over'] : styles['split']}>
        {view === 'list' ? (
          <Tree graph={small} chosen={chosen} affected={affected} onChoose={choose} />
        ) : view === 'table' ? (
          <EdgeTable map={map} onChoose={choose} />
        ) : (
          <div ref={drawn}>
            <Canvas graph={small} chosen={chosen} affected={affected} onChoose={choose} />
          </div>
        )}
        {(view !== 'map' || node) && (
          <div className={styles['chosenCard']}>
            <Chosen
              key={node?.id ?? ''}
              graph={small}
              node={node}
              onPreview={setPreviewed}
              onClose={() => setChosen(undefined)}
            />
          </div>
        )}
      </div>
      <p className={styles['muted']}>
        {view === 'map' && (
          <SaveMenu name="delegation-map" title={w.title(map.nodes.length, map.tokens)} picture={() => drawn.current} />
        )}{' '}
        {w.title(map.nodes.length, map.tokens)}. {view === 'map' && !node && w.choose}{' '}
        {map.next_before !== null && w.more(map.tokens)}
      </p>
    </>
  )
}
