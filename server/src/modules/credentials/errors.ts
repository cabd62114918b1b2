import { errorCodes } from '#/platform/http/errors.ts'

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
  },
  password_too_long: {
    error: 'invalid_request',
    message: 'The password is longer than 1024 characters.',
    help: 'A password has at most 1024 characters and 4096 bytes. Nothing is ever cut off.',
  },
  password_too_common: {
    error: 'invalid_request',
    message: 'This password is among the first that are guessed.',
    help: 'It is on the list of common passwords, or little more than the e-mail address or the name of this product.',
  },
})
