/** The time source every service receives, so that tests decide what time it is. Epoch milliseconds. */
export interface Clock {
  now(): number
}

/** The wall clock of the machine. */
export const systemClock: Clock = { now: () => Date.now() }

/** Epoch milliseconds as whole Unix seconds, the unit of JWT claims (RFC 7519 §2 NumericDate). */
export const toUnixSeconds = (millis: number): number => Math.floor(millis / 1000)

/** Epoch milliseconds as the one wire form of times: ISO 8601 UTC with milliseconds. */
export const toIso = (millis: number): string => new Date(millis).toISOString()

/** The same for a time that may be absent. */
export const toIsoOrNull = (millis: number | null): string | null => (millis === null ? null : toIso(millis))
