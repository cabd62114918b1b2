import { errorCodes } from '#/platform/http/errors.ts'

/** The codes of this module. */
export const sessionErrors = errorCodes({
  not_signed_in: {
    error: 'unauthorized',
    message: 'Nobody is signed in here.',
    help: 'Sign in at /login or with POST /api/v1/auth/login and send the session cookie along.',
  },
})
