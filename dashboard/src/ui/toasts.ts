import { MandateError } from '@mandate/sdk'
import { messageOf } from '#/api/errors.ts'
import { Store } from './store.ts'

/** A short message about what was just done. */
export interface Toast {
  readonly id: number
  readonly tone: 'ok' | 'bad'
  readonly text: string
  readonly requestId?: string | undefined
  /** Takes back what was done, while the API can. */
  readonly undo?: (() => void) | undefined
}

const SHOWN_MS = 6_000
const SHOWN_WITH_MORE_MS = 12_000

/** What is shown at the moment, the newest last. */
export const toasts = new Store<readonly Toast[]>([])

/** What screen readers are told besides. */
export const announcement = new Store('')

let shown = 0

/** Says that something was done. It goes by itself: nothing that matters later may stand in it alone. */
export function toast(text: string, { undo }: { readonly undo?: () => void } = {}): void {
  show({ tone: 'ok', text, undo })
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
  setTimeout(() => dismiss(id), message.undo || message.tone === 'bad' ? SHOWN_WITH_MORE_MS : SHOWN_MS)
}
