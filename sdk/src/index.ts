/**
 * The administration of a Mandate server: `new Mandate({ url, apiKey })` has a method for every operation of its API.
 * Other entries: `@mandate/sdk/oauth`, `/verify`, `/webhooks`, `/react`.
 */
export * from './generated/index.ts'
export { MandateError } from './client/errors.ts'
export type { FieldError, MandateErrorCode } from './client/errors.ts'
export type { ServerEvent } from './client/event-stream.ts'
export type { Clock, MandateOptions, RequestDetails, RequestOptions, StreamOptions } from './client/options.ts'
export type { Page, PageRequest } from './client/pages.ts'
export { Transport } from './client/transport.ts'
