import type { ReactNode } from 'react'
import { useWords, words } from '#/i18n/words.ts'
import { Button } from '#/ui/button.tsx'
import { Status } from '#/ui/status.tsx'
import { useStore } from '#/ui/store.ts'
import { liveStatus, pauseLive } from './stream.ts'
import styles from './live-status.module.css'

const tones = { off: 'off', connecting: 'info', connected: 'ok', reconnecting: 'warn', paused: 'off' } as const

/** Whether what is shown moves by itself at the moment, and a button that stops it (WCAG 2.2.2). */
export function LiveIndicator(): ReactNode {
  const status = useStore(liveStatus)
  const w = useWords(texts)
  if (status === 'off') return null
  const isPaused = status === 'paused'
  return (
    <span className={styles['live']}>
      <Status tone={tones[status]}>{w[status]}</Status>
      <Button
        kind="quiet"
        size="small"
        icon={isPaused ? 'play' : 'pause'}
        aria-label={isPaused ? w.resume : w.pause}
        onPress={() => pauseLive(!isPaused)}
      />
    </span>
  )
}

const texts = words({
  en: {
    connecting: 'Connecting',
    connected: 'Live',
    reconnecting: 'Reconnecting',
    paused: 'Paused',
    pause: 'Pause live updates',
    resume: 'Resume live updates',
  },
  es: {
    connecting: 'Conectando',
    connected: 'En vivo',
    reconnecting: 'Reconectando',
    paused: 'En pausa',
    pause: 'Pausar las novedades',
    resume: 'Seguir con las novedades',
  },
})
