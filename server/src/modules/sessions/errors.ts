import { errorCodes } from '#/platform/errors/app-error.ts'

/** The codes of this module. */
export const sessionErrors = errorCodes({
  not_signed_in: {
    error: 'unauthorized',
    message: 'Nobody is signed in here.',
    help: 'Sign in at /login or with POST /api/v1/auth/login and send the session cookie along.',
  },
  session_not_found: {
    error: 'not_found',
    message: 'There is no such session, or it ended already.',
    help: 'Session ids begin with sess_. The lists of sessions hold the living ones.',
  },
  mfa_required: {
    error: 'unauthorized',
    message: 'This sign-in waits for the second factor.',
    help: 'Send a code to POST /api/v1/auth/mfa/challenge, or sign in with a passkey. Until then the session opens nothing else.',
  },
  mfa_enrollment_required: {
    error: 'unauthorized',
    message: 'People who run this server need a second factor, and you have none yet.',
    help: 'Set up an authenticator app with POST /api/v1/auth/mfa/totp/enroll and /activate, or at /account/second-step; until then the session opens nothing else. The setting operators.require_second_factor asks for it.',
  },
  reauthentication_required: {
    error: 'forbidden',
    message: 'This needs a fresh proof that it is you.',
    help: 'Send a password, a code or a passkey to POST /api/v1/auth/reauthenticate, then repeat the request. details.max_age_seconds says how fresh the proof must be; people confirm at /confirm. With a second factor set up, a password alone does not do.',
  },
})
