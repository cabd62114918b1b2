/** Up to this share of a wait comes on top, so that what failed together does not come back together. */
const JITTER = 0.1

/**
 * When to try again after so many attempts, by the waits between them; undefined when that was the last one. An attempt
 * that never came back counts, too: what ends the process each time is given up like what fails each time.
 */
export function retryAt(
  waitsMs: readonly number[],
  attempts: number,
  now: number,
  random: () => number = Math.random,
): number | undefined {
  const wait = waitsMs[attempts - 1]
  return wait === undefined ? undefined : now + Math.floor(wait * (1 + JITTER * random()))
}
