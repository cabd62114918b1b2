/** Lets one at a time do something, among all that know its name. */
export type Lock = <T>(name: string, work: () => Promise<T>) => Promise<T>

/** Web Locks hold over the tabs of an origin. Without them each process is alone, and nothing is locked. */
export const platformLock: Lock = (name, work) => {
  const locks = typeof navigator === 'undefined' ? undefined : (navigator.locks as LockManager | undefined)
  return locks === undefined ? work() : locks.request(name, work)
}
