import type { ReactNode } from 'react'
import type { Agent, DelegationChain } from '@mandate/sdk'
import { useList } from '#/api/lists.ts'
import { mandate } from '#/api/mandate.ts'
import { useWords } from '#/i18n/words.ts'
import { EmptyState } from '#/ui/states.tsx'
import { ChainTable } from '#/pages/delegations/chain-table.tsx'
import { agentWords } from './words.ts'

/** The chains of delegation that lead through an agent. */
export default function AgentChains({ agent }: { readonly agent: Agent }): ReactNode {
  const w = useWords(agentWords)
  const list = useList<DelegationChain>(['tokens', 'chains', agent.id], (page, signal) =>
    mandate.agents.delegations.list(agent.id, page, { signal }),
  )
  const names = new Map([[agent.client_id, { kind: 'agent' as const, name: agent.client_name, to: undefined }]])
  return <ChainTable list={list} names={names} empty={<EmptyState title={w.noChains}>{w.noChainsHelp}</EmptyState>} />
}
