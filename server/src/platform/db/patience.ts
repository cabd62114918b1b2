import { DatabaseUnavailable } from './errors.ts'

/** Resolves after a while, leaving the event loop free. */
export const pause = (millis: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, millis))

/** The result of `work`, or DatabaseUnavailable when it takes longer; the late result is dropped. */
export function within<T>(millis: number, complaint: string, work: Promise<T>): Promise<T> {
  if (!Number.isFinite(millis)) return work
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new DatabaseUnavailable(complaint)), millis)
    const settled = () => clearTimeout(timer)
    work.then(
      (value) => (settled(), resolve(value)),
      (error: unknown) => (settled(), reject(error)),
    )
  })
}
