import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Acting, Agent } from '@mandate/sdk'
import { mandate } from '#/api/mandate.ts'
import { useMay } from '#/api/session.ts'
import { useLocale, useWords } from '#/i18n/words.ts'
import { EgoGraph } from '#/pictures/ego-graph.tsx'
import { weekOf } from '#/pictures/strips.ts'
import { dayNames, WeekStrip } from '#/pictures/week-strip.tsx'
import { Card, Columns } from '#/ui/layout.tsx'
import { neighboursOf } from './neighbours.ts'
import { agentWords } from './words.ts'

/** Who an agent acts for, what it reaches, and when. */
export default function AgentPictures({ agent }: { readonly agent: Agent }): ReactNode {
  const w = useWords(agentWords)
  const may = useMay()
  if (!may('system:read') || !may('tokens:read')) return null
  return (
    <Columns>
      <Card title={w.ego}>
        <Ego agent={agent} />
      </Card>
      <Card title={w.week}>
        <Week agent={agent} />
      </Card>
    </Columns>
  )
}

function Ego({ agent }: { readonly agent: Agent }): ReactNode {
  const w = useWords(agentWords)
  const navigate = useNavigate()
  const { data } = useQuery<Acting>({
    queryKey: ['stats', 'acting', '7d'],
    queryFn: ({ signal }) => mandate.stats.getActing({ window: '7d' }, { signal }),
  })
  if (!data) return null
  const { inbound, outbound } = neighboursOf(agent.client_id, data)
  if (inbound.length + outbound.length === 0) return <p>{w.egoNone}</p>
  return (
    <EgoGraph
      title={w.egoTitle(inbound.length, outbound.length)}
      summary={w.egoSummary}
      name={`${agent.client_id}-delegation`}
      center={{ kind: 'agent', name: agent.client_name }}
      inbound={inbound}
      outbound={outbound}
      onChoose={({ id, kind }) => {
        if (kind === 'person') void navigate({ to: `/users/${id}` })
        else if (kind === 'agent') void navigate({ to: `/agents/${id}` })
      }}
    />
  )
}

function Week({ agent }: { readonly agent: Agent }): ReactNode {
  const w = useWords(agentWords)
  const locale = useLocale()
  const { data } = useQuery({
    queryKey: ['stats', 'week', agent.client_id],
    queryFn: ({ signal }) =>
      mandate.stats.getClients({ client_ids: agent.client_id, days: 7, interval: 'hour' }, { signal }),
  })
  const hours = data?.clients[0]?.tokens
  if (!data || !hours) return null
  const week = weekOf(Date.parse(data.from), hours).map((row) => row.reduce((sum, value) => sum + value, 0))
  const most = Math.max(...week)
  return (
    <WeekStrip
      title={w.weekTitle(week.reduce((sum, value) => sum + value, 0))}
      summary={w.weekSummary(most === 0 ? '' : (dayNames(locale)[week.indexOf(most)] ?? ''))}
      name={`${agent.client_id}-week`}
      from={Date.parse(data.from)}
      hours={hours}
    />
  )
}
