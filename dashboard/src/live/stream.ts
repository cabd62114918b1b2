import { base } from '#/api/mandate.ts'
import { Store } from '#/ui/store.ts'
import { fits, Messages, waitAfter } from './events.ts'
import type { LiveEvent, Message } from './events.ts'

/** How the one stream of the page does: it is `off` while nobody listens, or for those who may not read the audit log. */
export type LiveStatus = 'off' | 'connecting' | 'connected' | 'reconnecting' | 'paused'

/** How the stream does at the moment. */
export const liveStatus = new Store<LiveStatus>('off')

/** Hears what happens. */
interface Listener {
  readonly kinds: readonly string[]
  /** An event, or undefined when something changed that records none, or when events may have been missed. */
  readonly hear: (event: LiveEvent | undefined) => void
}

const listeners = new Set<Listener>()
let wanted = false
let isPausedByHand = false
let connection: AbortController | undefined
let lastId: string | undefined
let failures = 0
let timer: ReturnType<typeof setTimeout> | undefined

/** Listens until the returned function is called. The first listener opens the stream, the last one closes it. */
export function listen(kinds: readonly string[], hear: Listener['hear']): () => void {
  const listener = { kinds, hear }
  listeners.add(listener)
  update()
  return () => {
    listeners.delete(listener)
    // Whoever opens the next screen listens in a moment.
    setTimeout(update, 500)
  }
}

/** How long the first screen may take until it listens. */
const FIRST_SCREEN_MS = 10_000

/**
 * Begins to listen before anything is read: a screen listens when it is drawn, and what happens between its reading and that would never
 * be told.
 */
export function listenAhead(): void {
  setTimeout(
    listen([], () => undefined),
    FIRST_SCREEN_MS,
  )
}

/** Pauses the stream, or goes on with what was missed meanwhile. */
export function pauseLive(isPaused: boolean): void {
  isPausedByHand = isPaused
  update()
}

function update(): void {
  const isHidden = document.visibilityState === 'hidden'
  wanted = listeners.size > 0 && !isHidden && !isPausedByHand
  if (wanted && !connection && timer === undefined) void connect()
  if (wanted) return
  clearTimeout(timer)
  timer = undefined
  connection?.abort()
  connection = undefined
  liveStatus.set(listeners.size === 0 ? 'off' : 'paused')
}

if (typeof document !== 'undefined') document.addEventListener('visibilitychange', update)

async function connect(): Promise<void> {
  const mine = new AbortController()
  connection = mine
  liveStatus.set(failures === 0 ? 'connecting' : 'reconnecting')
  try {
    const query = lastId === undefined ? '' : `?after=${encodeURIComponent(lastId)}`
    const response = await fetch(`${base}/api/v1/admin/events/stream${query}`, { signal: mine.signal })
    // Signed out, or not allowed: asking again would not help.
    if (response.status === 401 || response.status === 403) {
      liveStatus.set('off')
      return
    }
    if (!response.ok || !response.body) throw new Error(`the stream responded ${response.status}`)
    await read(response.body, mine)
  } catch {
    // A connection that broke: the stream goes on behind the last event that came.
  }
  if (connection !== mine) return
  connection = undefined
  if (!wanted) return
  liveStatus.set('reconnecting')
  timer = setTimeout(
    () => {
      timer = undefined
      if (wanted) void connect()
    },
    waitAfter(failures++, Math.random()),
  )
}

/** A comment comes every 15 seconds; a connection that brings nothing for so long is dead, though nobody said so. */
const SILENCE_MS = 40_000

async function read(body: ReadableStream<Uint8Array<ArrayBuffer>>, mine: AbortController): Promise<void> {
  const messages = new Messages()
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const silence = setTimeout(() => mine.abort(), SILENCE_MS)
    const { done, value } = await reader.read().finally(() => clearTimeout(silence))
    if (done) return
    for (const message of messages.take(value)) take(message)
  }
}

function take({ event, id, data }: Message): void {
  const isResumed = event === 'ready' && lastId !== undefined
  if (id !== undefined) lastId = id
  if (event === 'ready') {
    failures = 0
    liveStatus.set('connected')
  }
  if (event === 'event') {
    const happened = JSON.parse(data) as LiveEvent
    tell((kinds) => fits(kinds, happened.action), happened)
  }
  if (event === 'changed') {
    const { action } = JSON.parse(data) as { action: string }
    tell((kinds) => fits(kinds, action), undefined)
  }
  // What has no event of its own may have changed while nobody listened, and skipped events are not known.
  if (event === 'skipped' || isResumed) tell(() => true, undefined)
}

function tell(isFor: (kinds: readonly string[]) => boolean, event: LiveEvent | undefined): void {
  for (const { kinds, hear } of listeners) if (isFor(kinds)) hear(event)
}
