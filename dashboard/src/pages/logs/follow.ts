import { useEffect, useRef, useState } from 'react'
import { mandate } from '#/api/mandate.ts'
import { lineOf, withLines } from './lines.ts'
import type { Level, LogLine } from './lines.ts'

/** Ten paints in a second are as many as anybody sees. */
const PAINT_MS = 100

/** The log as it comes. */
export interface Following {
  readonly lines: readonly LogLine[]
  /** Lines that came while it was paused. */
  readonly held: number
  /** Lines that the server left out, since they were read too slowly. */
  readonly dropped: number
  readonly state: 'connecting' | 'connected' | 'lost'
  readonly clear: () => void
}

/** Follows the log, and holds back what comes while it is paused. */
export function useLog(level: Level, isPaused: boolean): Following {
  const [lines, setLines] = useState<readonly LogLine[]>([])
  const [held, setHeld] = useState(0)
  const [dropped, setDropped] = useState(0)
  const [state, setState] = useState<Following['state']>('connecting')
  const waiting = useRef<LogLine[]>([])
  const count = useRef(0)
  const paused = useRef(isPaused)
  useEffect(() => {
    paused.current = isPaused
  }, [isPaused])
  useEffect(() => {
    const stop = new AbortController()
    const follow = async (): Promise<void> => {
      setState('connecting')
      for await (const { type, data } of mandate.logs.stream({ level }, { signal: stop.signal })) {
        setState('connected')
        if (type === 'dropped') setDropped((before) => before + (Number(data) || 0))
        if (type !== 'log') continue
        count.current += 1
        waiting.current.push(lineOf(count.current, data))
      }
    }
    follow().catch(() => stop.signal.aborted || setState('lost'))
    const paint = setInterval(() => {
      if (paused.current) return setHeld(waiting.current.length)
      setHeld(0)
      if (waiting.current.length > 0) setLines((before) => withLines(before, waiting.current.splice(0)))
    }, PAINT_MS)
    return () => {
      stop.abort()
      clearInterval(paint)
    }
  }, [level])
  return { lines, held, dropped, state, clear: () => setLines([]) }
}
