import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { Page } from '#/app/page.tsx'
import { preferences } from '#/app/preferences.ts'
import { useWords } from '#/i18n/words.ts'
import { Button } from '#/ui/button.tsx'
import { useSearchText } from '#/ui/search-params.ts'
import { Badge, Status } from '#/ui/status.tsx'
import { useStore } from '#/ui/store.ts'
import { FilterBar } from '#/ui/table/filters.tsx'
import { useLog } from './follow.ts'
import { found, levels } from './lines.ts'
import { logWords } from './words.ts'
import styles from './logs.module.css'
import type { Level, LogLine } from './lines.ts'

const tones = { connecting: 'off', connected: 'ok', lost: 'bad' } as const
/** What is drawn of what is kept: the rest is found by searching. */
const SHOWN = 500

/** The log of the server as it is written; space pauses. */
export default function Logs(): ReactNode {
  const w = useWords(logWords)
  const [wanted] = useSearchText('level')
  const [text] = useSearchText('q')
  const level: Level = levels.find((one) => one === wanted) ?? 'info'
  const [isPaused, setPaused] = useState(false)
  const { lines, held, dropped, state, clear } = useLog(level, isPaused)
  const { shortcuts } = useStore(preferences)
  useEffect(() => {
    if (shortcuts === 'off') return undefined
    const onKey = (event: KeyboardEvent): void => {
      const isElsewhere =
        event.target instanceof HTMLElement && event.target.closest('input, button, a, select, [role=dialog]')
      if (event.key !== ' ' || isElsewhere) return
      event.preventDefault()
      setPaused((before) => !before)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [shortcuts])
  const shown = found(lines, text).slice(-SHOWN)
  return (
    <Page
      title={w.log}
      lead={w.lead}
      badges={
        <>
          <Status tone={isPaused ? 'warn' : tones[state]}>{isPaused ? w.paused : w.states[state]}</Status>
          {held > 0 && <Badge tone="info">{w.held(held)}</Badge>}
          {dropped > 0 && <Badge tone="warn">{w.dropped(dropped)}</Badge>}
        </>
      }
      actions={
        <>
          <Button icon={isPaused ? 'play' : 'pause'} onPress={() => setPaused(!isPaused)}>
            {isPaused ? w.goOn : w.pause}
          </Button>
          <Button onPress={clear}>{w.clear}</Button>
        </>
      }
    >
      <FilterBar
        search={{ name: 'q', label: w.search }}
        filters={[{ name: 'level', label: w.level, options: levels.map((value) => ({ value, label: value })) }]}
      />
      <Lines lines={shown} isPaused={isPaused} />
    </Page>
  )
}

function Lines({ lines, isPaused }: { readonly lines: readonly LogLine[]; readonly isPaused: boolean }): ReactNode {
  const w = useWords(logWords)
  const list = useRef<HTMLOListElement>(null)
  const isAtEnd = useRef(true)
  useEffect(() => {
    if (!isPaused && isAtEnd.current && list.current) list.current.scrollTop = list.current.scrollHeight
  }, [lines, isPaused])
  if (lines.length === 0) return <p className={styles['none']}>{w.nothing}</p>
  return (
    <ol
      ref={list}
      className={styles['lines']}
      tabIndex={0}
      aria-label={w.log}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < 24
      }}
    >
      {lines.map(({ number, level, time, message, fields }) => (
        <li key={number} className={styles['line']} data-level={level}>
          <time dateTime={time}>{time.slice(11, 23)}</time>
          <span className={styles['level']}>{level}</span>
          <span className={styles['message']}>
            {message}{' '}
            <span className={styles['fields']}>
              {Object.entries(fields).map(
                ([name, value]) => ` ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
              )}
            </span>
          </span>
        </li>
      ))}
    </ol>
  )
}
