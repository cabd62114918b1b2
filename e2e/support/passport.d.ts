declare module 'passport' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  type Middleware = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void

  class Passport {
    use(strategy: object): this
    authenticate(
      name: string,
      options: { session: false },
      done: (error: unknown, user?: unknown, info?: unknown) => void,
    ): Middleware
  }
  const passport: { Passport: typeof Passport }
  export default passport
}

declare module 'passport-openidconnect' {
  export interface Profile {
    readonly id: string
    readonly displayName?: string
    readonly emails?: readonly { readonly value: string }[]
  }

  type Done = (error: unknown, value?: unknown, state?: unknown) => void

  interface Strategy {
    readonly name: string
  }

  const Strategy: new (
    options: Readonly<Record<string, unknown>> & {
      readonly store: {
        store(request: object, context: object, state: unknown, meta: object, done: Done): void
        verify(request: object, handle: string, done: Done): void
      }
    },
    verify: (issuer: string, profile: Profile, done: Done) => void,
  ) => Strategy
  export default Strategy
}
