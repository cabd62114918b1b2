import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useMe } from '#/api/session.ts'
import { listen } from './stream.ts'
import type { LiveEvent } from './events.ts'

/** Many events at once read a list again once. */
const GATHER_MS = 400

/**
 * Reads nouns again when something happens that changes them: `useLive(['user.*'], ['users'])`. Kinds are names of events or globs with
 * one star; `device_code.changed`, `webhook_delivery.changed` and others stand for what records no event.
 */
export function useLive(kinds: readonly string[], nouns: readonly string[]): void {
  const client = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEvents(kinds, () => {
    if (timer.current !== undefined) return
    timer.current = setTimeout(() => {
      timer.current = undefined
      for (const noun of nouns) void client.invalidateQueries({ queryKey: [noun] })
    }, GATHER_MS)
  })
  useEffect(() => () => clearTimeout(timer.current), [])
}

/** Hears each event of some kinds; undefined when something changed that records none, or events were missed. */
export function useEvents(kinds: readonly string[], hear: (event: LiveEvent | undefined) => void): void {
  // Everybody who runs the server may read something, and is told of that.
  const mayListen = useMe().scopes.length > 0
  const latest = useRef(hear)
  useEffect(() => {
    latest.current = hear
  })
  const key = kinds.join(',')
  useEffect(() => {
    if (!mayListen || key === '') return undefined
    return listen(key.split(','), (event) => latest.current(event))
  }, [key, mayListen])
}
