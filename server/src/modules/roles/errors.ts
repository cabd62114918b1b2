import { errorCodes } from '#/platform/errors/app-error.ts'

/** The codes of this module. */
export const roleErrors = errorCodes({
  role_not_found: {
    error: 'not_found',
    message: 'There is no role with this id.',
    help: 'GET /api/v1/roles lists the roles. The system roles of people who run the server are none of them.',
  },
  role_name_taken: {
    error: 'conflict',
    message: 'Another role has this name.',
    help: 'Names that differ only in case, width or spacing are the same name. GET /api/v1/roles?name= finds the role.',
  },
  role_full: {
    error: 'conflict',
    message: 'A role holds at most 500 permissions.',
    help: 'Use a wildcard such as documents:*, or a second role.',
  },
  permission_not_found: {
    error: 'not_found',
    message: 'There is no permission with this id.',
    help: 'GET /api/v1/permissions lists the permissions that roles can hold.',
  },
  permission_exists: {
    error: 'conflict',
    message: 'This permission is there already.',
    help: 'GET /api/v1/permissions?permission= finds it.',
  },
  permission_not_held: {
    error: 'not_found',
    message: 'The role does not hold this permission.',
    help: 'GET /api/v1/roles/{id} names the permissions of the role.',
  },
  role_not_assigned: {
    error: 'not_found',
    message: 'The user does not have this role.',
    help: 'GET /api/v1/users/{id}/roles lists the roles of the user. One whose time is over is gone.',
  },
  too_many_roles: {
    error: 'conflict',
    message: 'A user has at most 200 roles.',
    help: 'Put the permissions of several roles into one.',
  },
})
