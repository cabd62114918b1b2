import { AppError } from '#/platform/errors/app-error.ts'
import { OutboundError } from '#/platform/http-client/outbound-error.ts'

/** A step that broke, with what operators read of it in the run. */
export class StepFailure extends Error {}

/** What operators read of whatever was thrown; what is not ours to tell stands in the log. */
export function reasonOf(error: unknown): string {
  if (error instanceof StepFailure) return error.message
  if (error instanceof OutboundError) return `${error.reason}: ${error.message}`
  return error instanceof AppError ? error.code.code : 'internal error'
}
