import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useAction } from '#/api/actions.ts'
import { mandate } from '#/api/mandate.ts'
import { useMay } from '#/api/session.ts'
import { useWords } from '#/i18n/words.ts'
import { Button } from '#/ui/button.tsx'
import { confirm } from '#/ui/dialogs.ts'
import { Card } from '#/ui/layout.tsx'
import { Loaded } from '#/ui/states.tsx'
import { Badge } from '#/ui/status.tsx'
import { toast } from '#/ui/toasts.ts'
import { settingsWords } from './words.ts'
import styles from './settings.module.css'

const modes = ['dev', 'production'] as const

/** The two modes, and which one the server is in. */
export function Mode(): ReactNode {
  const w = useWords(settingsWords)
  const may = useMay()
  const query = useQuery({ queryKey: ['mode'], queryFn: ({ signal }) => mandate.system.getMode({ signal }) })
  const swap = useAction(
    async (mode: (typeof modes)[number]) => {
      const isDangerous = mode === 'dev'
      const body = isDangerous ? w.toDevBody : w.toProductionBody
      if (!(await confirm({ title: w.swapTitle(mode), body, action: w.swapTo(mode), isDangerous }))) return
      const { drained } = await mandate.system.swapMode({ mode })
      toast(drained ? w.swapped(mode) : w.swappedLate(mode))
    },
    { refreshes: ['mode', 'health'] },
  )
  return (
    <Loaded query={query}>
      {({ mode: current }) => (
        <div className={styles['modes']}>
          {modes.map((mode) => (
            <Card
              key={mode}
              title={w.modeNames[mode]}
              actions={
                mode === current ? (
                  <Badge tone={mode === 'dev' ? 'warn' : 'ok'}>{w.now}</Badge>
                ) : (
                  may('system:write') && (
                    <Button isRunning={swap.isRunning} onPress={() => swap.run(mode)}>
                      {w.swapTo(mode)}
                    </Button>
                  )
                )
              }
            >
              <ul className={styles['differences']}>
                {Object.values(w.differences[mode]).map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            </Card>
          ))}
        </div>
      )}
    </Loaded>
  )
}
