import type { ReactNode } from 'react'
import type { Agent } from '@mandate/sdk'
import { useAction } from '#/api/actions.ts'
import { mandate } from '#/api/mandate.ts'
import { useMay } from '#/api/session.ts'
import { useWords } from '#/i18n/words.ts'
import { Button } from '#/ui/button.tsx'
import { confirm, reveal } from '#/ui/dialogs.ts'
import { endedBy } from '#/ui/ended.tsx'
import { Card } from '#/ui/layout.tsx'
import { toast } from '#/ui/toasts.ts'
import { agentWords } from './words.ts'
import styles from './policies.module.css'

const refreshes = ['agents', 'tokens', 'policies', 'stats']

/** Four ways to stop an agent, each with what follows from it, counted by the server before it is done. */
export default function StopAgent({ agent }: { readonly agent: Agent }): ReactNode {
  const w = useWords(agentWords)
  const may = useMay()
  const ways = useWays(agent)
  if (!may('agents:write')) return null
  return (
    <Card title={w.stop}>
      <p>{w.stopLead}</p>
      <ul className={styles['policies']}>
        {ways.map(({ id, label, says, run, isRunning, isDangerous }) => (
          <li key={id} className={styles['policy']}>
            <p>{says}</p>
            <Button kind={isDangerous ? 'danger' : 'plain'} isRunning={isRunning} onPress={() => run()}>
              {label}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}

interface Way {
  readonly id: string
  readonly label: string
  readonly says: string
  readonly isDangerous: boolean
  readonly run: () => void
  readonly isRunning: boolean
}

function useWays(agent: Agent): readonly Way[] {
  const w = useWords(agentWords)
  const { id, client_name: name, client_id: clientId, active } = agent
  const secret = useAction(
    async () => {
      if (!(await confirm({ title: w.rotateSecretTitle(name), body: w.rotateSecretSays, action: w.rotateSecret })))
        return
      const made = await mandate.agents.rotateSecret(id)
      await reveal({
        title: w.secretTitle,
        body: w.secretBody,
        secrets: [
          { label: w.idLabel, value: clientId, variable: 'MANDATE_CLIENT_ID', isPublic: true },
          { label: w.secret, value: made.client_secret, variable: 'MANDATE_CLIENT_SECRET' },
        ],
      })
    },
    { refreshes },
  )
  const key = useAction(
    async () => {
      const isSure = await confirm({
        title: w.rotateKeyTitle(name),
        body: w.rotateKeySays,
        action: w.rotateKey,
        isDangerous: true,
        preview: () => endedBy(mandate.agents.rotateDpopKey(id, { dry_run: true })),
      })
      if (!isSure) return
      await mandate.agents.rotateDpopKey(id, {})
      toast(w.keyRotated)
    },
    { refreshes },
  )
  const tokens = useAction(
    async () => {
      const isSure = await confirm({
        title: w.revokeTokensTitle(name),
        body: w.revokeTokensSays,
        action: w.revokeTokens,
        isDangerous: true,
        preview: async () => {
          const { tokens: counts } = await mandate.agents.tokens.revokeAll(id, { dry_run: true })
          return <p>{w.ends(counts.total, counts.delegated_tokens)}</p>
        },
      })
      if (!isSure) return
      const { revoked_count: count } = await mandate.agents.tokens.revokeAll(id, {})
      toast(w.tokensRevoked(count))
    },
    { refreshes },
  )
  const off = useAction(
    async () => {
      const isSure = await confirm({
        title: w.deactivateTitle(name),
        body: w.deactivateSays,
        action: w.deactivate,
        isDangerous: true,
        preview: () => endedBy(mandate.agents.deactivate(id, { dry_run: true })),
      })
      if (!isSure) return
      await mandate.agents.deactivate(id)
      toast(w.deactivated)
    },
    { refreshes },
  )
  const on = useAction(() => mandate.agents.update(id, { active: true }), {
    ...{ refreshes, done: w.activated },
    undo: () => mandate.agents.deactivate(id),
  })
  const all: (Way | false)[] = [
    agent.token_endpoint_auth_method !== 'none' &&
      agent.token_endpoint_auth_method !== 'private_key_jwt' && {
        id: 'secret',
        label: w.rotateSecret,
        says: w.rotateSecretSays,
        isDangerous: false,
        ...secret,
      },
    { id: 'key', label: w.rotateKey, says: w.rotateKeySays, isDangerous: true, ...key },
    { id: 'tokens', label: w.revokeTokens, says: w.revokeTokensSays, isDangerous: true, ...tokens },
    active
      ? { id: 'off', label: w.deactivate, says: w.deactivateSays, isDangerous: true, ...off }
      : { id: 'on', label: w.activate, says: w.deactivateSays, isDangerous: false, ...on },
  ]
  return all.filter((way) => way !== false)
}
