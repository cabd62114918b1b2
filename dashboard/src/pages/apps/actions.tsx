import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { App } from '@mandate/sdk'
import { useAction } from '#/api/actions.ts'
import { mandate } from '#/api/mandate.ts'
import { useWords } from '#/i18n/words.ts'
import { Button } from '#/ui/button.tsx'
import { confirm, reveal } from '#/ui/dialogs.ts'
import { endedBy } from '#/ui/ended.tsx'
import { Menu } from '#/ui/menu.tsx'
import { toast } from '#/ui/toasts.ts'
import { appWords } from './words.ts'

/** How long an old secret works beside the new one. */
const OVERLAP_SECONDS = 86_400

/** What can be done to an application. */
export function AppActions({ app }: { readonly app: App }): ReactNode {
  const w = useWords(appWords)
  const run = useAppActions(app)
  const hasSecret = app.token_endpoint_auth_method.startsWith('client_secret')
  return (
    <Menu
      label={w.actions}
      trigger={<Button icon="more">{w.actions}</Button>}
      actions={[
        hasSecret && { id: 'rotate', label: w.rotate, icon: 'key', run: run.rotate },
        app.active
          ? { id: 'off', label: w.turnOff, icon: 'pause', isDangerous: true, run: run.turnOff }
          : { id: 'on', label: w.turnOn, icon: 'play', run: run.turnOn },
        { id: 'delete', label: w.delete, icon: 'trash', isDangerous: true, run: run.remove },
      ]}
    />
  )
}

function useAppActions({ id, name, client_id: clientId }: App) {
  const w = useWords(appWords)
  const navigate = useNavigate()
  const refreshes = ['apps']
  const rotate = useAction(
    async () => {
      if (!(await confirm({ title: w.rotateTitle, body: w.rotateBody, action: w.rotate }))) return
      const { client_secret: value } = await mandate.apps.rotateSecret(id, { overlap_seconds: OVERLAP_SECONDS })
      await reveal({
        title: w.secretTitle,
        body: w.secretBody,
        secrets: [
          { label: w.clientId, value: clientId, variable: 'MANDATE_CLIENT_ID', isPublic: true },
          { label: w.secret, value, variable: 'MANDATE_CLIENT_SECRET' },
        ],
      })
    },
    { refreshes },
  )
  const turnOff = useAction(
    async () => {
      const ask = { title: w.turnOffTitle(name), body: w.turnOffBody, action: w.turnOff, isDangerous: true }
      if (!(await confirm(ask))) return
      await mandate.apps.update(id, { active: false })
      toast(w.turnedOff)
    },
    { refreshes },
  )
  const turnOn = useAction(() => mandate.apps.update(id, { active: true }), {
    ...{ refreshes, done: w.turnedOn },
    undo: () => mandate.apps.update(id, { active: false }),
  })
  const remove = useAction(
    async () => {
      const isSure = await confirm({
        title: w.deleteTitle(name),
        body: w.deleteBody,
        action: w.delete,
        isDangerous: true,
        typed: name,
        preview: () => endedBy(mandate.apps.delete(id, { dry_run: true })),
      })
      if (!isSure) return
      await mandate.apps.delete(id)
      toast(w.deleted)
      await navigate({ to: '/apps' })
    },
    { refreshes },
  )
  return { rotate: rotate.run, turnOff: turnOff.run, turnOn: turnOn.run, remove: remove.run }
}
