import type { ReactNode } from 'react'
import type { Agent } from '@mandate/sdk'
import { useDone } from '#/api/actions.ts'
import { mandate } from '#/api/mandate.ts'
import { useWords } from '#/i18n/words.ts'
import { Card } from '#/ui/layout.tsx'
import { toast } from '#/ui/toasts.ts'
import { submitFooter } from '#/ui/form/submit-footer.tsx'
import { agentChange } from './draft.ts'
import type { AgentDraft } from './draft.ts'
import { AgentForm } from './form.tsx'
import { agentWords } from './words.ts'

/** Changes what an agent is called, and what it may ask for at most. */
export default function AgentSettings({ agent }: { readonly agent: Agent }): ReactNode {
  const w = useWords(agentWords)
  const sayDone = useDone(['agents'])
  const save = async (draft: AgentDraft): Promise<void> => {
    const change = agentChange(agent, draft)
    if (!change) return toast(w.unchanged)
    const { patch, back } = change
    await mandate.agents.update(agent.id, patch)
    sayDone(w.saved, back && (() => mandate.agents.update(agent.id, back)))
  }
  return (
    <Card>
      <AgentForm agent={agent} onSubmit={save} footer={submitFooter(w.saveChanges)} />
    </Card>
  )
}
