import { errorCodes } from '#/platform/errors/app-error.ts'

/** The codes of this module. */
export const userErrors = errorCodes({
  user_not_found: {
    error: 'not_found',
    message: 'There is no user with this id.',
    help: 'User ids begin with usr_. A deleted user has none.',
  },
  invalid_email: {
    error: 'invalid_request',
    message: 'This is not an e-mail address we can take.',
    help: 'Give one plain address such as maya@example.com, at most 254 characters, without a display name or quotes.',
    pointer: '/email',
  },
  invalid_name: {
    error: 'invalid_request',
    message: 'This is not a name we can take.',
    help: 'A name has at most 200 characters and no control, direction or invisible characters.',
    pointer: '/name',
  },
  email_taken: {
    error: 'conflict',
    message: 'Another user has this e-mail address.',
    help: 'Addresses that differ in case or in full-width letters only are the same address. Sign in instead, by a link in your mail if the password is not yours: the first proof of an address ends what was set up before it, and an account whose address nobody proves is removed after 7 days.',
  },
  sign_up_closed: {
    error: 'forbidden',
    message: 'Signing up is not open to this address.',
    help: 'The settings signup.mode and signup.domains decide. An operator can create the user, or an organization invite them where invitations let people in.',
  },
  metadata_too_large: {
    error: 'invalid_request',
    message: 'Metadata holds at most 16 KiB.',
    help: 'Counted as JSON in UTF-8, after the patch was merged in. Keep large things elsewhere and note their ids.',
    pointer: '/metadata',
  },
  user_is_disabled: {
    error: 'conflict',
    message: 'This user is disabled, so nobody can allow anything in their name.',
    help: 'Enable the user first, with disabled: false.',
  },
  last_owner: {
    error: 'conflict',
    message: 'The last owner of the server can not be deleted, disabled or given another role.',
    help: 'Give another user the role owner first.',
  },
})
