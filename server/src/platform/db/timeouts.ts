import { DatabaseUnavailable } from './errors.ts'

/** Resolves after a while, leaving the event loop free. */
export const pause = (millis: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, millis))

/** The result of `work`, or DatabaseUnavailable when it takes longer; the late result is dropped. */
export const within = <T>(millis: number, complaint: string, work: Promise<T>): Promise<T> =>
  withinSteps(millis, complaint, () => work)

/**
 * The same for work that may take any number of steps: each that it reports begins the time anew. A process that stood
 * still finds the time over before it finds what came meanwhile, so that has its turn first.
 */
export function withinSteps<T>(millis: number, complaint: string, work: (step: () => void) => Promise<T>): Promise<T> {
  if (!Number.isFinite(millis)) return work(() => undefined)
  return new Promise((resolve, reject) => {
    let steps = 0
    const giveUp = (): void => {
      const before = steps
      setImmediate(() => {
        if (steps === before) reject(new DatabaseUnavailable(complaint))
      })
    }
    const timer = setTimeout(giveUp, millis)
    const settled = () => clearTimeout(timer)
    const step = (): void => {
      steps++
      timer.refresh()
    }
    work(step).then(
      (value) => (settled(), resolve(value)),
      (error: unknown) => (settled(), reject(error)),
    )
  })
}
