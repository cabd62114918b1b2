import type { ReactNode } from 'react'
import { Store } from './store.ts'

/** What somebody is asked before something happens. */
export interface Confirmation {
  readonly title: string
  /** What follows from it, in words: “ends 3 sessions and 14 tokens”. */
  readonly body: ReactNode
  /** What the button does: “Delete the user”. */
  readonly action: string
  readonly isDangerous?: boolean
  /** What has to be typed first, for what nothing can bring back. */
  readonly typed?: string
  /** Asks the server what would follow; shown below the body when it is here. */
  readonly preview?: () => Promise<ReactNode>
}

/** Something that is shown once and never again. */
export interface Reveal {
  readonly title: string
  readonly body?: ReactNode
  readonly secrets: readonly Secret[]
}

interface Secret {
  readonly label: string
  readonly value: string
  /** The name of the variable in a `.env` file. */
  readonly variable: string
  /** Not secret itself: shown as it is. */
  readonly isPublic?: boolean
}

/** A dialog that waits for an answer. */
export type Waiting =
  | { readonly kind: 'confirm'; readonly ask: Confirmation; readonly answer: (isConfirmed: boolean) => void }
  | { readonly kind: 'reveal'; readonly ask: Reveal; readonly answer: () => void }
  | { readonly kind: 'proof'; readonly answer: (isProven: boolean) => void }

/** The dialogs that wait, the newest last. `DialogHost` shows them. */
export const waiting = new Store<readonly Waiting[]>([])

function wait<Answer>(make: (answer: (given: Answer) => void) => Waiting): Promise<Answer> {
  return new Promise((resolve) => {
    const dialog = make((given) => {
      waiting.set(waiting.get().filter((one) => one !== dialog))
      resolve(given)
    })
    waiting.set([...waiting.get(), dialog])
  })
}

let isConfirmed = false
let asker: { isDeclined: boolean } | undefined

/** Asks whether something shall happen that has consequences. */
export async function confirm(ask: Confirmation): Promise<boolean> {
  if (isConfirmed) return true
  const mine = asker
  const isSure = await wait<boolean>((answer) => ({ kind: 'confirm', ask, answer }))
  if (mine) mine.isDeclined = !isSure
  return isSure
}

/** Does something; false when somebody declined what it asks at its beginning, so that nothing came of it. */
export async function unlessDeclined(work: () => PromiseLike<unknown>): Promise<boolean> {
  const mine = { isDeclined: false }
  asker = mine
  let working
  try {
    working = work()
  } finally {
    asker = undefined
  }
  await working
  return !mine.isDeclined
}

/** Does something again that was confirmed before: what it asks at its beginning is not asked twice. */
export function confirmed<Result>(work: () => Result): Result {
  isConfirmed = true
  try {
    return work()
  } finally {
    isConfirmed = false
  }
}

/** Shows secrets, which the server told once; resolves when they were copied or are said to be kept. */
export const reveal = (ask: Reveal): Promise<void> =>
  wait<void>((answer) => ({ kind: 'reveal', ask, answer: () => answer() }))

let asked: Promise<boolean> | undefined

/** Asks for a fresh proof of who this is; several who want one at once share it. */
export async function askProof(): Promise<boolean> {
  asked ??= wait<boolean>((answer) => ({ kind: 'proof', answer }))
  try {
    return await asked
  } finally {
    asked = undefined
  }
}
