import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import type { ReactNode } from 'react'
import type { Agent } from '@mandate/sdk'
import { Page, PendingPage } from '#/app/page.tsx'
import { useParam } from '#/app/router.tsx'
import { mandate } from '#/api/mandate.ts'
import { useMay } from '#/api/session.ts'
import { useWords } from '#/i18n/words.ts'
import { LiveIndicator } from '#/live/live-status.tsx'
import { useLive } from '#/live/use-live.ts'
import { Id, Json } from '#/ui/copy.tsx'
import { Card, Columns, Facts, Stack, Tabs } from '#/ui/layout.tsx'
import { Badge, Status } from '#/ui/status.tsx'
import { Time } from '#/ui/time.tsx'
import { agentWords } from './words.ts'

// Each is loaded when it is looked at.
const AgentAudit = lazy(() => import('./audit.tsx'))
const AgentChains = lazy(() => import('./chains.tsx'))
const AgentPictures = lazy(() => import('./pictures.tsx'))
const AgentPolicies = lazy(() => import('./policies.tsx'))
const AgentSettings = lazy(() => import('./settings.tsx'))
const AgentTokens = lazy(() => import('./tokens.tsx'))
const StopAgent = lazy(() => import('./stop.tsx'))

/** One agent: who it acts for, its tokens, what lets it, and how to stop it. */
export default function AgentDetail(): ReactNode {
  const id = useParam('id')
  const w = useWords(agentWords)
  const may = useMay()
  useLive(['agent.*', 'policy.*', 'token.*'], ['agents', 'tokens', 'policies'])
  const query = useQuery({
    queryKey: ['agents', 'one', id],
    queryFn: ({ signal }) => mandate.agents.get(id, { signal }),
  })
  const crumbs = [{ label: w.agents, to: '/agents' }]
  const { data: agent } = query
  if (!agent) return <PendingPage title={id} crumbs={crumbs} query={query} />
  const tabs = [
    { id: 'overview', label: w.overview, content: () => <Overview agent={agent} /> },
    { id: 'tokens', label: w.tokens, content: () => <AgentTokens agent={agent} /> },
    { id: 'policies', label: w.policies, content: () => <AgentPolicies agent={agent} /> },
    { id: 'chains', label: w.chains, content: () => <AgentChains agent={agent} /> },
    { id: 'keys', label: w.keys, content: () => <Keys agent={agent} /> },
    { id: 'audit', label: w.audit, content: () => <AgentAudit agent={agent} /> },
    may('agents:write') && {
      id: 'settings',
      label: w.settings,
      content: () => <AgentSettings agent={agent} />,
    },
    may('agents:write') && { id: 'stop', label: w.stop, content: () => <StopAgent agent={agent} /> },
    { id: 'json', label: w.json, content: () => <Json value={agent} label={w.json} /> },
  ].filter((tab) => tab !== false)
  return (
    <Page
      title={agent.client_name}
      crumbs={crumbs}
      badges={
        <>
          <Badge tone={agent.active ? 'ok' : 'bad'}>{agent.active ? w.active : w.inactive}</Badge>
          {agent.dpop_bound && <Badge tone="info">{w.bound}</Badge>}
          <LiveIndicator />
        </>
      }
      lead={agent.description ?? undefined}
    >
      <Tabs label={agent.client_name} tabs={tabs} />
    </Page>
  )
}

interface OfAgent {
  readonly agent: Agent
}

function Overview({ agent }: OfAgent): ReactNode {
  const w = useWords(agentWords)
  const { active, audiences, grant_types: grants, access_token_ttl_seconds: ttl } = agent
  return (
    <Stack>
      <AgentPictures agent={agent} />
      <Columns>
        <Card title={w.identity}>
          <Facts
            facts={[
              [w.status, <Status tone={active ? 'ok' : 'off'}>{active ? w.active : w.inactive}</Status>],
              [w.clientId, <Id value={agent.client_id} />],
              [w.scopes, agent.scope === '' ? undefined : <bdi>{agent.scope}</bdi>],
              [w.audiences, audiences.length === 0 ? undefined : <bdi>{audiences.join(', ')}</bdi>],
              [w.grants, grants.map((grant) => grant.split(':').at(-1)).join(', ')],
              [w.lifetime, ttl === null ? w.asServer : w.seconds(ttl)],
              [w.used, <Time at={agent.last_used_at} isExact />],
              [w.made, <Time at={agent.created_at} isExact />],
              [w.changed, <Time at={agent.updated_at} isExact />],
              [w.createdBy, <Id value={agent.created_by} />],
            ]}
          />
        </Card>
      </Columns>
    </Stack>
  )
}

function Keys({ agent }: OfAgent): ReactNode {
  const w = useWords(agentWords)
  const { data } = useQuery({
    queryKey: ['agents', 'rotations', agent.id],
    queryFn: ({ signal }) => mandate.agents.auditLogs.list(agent.id, { limit: 200 }, { signal }),
  })
  const rotations = data?.data.filter(({ action }) => /rotated/.test(action)) ?? []
  return (
    <Columns>
      <Card title={w.keyFacts}>
        <Facts
          facts={[
            [w.authMethod, <code>{agent.token_endpoint_auth_method}</code>],
            [w.key, agent.dpop_bound ? w.bound : w.unbound],
            [w.thumbprint, agent.dpop_jkt === null ? w.noKey : <Id value={agent.dpop_jkt} />],
            [w.publicKeys, agent.jwks === null ? undefined : <Json value={agent.jwks} label={w.publicKeys} />],
          ]}
        />
      </Card>
      <Card title={w.keyHistory}>
        {rotations.length === 0 ? (
          <p>{w.noRotations}</p>
        ) : (
          <Facts facts={rotations.map(({ action, created_at: at }) => [action, <Time at={at} isExact />])} />
        )}
      </Card>
    </Columns>
  )
}
