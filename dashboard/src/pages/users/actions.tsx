import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { AdminUser } from '@mandate/sdk'
import { useAction } from '#/api/actions.ts'
import { mandate } from '#/api/mandate.ts'
import { useMay } from '#/api/session.ts'
import { useWords } from '#/i18n/words.ts'
import { Button } from '#/ui/button.tsx'
import { confirm } from '#/ui/dialogs.ts'
import { Ended, endedBy } from '#/ui/ended.tsx'
import { Menu } from '#/ui/menu.tsx'
import { toast } from '#/ui/toasts.ts'
import { userWords } from './words.ts'

/** What can be done to a person, by whoever may. */
export function UserActions({ user }: { readonly user: AdminUser }): ReactNode {
  const w = useWords(userWords)
  const may = useMay()
  const run = useUserActions(user)
  const mayWrite = may('users:write')
  return (
    <Menu
      label={w.actions}
      trigger={<Button icon="more">{w.actions}</Button>}
      actions={[
        mayWrite &&
          !user.email_verified && { id: 'verify', label: w.sendVerification, icon: 'mail', run: run.sendVerification },
        mayWrite && { id: 'reset', label: w.sendReset, icon: 'mail', run: run.sendReset },
        may('sessions:write') && { id: 'sign-out', label: w.signOutAll, icon: 'session', run: run.signOut },
        mayWrite && user.mfa_enabled && { id: 'mfa', label: w.resetMfa, icon: 'key', run: run.resetMfa },
        mayWrite && user.disabled && { id: 'enable', label: w.enable, icon: 'check', run: run.enable },
        mayWrite &&
          !user.disabled && { id: 'disable', label: w.disable, icon: 'pause', isDangerous: true, run: run.disable },
        mayWrite && { id: 'delete', label: w.delete, icon: 'trash', isDangerous: true, run: run.remove },
      ]}
    />
  )
}

/** What can be done to a person, each with the question that comes before. */
export function useUserActions({ id, email, name }: AdminUser) {
  const w = useWords(userWords)
  const navigate = useNavigate()
  const who = name || email
  const refreshes = ['users']
  const enable = useAction(() => mandate.users.update(id, { disabled: false }), {
    refreshes,
    done: w.done.enabled,
    undo: () => mandate.users.update(id, { disabled: true }),
  })
  const disable = useAction(
    async () => {
      if (!(await confirm({ title: w.disableTitle(who), body: w.disableBody, action: w.disable, isDangerous: true })))
        return
      await mandate.users.update(id, { disabled: true })
    },
    { refreshes, done: w.done.disabled, undo: () => mandate.users.update(id, { disabled: false }) },
  )
  const signOut = useAction(
    async () => {
      const isSure = await confirm({
        title: w.signOutAllTitle(who),
        body: w.signOutAllBody,
        action: w.signOutAll,
        preview: async () => {
          const { living_sessions: sessions, living_tokens: tokens } = await mandate.users.sessions.revokeAll(id, {
            dry_run: true,
          })
          return <Ended counts={{ sessions, access_tokens: tokens }} />
        },
      })
      if (!isSure) return
      await mandate.users.sessions.revokeAll(id)
      toast(w.done.signedOut)
    },
    { refreshes },
  )
  const resetMfa = useAction(
    async () => {
      const isSure = await confirm({
        title: w.resetMfaTitle(who),
        body: w.resetMfaBody,
        action: w.resetMfa,
        isDangerous: true,
        preview: () => endedBy(mandate.users.disableMfa(id, { dry_run: true })),
      })
      if (!isSure) return
      await mandate.users.disableMfa(id)
      toast(w.done.mfa)
    },
    { refreshes },
  )
  const sendReset = useAction(async () => {
    if (!(await confirm({ title: w.sendResetTitle(who), body: w.sendResetBody, action: w.sendReset }))) return
    await mandate.auth.requestPasswordReset({ email })
    toast(w.resetSent)
  })
  const sendVerification = useAction(async () => {
    await mandate.users.sendEmailVerification(id)
    toast(w.done.sent)
  })
  const remove = useAction(
    async () => {
      const isSure = await confirm({
        title: w.deleteTitle(who),
        body: w.deleteBody,
        action: w.delete,
        isDangerous: true,
        typed: email,
        preview: () => endedBy(mandate.users.delete(id, { dry_run: true })),
      })
      if (!isSure) return
      await mandate.users.delete(id)
      toast(w.done.deleted)
      await navigate({ to: '/users' })
    },
    { refreshes },
  )
  return {
    disable: disable.run,
    enable: enable.run,
    signOut: signOut.run,
    resetMfa: resetMfa.run,
    sendReset: sendReset.run,
    sendVerification: sendVerification.run,
    remove: remove.run,
  }
}
