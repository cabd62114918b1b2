import type { ReactNode } from 'react'
import type { Agent } from '@mandate/sdk'
import { mandate } from '#/api/mandate.ts'
import { useWords } from '#/i18n/words.ts'
import { Card } from '#/ui/layout.tsx'
import { useDraft } from '#/ui/form/draft.ts'
import { useSaveChange } from '#/ui/form/save-change.ts'
import { submitFooter } from '#/ui/form/submit-footer.tsx'
import { agentChange, draftOf } from './draft.ts'
import { AgentForm } from './form.tsx'
import { agentWords } from './words.ts'

/** Changes what an agent is called, and what it may ask for at most. */
export default function AgentSettings({ agent }: { readonly agent: Agent }): ReactNode {
  const w = useWords(agentWords)
  const saveChange = useSaveChange(['agents'], w.saved)
  const draft = useDraft(draftOf(agent))
  const save = (): Promise<void> =>
    saveChange(agentChange(draft.before, draft.value), (patch) => mandate.agents.update(agent.id, patch))
  return (
    <Card>
      <AgentForm agent={agent} draft={draft} onSubmit={save} footer={submitFooter(w.saveChanges)} />
    </Card>
  )
}
