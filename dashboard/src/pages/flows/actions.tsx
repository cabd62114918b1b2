import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Flow } from '@mandate/sdk'
import { useAction } from '#/api/actions.ts'
import { mandate } from '#/api/mandate.ts'
import { useMay } from '#/api/session.ts'
import { useWords } from '#/i18n/words.ts'
import { Button } from '#/ui/button.tsx'
import { confirm, reveal } from '#/ui/dialogs.ts'
import { endedBy } from '#/ui/ended.tsx'
import { Menu } from '#/ui/menu.tsx'
import { toast } from '#/ui/toasts.ts'
import { flowWords } from './words.ts'

/** How long both secrets sign. */
const OVERLAP_SECONDS = 86_400

/** What can be done to a flow. */
export function FlowActions({ flow }: { readonly flow: Flow }): ReactNode {
  const w = useWords(flowWords)
  const may = useMay()
  const { turn, rotate, remove } = useFlowActions(flow)
  const isOn = flow.enabled
  return (
    <Menu
      label={w.actions}
      trigger={<Button icon="more" aria-label={w.actions} />}
      actions={[
        { id: 'turn', label: isOn ? w.turnOff : w.turnOn, icon: isOn ? 'pause' : 'play', run: turn },
        may('users:read') && { id: 'rotate', label: w.rotate, icon: 'key', run: rotate },
        { id: 'delete', label: w.delete, icon: 'trash', isDangerous: true, run: remove },
      ]}
    />
  )
}

function useFlowActions({ id, name, enabled }: Flow) {
  const w = useWords(flowWords)
  const navigate = useNavigate()
  const refreshes = ['flows']
  const turn = useAction(() => mandate.flows.update(id, { enabled: !enabled }), {
    ...{ refreshes, done: enabled ? w.turnedOff : w.turnedOn },
    undo: () => mandate.flows.update(id, { enabled }),
  })
  const rotate = useAction(
    async () => {
      if (!(await confirm({ title: w.rotateTitle, body: w.rotateBody, action: w.rotate }))) return
      const { secret } = await mandate.flows.rotateSecret(id, { overlap_seconds: OVERLAP_SECONDS })
      await reveal({
        title: w.secretTitle,
        body: w.secretBody,
        secrets: [{ label: w.secret, value: secret, variable: 'MANDATE_FLOW_SECRET' }],
      })
    },
    { refreshes },
  )
  const remove = useAction(
    async () => {
      const isSure = await confirm({
        title: w.deleteTitle(name),
        body: w.deleteBody,
        action: w.delete,
        isDangerous: true,
        preview: () => endedBy(mandate.flows.delete(id, { dry_run: true })),
      })
      if (!isSure) return
      await mandate.flows.delete(id)
      toast(w.deleted)
      await navigate({ to: '/flows' })
    },
    { refreshes },
  )
  return { turn: turn.run, rotate: rotate.run, remove: remove.run }
}
