import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Agent, Token } from '@mandate/sdk'
import { useList } from '#/api/lists.ts'
import { mandate } from '#/api/mandate.ts'
import { useMay } from '#/api/session.ts'
import { useWords } from '#/i18n/words.ts'
import { BurnDownBars } from '#/pictures/burn-down-bars.tsx'
import { Card, Stack } from '#/ui/layout.tsx'
import { useNow } from '#/ui/now.ts'
import { EmptyState, Skeleton } from '#/ui/states.tsx'
import { TokenTable } from '#/pages/tokens/table.tsx'
import { agentWords } from './words.ts'

const MAX_BARS = 24

/** The tokens of an agent: each a bar that burns down, and all of them as a list. */
export default function AgentTokens({ agent }: { readonly agent: Agent }): ReactNode {
  const w = useWords(agentWords)
  const now = useNow()
  const may = useMay()
  const navigate = useNavigate()
  const list = useList<Token>(['tokens', 'of', agent.id], (page, signal) =>
    mandate.agents.tokens.list(agent.id, page, { signal }),
  )
  if (list.isLoading) return <Skeleton lines={8} />
  if (list.rows.length === 0 && !list.error) return <EmptyState title={w.noTokens}>{w.noTokensHelp}</EmptyState>
  const living = list.rows.filter(({ status }) => status === 'active').length
  return (
    <Stack>
      {list.rows.length > 0 && (
        <Card>
          <BurnDownBars
            title={w.burning(living)}
            summary={w.burningSummary}
            name={`${agent.client_id}-tokens`}
            now={now}
            tokens={list.rows.slice(0, MAX_BARS).map((token) => ({
              id: token.id,
              from: Date.parse(token.created_at),
              to: Date.parse(token.expires_at),
              endedAt: token.revoked_at === null ? null : Date.parse(token.revoked_at),
              isBound: token.dpop_jkt !== null,
            }))}
            {...(may('tokens:read') ? { onChoose: (id: string) => void navigate({ to: `/tokens/${id}` }) } : {})}
          />
        </Card>
      )}
      <TokenTable list={list} />
    </Stack>
  )
}
