import type { Clock } from '#/platform/clock.ts'

/**
 * What handlers receive. Every module adds its service by declaration merging in its `index.ts`:
 * `declare module './services.ts' { interface Services { agents: Agents } }`.
 * `composition` builds the whole value, so a forgotten service is a type error there.
 */
export interface Services {
  clock: Clock
  /** The issuer identifier, equal to the base URL: no trailing slash. */
  issuer: string
}

/** Who is behind a request, by kind of credential. Modules that authenticate add their kind by declaration merging. */
export interface Principals {}
