import { errorCodes } from '#/platform/errors/app-error.ts'

/** The codes of this module. */
export const recoveryErrors = errorCodes({
  link_invalid: {
    error: 'invalid_request',
    message: 'This link does not work, or does not work any more.',
    help: 'Links from mail work once, for a limited time, and only the newest of its kind does. Ask for a new one.',
    pointer: '/token',
  },
  link_from_other_browser: {
    error: 'forbidden',
    message: 'This link was asked for in another browser.',
    help: 'Open it in the browser that asked, or repeat the request with confirm: true once the person has said that they want to sign in here.',
  },
  link_needs_sign_in: {
    error: 'forbidden',
    message: 'Reading the mail is not enough to confirm this address.',
    help: 'Sign in as the user first, or send their password along: the address must belong to whoever opened the account.',
  },
  password_needed: {
    error: 'invalid_request',
    message: 'This needs the current password.',
    help: 'Send the password the user has now. Only a user without one may do this with a fresh proof alone.',
    pointer: '/password',
  },
  email_unchanged: {
    error: 'conflict',
    message: 'The user has this address already.',
    help: 'Nothing needs to change. To confirm the address, use POST /api/v1/auth/email/verify/send.',
  },
})
