/** Where the token of a session is learned when nothing has said it yet. */
export const SESSION_PATH = '/api/v1/auth/me'

/** The token that goes with the session cookie on every write; each response that has one renews it. */
export class CsrfToken {
  #value: string | undefined

  get value(): string | undefined {
    return this.#value
  }

  /** Keeps the token of a response's body, if it has one. */
  learn(body: unknown): void {
    if (typeof body !== 'object' || body === null || !('csrf_token' in body)) return
    if (typeof body.csrf_token === 'string') this.#value = body.csrf_token
  }
}
