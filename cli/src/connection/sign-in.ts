import type { Contexts, SignInCredential } from './contexts.ts'
import type { Located } from './locate.ts'

interface SignInDeps {
  readonly located: Located & { readonly credential: SignInCredential }
  readonly contexts: Contexts
  readonly fetch: typeof fetch
  readonly now: () => number
}

/** placeholder */
export class SignIn {
  readonly fetch: typeof fetch
  constructor({ fetch: send }: SignInDeps) {
    this.fetch = send
  }
}
