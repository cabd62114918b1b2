import { errorCodes } from '#/platform/errors/app-error.ts'

/** What can go wrong with API keys. */
export const apiKeyErrors = errorCodes({
  api_key_not_found: {
    error: 'not_found',
    message: 'There is no API key with this id.',
    help: 'GET /api/v1/api-keys lists the keys; a deleted one is gone for good.',
  },
  api_key_too_wide: {
    error: 'forbidden',
    message: 'This allows more, or for longer, than you may give.',
    help: 'Nobody makes, changes or ends a key that is wider than what they hold; details name what goes beyond it.',
  },
  api_key_expired: {
    error: 'conflict',
    message: 'This API key has expired.',
    help: 'An expired key stays so: make another one, and delete this one.',
  },
  api_key_inactive: {
    error: 'conflict',
    message: 'This API key is turned off.',
    help: 'Turn it on first: PATCH with active true.',
  },
  last_admin_key: {
    error: 'conflict',
    message: 'This is the last API key that opens everything, and nobody owns the server who could make another.',
    help: 'Make another key with the scope * and no expiry, or give a user the role owner, first.',
  },
})
