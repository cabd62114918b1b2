import { errorCodes } from '#/platform/errors/app-error.ts'

export const logErrors = errorCodes({
  too_many_log_streams: {
    error: 'rate_limited',
    message: 'So many log streams are open that this process opens no more.',
    help: 'Close one of the 20 that are open, or read the log where the process writes it.',
  },
})
