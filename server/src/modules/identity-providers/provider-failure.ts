import { DatabaseUnavailable } from '#/platform/db/errors.ts'

/** A provider said no, or what came from it can't be believed. The message is for the log. */
export class ProviderFailure extends Error {
  readonly reason: 'denied' | 'failed'
  constructor(reason: 'denied' | 'failed', message: string, cause: unknown) {
    super(message, { cause })
    this.reason = reason
  }
}

// RFC 6749 §4.1.2.1, and Apple's own word for it.
const DENIALS: readonly unknown[] = ['access_denied', 'user_cancelled_authorize']

/** Does something with a provider; what goes wrong with it becomes a `ProviderFailure`. */
export async function withProvider<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { message, cause } = error instanceof Error ? error : new Error('not an error')
    // Our own database is no fault of the provider.
    if (cause instanceof DatabaseUnavailable) throw cause
    if (error instanceof DatabaseUnavailable) throw error
    const { error: code } = error as { error?: unknown }
    const reason = DENIALS.includes(code) ? 'denied' : 'failed'
    throw new ProviderFailure(reason, typeof code === 'string' ? `${message}: ${code}` : message, error)
  }
}
