import { DatabaseUnavailable } from './errors.ts'

/** Resolves after a while, leaving the event loop free. */
export const pause = (millis: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, millis))

/** The result of `work`, or DatabaseUnavailable when it takes longer; the late result is dropped. */
export const within = <T>(millis: number, complaint: string, work: Promise<T>): Promise<T> =>
  withinSteps(millis, complaint, () => work)

/** The same for work that may take any number of steps: each that it reports begins the time anew. */
export function withinSteps<T>(millis: number, complaint: string, work: (step: () => void) => Promise<T>): Promise<T> {
  if (!Number.isFinite(millis)) return work(() => undefined)
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new DatabaseUnavailable(complaint)), millis)
    const settled = () => clearTimeout(timer)
    work(() => void timer.refresh()).then(
      (value) => (settled(), resolve(value)),
      (error: unknown) => (settled(), reject(error)),
    )
  })
}
