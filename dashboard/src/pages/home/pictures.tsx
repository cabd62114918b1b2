import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Trends } from '@mandate/sdk'
import { useLocale, useWords } from '#/i18n/words.ts'
import { useLive } from '#/live/use-live.ts'
import { AreaStack, AreaStackSkeleton } from '#/pictures/area-stack.tsx'
import { FlowPicture, FlowSkeleton } from '#/pictures/flow-picture.tsx'
import { Card } from '#/ui/layout.tsx'
import { shortened } from '#/ui/shortened.ts'
import { Loaded } from '#/ui/states.tsx'
import { actingQuery, trendsQuery } from './queries.ts'
import { homeWords } from './words.ts'
import { pointsOf } from './windows.ts'
import type { Window } from './windows.ts'

interface InWindow {
  readonly window: Window
}

/** Who signs in, and who could not. */
export function SignIns({ window }: InWindow): ReactNode {
  const w = useWords(homeWords)
  const number = new Intl.NumberFormat(useLocale())
  const query = useQuery(trendsQuery(window))
  useLive(['session.*', 'auth.*'], ['trends'])
  return (
    <Card>
      <Loaded query={query} skeleton={<AreaStackSkeleton />}>
        {({ series }) => {
          const last = (points: Trends['series']['sign_ins']) => points.slice(-pointsOf[window])
          const sum = (points: Trends['series']['sign_ins']): number =>
            last(points).reduce((all, { count }) => all + count, 0)
          const [signIns, failed] = [sum(series.sign_ins), sum(series.failed_sign_ins)]
          const summary = w.signInSummary(number.format(signIns), number.format(failed))
          return (
            <AreaStack
              title={w.signIns}
              summary={summary}
              name="sign-ins"
              times={last(series.sign_ins).map(({ at }) => Date.parse(at))}
              series={[
                { id: 'sign-ins', label: w.signedInLine, values: last(series.sign_ins).map(({ count }) => count) },
                { id: 'sign-ups', label: w.signedUpLine, values: last(series.sign_ups).map(({ count }) => count) },
                {
                  id: 'failed',
                  label: w.failedLine,
                  values: last(series.failed_sign_ins).map(({ count }) => count),
                  isDenied: true,
                },
              ]}
            />
          )
        }}
      </Loaded>
    </Card>
  )
}

/** Who acts for whom, and where. */
export function Acting({ window }: InWindow): ReactNode {
  const w = useWords(homeWords)
  const query = useQuery(actingQuery(window))
  return (
    <Card>
      <Loaded query={query} skeleton={<FlowSkeleton />}>
        {({ flows, names }) =>
          flows.length === 0 ? (
            <>
              <h2>{w.acting}</h2>
              <p>{w.nobodyActs}</p>
            </>
          ) : (
            <FlowPicture
              title={w.acting}
              summary={w.actingSummary(
                flows.reduce((all, { tokens }) => all + tokens, 0),
                flows.length,
              )}
              name="acting"
              heads={[w.people, w.agents, w.resources]}
              nameOf={(id) => names[id]?.name ?? (id === '' ? w.anyResource : shortened(id))}
              streams={flows.slice(0, 24).map(({ subject, actor, resource, tokens }) => ({
                from: subject,
                through: actor,
                to: resource ?? '',
                value: tokens,
              }))}
            />
          )
        }
      </Loaded>
    </Card>
  )
}
