import { MandateError } from '@mandate/sdk'
import { calls, curlOf } from '#/api/calls.ts'
import { messageOf } from '#/api/errors.ts'
import { Store } from './store.ts'

/** A short message about what was just done. */
export interface Toast {
  readonly id: number
  readonly tone: 'ok' | 'bad'
  readonly text: string
  readonly requestId?: string | undefined
  /** The call that did it, as it is made from a terminal. */
  readonly curl?: string | undefined
  /** Takes back what was done, while the API can. */
  readonly undo?: (() => void) | undefined
}

/** What is older was not what the message is about. */
const RECENT_MS = 30_000
const SHOWN_MS = 6_000
const SHOWN_WITH_MORE_MS = 12_000
/** How long it stays at least once nobody is at it any more. */
const LINGERS_MS = 2_000

/** What is shown at the moment, the newest last. */
export const toasts = new Store<readonly Toast[]>([])

/** What screen readers are told besides. */
export const announcement = new Store('')

let shown = 0

let region: Element | null = null

/** Tells in which element messages are shown: whoever points at it or has the focus there keeps them (WCAG 2.2.1). */
export const showIn = (element: Element | null): void => void (region = element)

/** Says that something was done. It goes by itself: nothing that matters later may stand in it alone. */
export function toast(text: string, { undo }: { readonly undo?: () => void } = {}): void {
  show({ tone: 'ok', text, undo, curl: curlOfLast() })
}

let told = 0

/** The newest call that changed something, said once: by the first message after it. */
function curlOfLast(): string | undefined {
  const last = calls.get().find(({ method, status }) => method !== 'GET' && status > 0 && status < 400)
  if (last === undefined || last.id <= told || Date.now() - last.at > RECENT_MS) return undefined
  told = last.id
  return curlOf(last, location.origin)
}

/** Says what went wrong, with the id by which the server's log knows the request. */
export function toastError(error: unknown): void {
  show({ tone: 'bad', text: messageOf(error), requestId: error instanceof MandateError ? error.requestId : undefined })
}

/** Tells screen readers alone. */
export function announce(text: string): void {
  announcement.set('')
  setTimeout(() => announcement.set(text), 30)
}

/** Takes a message away. */
export function dismiss(id: number): void {
  toasts.set(toasts.get().filter((one) => one.id !== id))
}

function show(message: Omit<Toast, 'id'>): void {
  shown += 1
  const id = shown
  toasts.set([...toasts.get().slice(-2), { ...message, id }])
  dismissAfter(message.undo || message.tone === 'bad' ? SHOWN_WITH_MORE_MS : SHOWN_MS, id)
}

function dismissAfter(ms: number, id: number): void {
  setTimeout(() => (region?.matches(':hover, :has(:focus-visible)') ? dismissAfter(LINGERS_MS, id) : dismiss(id)), ms)
}
