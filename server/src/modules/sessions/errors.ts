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
    message: 'This sign-in needs a second factor, and you have none yet.',
    help: 'Set up an authenticator app with POST /api/v1/auth/mfa/totp/enroll and /activate, or at /account/second-step; until then the session opens nothing else. The setting operators.require_second_factor or an auth flow asks for it.',
  },
  sign_in_unfinished: {
    error: 'unauthorized',
    message: 'This sign-in has a step left.',
    help: 'GET /api/v1/auth/flow says which, and POST /api/v1/auth/flow/resume goes on; people do so at /continue. Until then the session opens nothing else.',
  },
  sign_in_not_waiting: {
    error: 'conflict',
    message: 'No sign-in waits here.',
    help: 'It was finished, took longer than 15 minutes, or began in another browser. Sign in again.',
  },
  sign_in_stopped: {
    error: 'forbidden',
    message: 'This sign-in was stopped.',
    help: 'An auth flow of this server did not let it pass. details.message says why, in the words of whoever set the flow up; details.run_id is how they find it in GET /api/v1/admin/flows/{id}/runs.',
  },
  reauthentication_required: {
    error: 'forbidden',
    message: 'This needs a fresh proof that it is you.',
    help: 'Send a password, a code or a passkey to POST /api/v1/auth/reauthenticate, then repeat the request. details.max_age_seconds says how fresh the proof must be; people confirm at /confirm. With a second factor set up, a password alone does not do.',
  },
})
