import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Webhook } from '@mandate/sdk'
import { useAction } from '#/api/actions.ts'
import { mandate } from '#/api/mandate.ts'
import { useWords } from '#/i18n/words.ts'
import { Button } from '#/ui/button.tsx'
import { confirm, reveal } from '#/ui/dialogs.ts'
import { endedBy } from '#/ui/ended.tsx'
import { Menu } from '#/ui/menu.tsx'
import { toast } from '#/ui/toasts.ts'
import { webhookWords } from './words.ts'

const DAY_MS = 86_400_000
/** How long both secrets sign, in seconds. */
const OVERLAP_SECONDS = 86_400

/** What can be done to an endpoint. */
export function WebhookActions({ webhook }: { readonly webhook: Webhook }): ReactNode {
  const w = useWords(webhookWords)
  const run = useWebhookActions(webhook)
  const isOn = webhook.enabled
  return (
    <Menu
      label={w.settings}
      trigger={<Button icon="more" aria-label={w.settings} />}
      actions={[
        { id: 'replay', label: w.replayFailed, icon: 'refresh', run: run.replayFailed },
        { id: 'rotate', label: w.rotate, icon: 'key', run: run.rotate },
        { id: 'turn', label: isOn ? w.turnOff : w.turnOn, icon: isOn ? 'pause' : 'play', run: run.turn },
        { id: 'delete', label: w.delete, icon: 'trash', isDangerous: true, run: run.remove },
      ]}
    />
  )
}

function useWebhookActions({ id, url, enabled }: Webhook) {
  const w = useWords(webhookWords)
  const navigate = useNavigate()
  const refreshes = ['webhooks']
  const turn = useAction(() => mandate.webhooks.update(id, { enabled: !enabled }), {
    ...{ refreshes, done: enabled ? w.turnedOff : w.turnedOn },
    undo: () => mandate.webhooks.update(id, { enabled }),
  })
  const rotate = useAction(
    async () => {
      if (!(await confirm({ title: w.rotateTitle, body: w.rotateBody, action: w.rotate }))) return
      const { secret } = await mandate.webhooks.rotateSecret(id, { overlap_seconds: OVERLAP_SECONDS })
      await reveal({
        title: w.secretTitle,
        body: w.secretBody,
        secrets: [{ label: w.secret, value: secret, variable: 'MANDATE_WEBHOOK_SECRET' }],
      })
    },
    { refreshes },
  )
  const replayFailed = useAction(
    async () => {
      const ask = { title: w.replayFailedTitle, body: w.replayFailedBody, action: w.replayFailed }
      if (!(await confirm(ask))) return
      const since = new Date(Date.now() - DAY_MS).toISOString()
      const { count } = await mandate.webhooks.deliveries.replayFailed(id, { since })
      toast(w.replayedCount(count))
    },
    { refreshes },
  )
  const remove = useAction(
    async () => {
      const isSure = await confirm({
        title: w.deleteTitle(url),
        body: w.deleteBody,
        action: w.delete,
        isDangerous: true,
        preview: () => endedBy(mandate.webhooks.delete(id, { dry_run: true })),
      })
      if (!isSure) return
      await mandate.webhooks.delete(id)
      toast(w.deleted)
      await navigate({ to: '/webhooks' })
    },
    { refreshes },
  )
  return { turn: turn.run, rotate: rotate.run, replayFailed: replayFailed.run, remove: remove.run }
}
