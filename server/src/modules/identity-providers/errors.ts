import { errorCodes } from '#/platform/errors/app-error.ts'

/** The codes of this module. */
export const providerErrors = errorCodes({
  provider_not_found: {
    error: 'not_found',
    message: 'There is no such provider to sign in with.',
    help: 'GET /api/v1/auth/providers lists those that are turned on; operators see all under /api/v1/admin/oauth-providers.',
  },
  provider_name_taken: {
    error: 'conflict',
    message: 'Another provider has this name.',
    help: 'The name is part of the callback address. Choose another one.',
  },
  round_trip_over: {
    error: 'invalid_request',
    message: 'This sign-in at a provider is not one that this browser is waiting for.',
    help: 'The state is good once, for ten minutes, for one provider, and in the browser that set out. Start again.',
    pointer: '/state',
  },
  oauth_account_not_found: {
    error: 'not_found',
    message: 'This user has no such account at a provider.',
    help: 'The list of oauth-accounts of the user has the ids.',
  },
  last_way_to_sign_in: {
    error: 'conflict',
    message: 'This is the only way to sign in that is left.',
    help: 'Set a password, add a passkey or link another account first.',
  },
  provider_unavailable: {
    error: 'unavailable',
    message: 'The provider could not be reached.',
    help: 'Try again later. The log of the server says what went wrong.',
  },
})
