import { errorCodes } from '#/platform/errors/app-error.ts'

/** The codes of this module. */
export const signingKeyErrors = errorCodes({
  signing_key_not_found: {
    error: 'not_found',
    message: 'There is no such signing key, or it was dropped already.',
    help: 'GET /api/v1/admin/signing-keys lists the keys by their kid.',
  },
})
