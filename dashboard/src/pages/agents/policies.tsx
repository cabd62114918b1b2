import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { Agent, Policy } from '@mandate/sdk'
import { useAction, useDone } from '#/api/actions.ts'
import { mandate } from '#/api/mandate.ts'
import { useMay } from '#/api/session.ts'
import { useLocale, useWords } from '#/i18n/words.ts'
import { Button } from '#/ui/button.tsx'
import { confirm } from '#/ui/dialogs.ts'
import { endedBy } from '#/ui/ended.tsx'
import { Checkbox, FieldRow, NumberField, TextField } from '#/ui/form/fields.tsx'
import { FormDialog } from '#/ui/form/form-dialog.tsx'
import { Card, Stack } from '#/ui/layout.tsx'
import { EmptyState, Loaded } from '#/ui/states.tsx'
import { Time } from '#/ui/time.tsx'
import { toast } from '#/ui/toasts.ts'
import { policySentence } from './policy-sentence.ts'
import { agentWords } from './words.ts'
import styles from './policies.module.css'

interface OfAgent {
  readonly agent: Agent
}

/** Whom an agent may act for, as sentences. */
export default function AgentPolicies({ agent }: OfAgent): ReactNode {
  const w = useWords(agentWords)
  const may = useMay()
  const [isAdding, setAdding] = useState(false)
  const query = useQuery({
    queryKey: ['policies', agent.id],
    queryFn: ({ signal }) => mandate.agents.policies.list(agent.id, { limit: 200 }, { signal }),
  })
  const add = may('agents:write') && (
    <Button kind="primary" icon="plus" onPress={() => setAdding(true)}>
      {w.addPolicy}
    </Button>
  )
  return (
    <Stack>
      <Loaded query={query}>
        {({ data: policies }) =>
          policies.length === 0 ? (
            <EmptyState
              title={w.noPolicies}
              action={add}
              command={`mandate agents policies create ${agent.id} --subject 'usr_…' --scope mail:read`}
            >
              {w.noPoliciesHelp}
            </EmptyState>
          ) : (
            <Card title={w.policies} actions={add}>
              <ul className={styles['policies']}>
                {policies.map((policy) => (
                  <One key={policy.id} agent={agent} policy={policy} />
                ))}
              </ul>
            </Card>
          )
        }
      </Loaded>
      {isAdding && <Add agent={agent} onClose={() => setAdding(false)} />}
    </Stack>
  )
}

function One({ agent, policy }: OfAgent & { readonly policy: Policy }): ReactNode {
  const w = useWords(agentWords)
  const locale = useLocale()
  const may = useMay()
  const sentence = policySentence(policy, agent.client_name, policy.subject, locale)
  const { run, isRunning } = useAction(
    async () => {
      const isSure = await confirm({
        title: w.revokePolicyTitle,
        body: sentence,
        action: w.revokePolicy,
        isDangerous: true,
        preview: () => endedBy(mandate.agents.policies.revoke(agent.id, policy.id, { dry_run: true })),
      })
      if (!isSure) return
      await mandate.agents.policies.revoke(agent.id, policy.id)
      toast(w.policyRevoked)
    },
    { refreshes: ['policies', 'tokens', 'agents'] },
  )
  return (
    <li className={styles['policy']}>
      <p>
        <bdi>{sentence}</bdi>{' '}
        {policy.expires_at !== null && (
          <span>
            {w.until} <Time at={policy.expires_at} />
          </span>
        )}
      </p>
      {may('agents:write') && (
        <Button
          kind="danger"
          size="small"
          isRunning={isRunning}
          onPress={() => run()}
          aria-label={`${w.revokePolicy}: ${sentence}`}
        >
          {w.revokePolicy}
        </Button>
      )}
    </li>
  )
}

function Add({ agent, onClose }: OfAgent & { readonly onClose: () => void }): ReactNode {
  const w = useWords(agentWords)
  const [subject, setSubject] = useState('')
  const [scope, setScope] = useState('')
  const [depth, setDepth] = useState<number | undefined>(1)
  const [handsOn, setHandsOn] = useState(false)
  const sayDone = useDone(['policies', 'tokens', 'agents'])
  return (
    <FormDialog
      title={w.addPolicy}
      onClose={onClose}
      fields={['subject', 'scope', 'max_depth', 'may_redelegate']}
      refreshes={['policies', 'agents']}
      onSubmit={async () => {
        const asked = { subject, scope, max_depth: depth, may_redelegate: handsOn }
        const { id } = await mandate.agents.policies.create(agent.id, asked)
        sayDone(w.allowed, () => mandate.agents.policies.revoke(agent.id, id))
      }}
      action={w.allow}
    >
      <TextField
        name="subject"
        label={w.subject}
        hint={w.subjectHint}
        value={subject}
        onChange={setSubject}
        hasFocus
        isCode
      />
      <FieldRow>
        <TextField name="scope" label={w.what} hint={w.whatHint} value={scope} onChange={setScope} isCode />
        <NumberField name="max_depth" label={w.hops} min={1} value={depth} onChange={setDepth} />
      </FieldRow>
      <Checkbox name="may_redelegate" label={w.mayHandOn} isChecked={handsOn} onChange={setHandsOn} />
    </FormDialog>
  )
}
