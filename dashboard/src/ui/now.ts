import { Store, useStore } from './store.ts'

const EVERY_MS = 15_000
const now = new Store(Date.now())

setInterval(() => {
  if (!document.hidden) now.set(Date.now())
}, EVERY_MS)

/** The time, every few seconds: what shows how long ago something was grows older with it, and nothing is in the future. */
export const useNow = (): number => Math.max(useStore(now), Date.now())
