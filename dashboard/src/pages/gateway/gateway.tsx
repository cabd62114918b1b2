import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Page } from '#/app/page.tsx'
import { useAction } from '#/api/actions.ts'
import { isMissing } from '#/api/errors.ts'
import { mandate } from '#/api/mandate.ts'
import { useMay } from '#/api/session.ts'
import { useWords } from '#/i18n/words.ts'
import { LiveIndicator } from '#/live/live-status.tsx'
import { useLive } from '#/live/use-live.ts'
import { Button } from '#/ui/button.tsx'
import { confirm } from '#/ui/dialogs.ts'
import { Card, Facts, Stack, Tabs } from '#/ui/layout.tsx'
import { EmptyState, Loaded } from '#/ui/states.tsx'
import { Status } from '#/ui/status.tsx'
import { Rules } from './rules.tsx'
import { Simulate } from './simulate.tsx'
import { Upstreams } from './upstreams.tsx'
import { gatewayWords } from './words.ts'
import type { ProxyStatusResult } from '@mandate/sdk'

/** The gateway: how it does, what stands behind it, who is let through, and what would happen to a request. */
export default function Gateway(): ReactNode {
  const w = useWords(gatewayWords)
  const query = useQuery({
    queryKey: ['proxy-status'],
    // Where the gateway is off there is nothing of it, its rules neither: a state and no failure.
    queryFn: ({ signal }) =>
      mandate.proxy.status({ signal }).catch((error: unknown) => {
        if (isMissing(error)) return null
        throw error
      }),
  })
  useLive(['gateway.changed', 'proxy.*'], ['proxy-status'])
  useLive(['proxy_upstream.*', 'proxy_rule.*'], ['proxy'])
  return (
    <Page title={w.gateway} lead={w.lead} badges={query.data && <LiveIndicator />}>
      <Loaded query={query}>
        {(status) =>
          status === null ? (
            <EmptyState title={w.off}>{w.offHelp}</EmptyState>
          ) : (
            <Tabs
              label={w.gateway}
              tabs={[
                { id: 'live', label: w.live, content: () => <Figures status={status} /> },
                { id: 'upstreams', label: w.upstreams, content: () => <Upstreams /> },
                { id: 'rules', label: w.rules, content: () => <Rules /> },
                { id: 'simulate', label: w.simulate, content: () => <Simulate /> },
              ]}
            />
          )
        }
      </Loaded>
    </Page>
  )
}

const tones = { running: 'ok', stopped: 'off', draining: 'warn', failed: 'bad' } as const

function Figures({ status: { lifecycle, processes, upstreams } }: { readonly status: ProxyStatusResult }): ReactNode {
  const w = useWords(gatewayWords)
  const may = useMay()
  const { state } = lifecycle
  return (
    <Stack>
      <Card title={w.state} actions={may('proxy:write') && <Controls isRunning={state === 'running'} />}>
        <Facts
          facts={[
            [w.state, <Status tone={tones[state]}>{w.states[state]}</Status>],
            [w.listeners, lifecycle.listeners.length > 0 ? <bdi>{lifecycle.listeners.join(' ')}</bdi> : undefined],
            [w.inFlight, lifecycle.in_flight],
            [w.loaded, lifecycle.rules_loaded],
            [w.processes, processes],
            [w.lastError, lifecycle.last_error ?? undefined],
          ]}
        />
      </Card>
      {upstreams.map(({ id, host, upstream, circuit, figures }) => (
        <Card key={id} title={host}>
          <Facts
            facts={[
              [w.target, upstream === null ? undefined : <bdi>{upstream}</bdi>],
              [w.circuit, <Status tone={circuit === 'closed' ? 'ok' : 'bad'}>{w.circuits[circuit]}</Status>],
              [`${w.requests} (${w.lastMinute})`, figures.requests],
              [w.denied, sum(figures.denied)],
              [w.failed, sum(figures.failed)],
              [w.p50, figures.p50_ms === null ? undefined : w.ms(figures.p50_ms)],
              [w.p99, figures.p99_ms === null ? undefined : w.ms(figures.p99_ms)],
            ]}
          />
        </Card>
      ))}
    </Stack>
  )
}

const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((total, count) => total + count, 0)

function Controls({ isRunning }: { readonly isRunning: boolean }): ReactNode {
  const w = useWords(gatewayWords)
  const refreshes = ['proxy-status']
  const start = useAction(() => mandate.proxy.start(), { refreshes, done: w.done, undo: () => mandate.proxy.stop() })
  const stop = useAction(
    async () => {
      if (!(await confirm({ title: w.stopTitle, body: w.stopBody, action: w.stop, isDangerous: true }))) return
      await mandate.proxy.stop()
    },
    { refreshes, done: w.done, undo: () => mandate.proxy.start() },
  )
  const reload = useAction(() => mandate.proxy.reload(), { refreshes, done: w.done })
  return (
    <>
      <Button size="small" icon="refresh" isRunning={reload.isRunning} onPress={() => reload.run()}>
        {w.reload}
      </Button>
      {isRunning ? (
        <Button size="small" icon="pause" kind="danger" isRunning={stop.isRunning} onPress={() => stop.run()}>
          {w.stop}
        </Button>
      ) : (
        <Button size="small" icon="play" isRunning={start.isRunning} onPress={() => start.run()}>
          {w.start}
        </Button>
      )}
    </>
  )
}
