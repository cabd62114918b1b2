import { AppError } from '#/platform/errors/app-error.ts'
import { OutboundError } from '#/platform/http-client/outbound-error.ts'
import type { Outbound } from '#/platform/http-client/outbound.ts'
import { webhookErrors } from './errors.ts'

const PATIENCE_MS = 3000

/**
 * Refuses an address that we would not send to. A name that can't be resolved now is taken, since a receiver may be set up
 * later: every delivery looks at the address anew.
 */
export async function requireTarget(outbound: Pick<Outbound, 'check'>, url: string): Promise<void> {
  try {
    await outbound.check(url, PATIENCE_MS)
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    if (error.reason !== 'refused') return
    const errors = [{ pointer: '/url', message: error.message }]
    throw new AppError(webhookErrors.webhook_url_not_allowed, { details: { errors }, cause: error })
  }
}
