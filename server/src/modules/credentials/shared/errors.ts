import { errorCodes } from '#/platform/errors/app-error.ts'

/** The codes of this module. */
export const credentialErrors = errorCodes({
  invalid_credentials: {
    error: 'unauthorized',
    message: 'The e-mail address or the password is wrong.',
    help: 'The answer is the same whether the address is unknown or the password does not fit.',
  },
  user_disabled: {
    error: 'forbidden',
    message: 'This user has been disabled.',
    help: 'Only someone who knows the password is told. An operator can enable the user again.',
  },
  password_too_short: {
    error: 'invalid_request',
    message: 'The password is too short.',
    help: 'details.min_length is the fewest characters; the setting password.min_length decides.',
    pointer: '/password',
  },
  password_too_long: {
    error: 'invalid_request',
    message: 'The password is longer than 1024 characters.',
    help: 'A password has at most 1024 characters and 4096 bytes. Nothing is ever cut off.',
    pointer: '/password',
  },
  password_too_common: {
    error: 'invalid_request',
    message: 'This password is among the first that are guessed.',
    help: 'It is on the list of common passwords, little more than the e-mail address or the name of this product, a word with a year and a sign, or a walk over the keyboard. A few words in a row pass.',
    pointer: '/password',
  },
  factor_needs_verified_email: {
    error: 'forbidden',
    message: 'Confirm your e-mail address before you set up a second factor or a passkey.',
    help: 'Use the link you were mailed, or ask for another with POST /api/v1/auth/email/verify/send. Until then the account may have been opened with the address of somebody else, whom a factor would keep out.',
  },
  mfa_already_enabled: {
    error: 'conflict',
    message: 'An authenticator app is set up already.',
    help: 'Take it away with DELETE /api/v1/auth/mfa before setting up another one.',
  },
  mfa_not_enabled: {
    error: 'conflict',
    message: 'No second factor is set up.',
    help: 'Set one up with POST /api/v1/auth/mfa/totp/enroll.',
  },
  mfa_not_enrolled: {
    error: 'conflict',
    message: 'No authenticator app waits to be activated.',
    help: 'Begin with POST /api/v1/auth/mfa/totp/enroll and send a first code within 15 minutes.',
  },
  mfa_not_pending: {
    error: 'conflict',
    message: 'This session does not wait for a second factor.',
    help: 'The challenge follows a sign-in that answered mfa_required. To prove again who you are, use POST /api/v1/auth/reauthenticate.',
  },
  mfa_code_wrong: {
    error: 'unauthorized',
    message: 'The code is wrong, or was used already.',
    help: 'Send the current code of the authenticator app, or a recovery code. Each works once. Check that the clock of the device is right.',
  },
  enrollment_code_wrong: {
    error: 'invalid_request',
    message: 'The code does not fit the new secret.',
    help: 'Scan the newest QR code, send the code that the app shows now, and check that the clock of the device is right.',
    pointer: '/code',
  },
  mfa_proof_required: {
    error: 'forbidden',
    message: 'With a second factor set up, a password alone does not prove that it is you.',
    help: 'Send a code of the authenticator app, a recovery code, or a passkey.',
  },
  passkey_not_found: {
    error: 'not_found',
    message: 'You have no passkey with this id.',
    help: 'GET /api/v1/auth/passkeys lists them.',
  },
  passkey_refused: {
    error: 'unauthorized',
    message: 'This passkey did not let you in.',
    help: 'Ask for new options and try again: a challenge works once, for five minutes, in the browser that asked for it. The passkey may also have been removed here.',
  },
  passkey_registration_refused: {
    error: 'invalid_request',
    message: 'This passkey can not be registered.',
    help: 'Ask for new options and try again, on the address of this server, with a device that can verify its user (PIN, fingerprint, face).',
    pointer: '/credential',
  },
  passkey_taken: {
    error: 'conflict',
    message: 'This passkey is registered already.',
    help: 'A passkey belongs to one user. Make a new one.',
  },
  invalid_passkey_name: {
    error: 'invalid_request',
    message: 'This is not a name a passkey can have.',
    help: 'A name has 1 to 100 characters and no control, direction or invisible characters.',
    pointer: '/name',
  },
  too_many_passkeys: {
    error: 'conflict',
    message: 'There is no room for another passkey.',
    help: 'Remove one that is no longer used. details.limit is how many a user can have.',
  },
})
