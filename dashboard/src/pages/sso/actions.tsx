import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { SsoConnection } from '@mandate/sdk'
import { useAction, useDone } from '#/api/actions.ts'
import { formErrors } from '#/api/errors.ts'
import { mandate } from '#/api/mandate.ts'
import { useWords } from '#/i18n/words.ts'
import { Button } from '#/ui/button.tsx'
import { confirm } from '#/ui/dialogs.ts'
import { endedBy } from '#/ui/ended.tsx'
import { Menu } from '#/ui/menu.tsx'
import { toast } from '#/ui/toasts.ts'
import { changeConnection } from './change-connection.ts'
import { bodyOf } from './connection.ts'
import { ssoWords } from './words.ts'

/** What can be done to a connection. */
export function ConnectionActions({ connection }: { readonly connection: SsoConnection }): ReactNode {
  const w = useWords(ssoWords)
  const run = useConnectionActions(connection)
  return (
    <Menu
      label={w.actions}
      trigger={<Button icon="more">{w.actions}</Button>}
      actions={[
        connection.enabled
          ? { id: 'off', label: w.turnOff, icon: 'pause', isDangerous: true, run: run.turnOff }
          : { id: 'on', label: w.turnOn, icon: 'play', run: run.turnOn },
        { id: 'delete', label: w.delete, icon: 'trash', isDangerous: true, run: run.remove },
      ]}
    />
  )
}

function useConnectionActions(connection: SsoConnection) {
  const { id, name } = connection
  const w = useWords(ssoWords)
  const navigate = useNavigate()
  const refreshes = ['sso']
  const sayDone = useDone(refreshes)
  const turn = (enabled: boolean, { isRead = true } = {}) =>
    changeConnection(mandate.ssoConnections, id, (now) => ({ ...bodyOf(now, { isRead }), enabled }))
  const turnOff = useAction(
    async () => {
      const ask = { title: w.turnOffTitle(name), action: w.turnOff, isDangerous: true }
      if (!(await confirm({ ...ask, body: w.turnOffBody }))) return
      try {
        await turn(false)
        return sayDone(w.turnedOff, () => turn(true))
      } catch (error) {
        // A PUT reads the metadata again: a provider whose metadata are gone must not keep its connection on.
        if (!isUnread(error) || !(await confirm({ ...ask, body: w.turnOffUnread }))) throw error
        await turn(false, { isRead: false })
      }
      toast(w.turnedOff)
    },
    { refreshes },
  )
  const turnOn = useAction(() => turn(true), {
    ...{ refreshes, done: w.turnedOn },
    undo: () => turn(false),
  })
  const remove = useAction(
    async () => {
      const isSure = await confirm({
        title: w.deleteTitle(name),
        body: w.deleteBody,
        action: w.delete,
        isDangerous: true,
        typed: name,
        preview: () => endedBy(mandate.ssoConnections.delete(id, { dry_run: true })),
      })
      if (!isSure) return
      await mandate.ssoConnections.delete(id)
      toast(w.deleted)
      await navigate({ to: '/sso' })
    },
    { refreshes },
  )
  return { turnOff: turnOff.run, turnOn: turnOn.run, remove: remove.run }
}

/** Whether the server refused a connection since the metadata at its address can't be used. */
const isUnread = (error: unknown): boolean =>
  formErrors(error, ['saml.metadata_url']).fields['saml.metadata_url'] !== undefined
