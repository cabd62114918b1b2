import { errorCodes } from '#/platform/errors/app-error.ts'

/** The codes of this module. */
export const clientLogoErrors = errorCodes({
  client_logo_not_found: {
    error: 'not_found',
    message: 'There is no such logo.',
    help: 'Consent pages name the logos of clients; one that was replaced is gone.',
  },
})
