import type { Clock } from '#/platform/clock.ts'

/** What handlers of every area receive. */
export interface SharedServices {
  clock: Clock
  /** The issuer identifier, equal to the base URL: no trailing slash. */
  issuer: string
}

/**
 * What the handlers of each area may call, and no more. A module adds its services to the areas whose routes call them,
 * by declaration merging in its `index.ts`: `declare module './services.ts' { interface ApiServices { agents: Agents } }`.
 */
export interface ApiServices extends SharedServices {}
export interface OAuthServices extends SharedServices {}
export interface PageServices extends SharedServices {}

/** The services of all areas: `composition` builds them, so a forgotten one is a type error there. */
export interface Services extends ApiServices, OAuthServices, PageServices {}

/** Who is behind a request, by kind of credential. Modules that authenticate add their kind by declaration merging. */
export interface Principals {}
