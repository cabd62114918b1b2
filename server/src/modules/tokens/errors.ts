import { errorCodes } from '#/platform/errors/app-error.ts'

export const tokenErrors = errorCodes({
  invalid_pattern: {
    error: 'invalid_request',
    message: 'client_id_pattern must be a GLOB of 1 to 256 characters.',
    help: 'Use * for any sequence, ? for one character, [a-z] for a class. Matching is case-sensitive.',
    pointer: '/client_id_pattern',
  },
  token_not_found: {
    error: 'not_found',
    message: 'There is no token with this jti.',
    help: 'The jti is the id of a token, tok_…, as in its claims. Expired tokens are removed after a while.',
  },
})
