import type { ReactNode } from 'react'
import { useAction } from '#/api/actions.ts'
import { mandate } from '#/api/mandate.ts'
import { useWords } from '#/i18n/words.ts'
import { Button } from '#/ui/button.tsx'
import { confirm } from '#/ui/dialogs.ts'
import { Card } from '#/ui/layout.tsx'
import { toast } from '#/ui/toasts.ts'
import { settingsWords } from './words.ts'

/** What nothing brings back. */
export function DangerZone(): ReactNode {
  const w = useWords(settingsWords)
  const reset = useAction(async () => {
    if (
      !(await confirm({ title: w.resetTitle, body: w.resetBody, action: w.reset, isDangerous: true, typed: 'RESET' }))
    )
      return
    const { sessions, tokens, audit_logs: entries } = await mandate.system.reset({ confirm: 'RESET' })
    toast(w.wiped(sessions, tokens, entries))
    location.reload()
  })
  return (
    <Card title={w.reset}>
      <p>{w.resetLead}</p>
      <div>
        <Button kind="danger" isRunning={reset.isRunning} onPress={() => reset.run()}>
          {w.reset}
        </Button>
      </div>
    </Card>
  )
}
