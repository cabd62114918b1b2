import { errorCodes } from '#/platform/errors/app-error.ts'

/** The codes of this module. */
export const organizationErrors = errorCodes({
  organization_not_found: {
    error: 'not_found',
    message: 'There is no such organization.',
    help: 'Organization ids begin with org_. To people who are not members of one, it does not exist.',
  },
  slug_taken: {
    error: 'conflict',
    message: 'Another organization has this slug.',
    help: 'Choose another one. Upper and lower case make no difference.',
  },
  organization_creation_off: {
    error: 'forbidden',
    message: 'People do not create organizations here.',
    help: 'Ask an operator: the setting organizations.self_creation allows it, and POST /api/v1/admin/organizations creates one with an owner.',
  },
  organization_permission_needed: {
    error: 'forbidden',
    message: 'Your role in this organization does not allow this.',
    help: 'details.required_permission names what is missing. An owner can give you a role that permits it.',
  },
  role_above_own: {
    error: 'forbidden',
    message: 'This role permits more than your own.',
    help: 'Nobody gives, takes or changes a role that permits what their own does not. Ask an owner.',
  },
  verified_address_needed: {
    error: 'forbidden',
    message: 'This needs an e-mail address that you have confirmed.',
    help: 'Use the link you were mailed, or ask for another with POST /api/v1/auth/email/verify/send.',
  },
  member_not_found: {
    error: 'not_found',
    message: 'This user is not a member of the organization.',
    help: 'The list of members has the ids.',
  },
  already_member: {
    error: 'conflict',
    message: 'This person is a member already.',
    help: 'PATCH the member to change the role.',
  },
  member_disabled: {
    error: 'conflict',
    message: 'This user is disabled and can not join.',
    help: 'Enable the user first.',
  },
  last_organization_owner: {
    error: 'conflict',
    message: 'An organization needs an owner who can sign in.',
    help: 'Make another member an owner first, or delete the organization. details.organizations names those that would have none.',
  },
  organization_role_not_found: {
    error: 'not_found',
    message: 'The organization has no such role.',
    help: 'The list of roles has the ids.',
  },
  organization_role_name_taken: {
    error: 'conflict',
    message: 'The organization has a role of this name.',
    help: 'Choose another name. The built-in roles are owner, admin and member.',
  },
  organization_role_built_in: {
    error: 'conflict',
    message: 'The built-in roles stay as they are.',
    help: 'Create a role of your own with the permissions you want.',
  },
  organization_role_in_use: {
    error: 'conflict',
    message: 'Members or open invitations have this role.',
    help: 'details says how many. Give them another role first.',
  },
  organization_role_limit: {
    error: 'conflict',
    message: 'The organization has as many roles as it can have.',
    help: 'Delete one that nobody has.',
  },
  invitation_not_found: {
    error: 'not_found',
    message: 'There is no such invitation.',
    help: 'Use the whole link of the newest mail: a newer one makes the earlier ones void.',
  },
  invitation_expired: {
    error: 'gone',
    message: 'The time of this invitation is over.',
    help: 'Ask whoever invited you to send it again. Invitations are open for seven days.',
  },
  invitation_over: {
    error: 'gone',
    message: 'This invitation was used, declined or taken back.',
    help: 'Ask whoever invited you for a new one, if you are not a member already.',
  },
  invitation_for_other_address: {
    error: 'forbidden',
    message: 'This invitation is for another e-mail address than yours.',
    help: 'Sign in as the user with the address that the mail went to.',
  },
})
