import { errorCodes } from '#/platform/errors/app-error.ts'

export const systemErrors = errorCodes({
  registration_token_missing: {
    error: 'invalid_request',
    message: 'Registration by token needs a registration token.',
    help: 'Set oauth.registration_token in the same request as oauth.registration, or before it.',
    pointer: '/oauth.registration_token',
  },
  dev_mode_exposed: {
    error: 'conflict',
    message: 'The mode dev is for a server that only its own machine can reach.',
    help: 'Its conveniences, such as exchanging tokens without a policy, would be open to the network. Listen on a loopback address (MANDATE_HOST) under a base URL on localhost to go to dev.',
  },
  setup_token_invalid: {
    error: 'unauthorized',
    message: 'This setup link is not valid.',
    help: 'A setup link works once and for half an hour. Restart the server for a new one; a server that has an owner gives out none.',
  },
  firstboot_key_unavailable: {
    error: 'not_found',
    message: 'The first admin key is not given out here.',
    help: 'It is served to this machine only, and only until the server is set up. Until then it is also in admin.key.firstboot in the data directory.',
  },
})
