import type { ReactNode } from 'react'
import { preferences } from '#/app/preferences.ts'
import { common } from '#/i18n/common.ts'
import { useLocale, useWords } from '#/i18n/words.ts'
import { exactTime, relativeTime } from './relative-time.ts'
import { useNow } from './now.ts'
import { useStore } from './store.ts'
import styles from './time.module.css'

interface TimeProps {
  /** As the API has it; null where it never was. */
  readonly at: string | null | undefined
  /** Shows the exact moment below as well, as a page about one thing does. */
  readonly isExact?: boolean
}

/** A moment: how long ago, and exactly, in local time and in UTC, when it is pointed at. */
export function Time({ at, isExact = false }: TimeProps): ReactNode {
  const locale = useLocale()
  const { times } = useStore(preferences)
  const { never } = useWords(common)
  const now = useNow()
  if (at === null || at === undefined) return <span>{never}</span>
  const moment = Date.parse(at)
  const other = times === 'utc' ? 'local' : 'utc'
  const exact = exactTime(moment, locale, times)
  return (
    <time className={styles['time']} dateTime={at} title={`${exact}\n${exactTime(moment, locale, other)}`}>
      {relativeTime(moment, now, locale)}
      {isExact && <span className={styles['exact']}>{exact}</span>}
    </time>
  )
}
