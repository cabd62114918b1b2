import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Page } from '#/app/page.tsx'
import { useMay, useMe } from '#/api/session.ts'
import { useWords } from '#/i18n/words.ts'
import { LiveIndicator } from '#/live/live-status.tsx'
import { useLive } from '#/live/use-live.ts'
import { AreaStackSkeleton } from '#/pictures/area-stack.tsx'
import { Card, Columns, Stack } from '#/ui/layout.tsx'
import { useSearchText } from '#/ui/search-params.ts'
import { Loaded } from '#/ui/states.tsx'
import { Choice } from './choice.tsx'
import { Checklist, useBegun } from './checklist.tsx'
import { Figures, FiguresSkeleton } from './figures.tsx'
import { Acting, SignIns } from './pictures.tsx'
import { NeedsYou } from './needs-you.tsx'
import { actingQuery, anyQuery, begunNouns, healthQuery, statsQuery, trendsQuery } from './queries.ts'
import { homeWords } from './words.ts'
import { windows } from './windows.ts'
import type { Ahead } from '#/app/screen.ts'
import type { Window } from './windows.ts'

/** What is to do at first, then who signs in, who acts for whom, and what needs somebody. */
export default function Home(): ReactNode {
  const w = useWords(homeWords)
  const may = useMay()
  const { name, email } = useMe()
  const greeting = w.greeting(new Date().getHours(), name.split(' ')[0] || email)
  return (
    <Page title={greeting} badges={<LiveIndicator />} actions={may('system:read') && <ChooseWindow />}>
      {may('system:read') ? <Overview /> : <p>{w.startLeft}</p>}
    </Page>
  )
}

function ChooseWindow(): ReactNode {
  const w = useWords(homeWords)
  const [wanted, setWanted] = useSearchText('window')
  return (
    <Choice
      label={w.window}
      value={windowOf(wanted)}
      options={windows.map((value) => ({ value, label: w.windows[`last${value}`] }))}
      onChange={(value) => setWanted(value === '7d' ? '' : value)}
    />
  )
}

const windowOf = (wanted: string | undefined): Window => windows.find((one) => one === wanted) ?? '7d'

function Overview(): ReactNode {
  const may = useMay()
  const [wanted] = useSearchText('window')
  const window = windowOf(wanted)
  const stats = useQuery(statsQuery)
  const begun = useBegun()
  useAhead(window)
  useLive(['session.*', 'user.*', 'agent.*', 'app.*', 'oauth.*', 'webhook.*'], ['stats', 'apps', 'agents', 'webhooks'])
  // What stands below moves when what stands above appears; so it waits for that.
  if (stats.isPending || begun === undefined) return <Waiting />
  return (
    <Stack>
      <Loaded query={stats}>
        {(found) => (
          <>
            <Checklist stats={found} begun={begun} />
            <Figures stats={found} window={window} />
          </>
        )}
      </Loaded>
      <SignIns window={window} />
      <Columns>
        {may('tokens:read') && <Acting window={window} />}
        <NeedsYou />
      </Columns>
    </Stack>
  )
}

/** Asks for all at once before the page is made, so that no answer waits for another. */
export async function ahead({ client, may, search }: Ahead): Promise<void> {
  if (!may('system:read')) return
  const window = windowOf(search['window'])
  const begun = begunNouns.filter((noun) => may(`${noun}:read`))
  const first = [client.prefetchQuery(statsQuery), ...begun.map((noun) => client.prefetchQuery(anyQuery(noun)))]
  void client.prefetchQuery(trendsQuery(window))
  void client.prefetchQuery(healthQuery)
  if (may('tokens:read')) void client.prefetchQuery(actingQuery(window))
  await Promise.all(first)
}

/** Asks for what is drawn last, in another window or again, without waiting for what is drawn first. */
function useAhead(window: Window): void {
  const may = useMay()
  useQuery({ ...trendsQuery(window), notifyOnChangeProps: [] })
  useQuery({ ...healthQuery, notifyOnChangeProps: [] })
  useQuery({ ...actingQuery(window), enabled: may('tokens:read'), notifyOnChangeProps: [] })
}

const Waiting = (): ReactNode => (
  <Stack>
    <FiguresSkeleton />
    <Card>
      <AreaStackSkeleton />
    </Card>
  </Stack>
)
