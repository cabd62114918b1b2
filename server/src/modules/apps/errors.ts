import { errorCodes } from '#/platform/errors/app-error.ts'

/** What can go wrong with applications. */
export const appErrors = errorCodes({
  app_not_found: {
    error: 'not_found',
    message: 'There is no application with this id.',
    help: 'Use the id (app_...) or the client_id of an application; GET /api/v1/admin/apps lists them.',
  },
  app_has_no_secret: {
    error: 'conflict',
    message: 'This application does not authenticate with a secret.',
    help: 'Single-page and native applications have none; those with private_key_jwt change their jwks with PATCH.',
  },
  app_inactive: {
    error: 'conflict',
    message: 'This application is deactivated.',
    help: 'Activate it first: PATCH with active true.',
  },
  app_snippet_not_available: {
    error: 'not_found',
    message: 'There is no snippet in this language for this application.',
    help: 'Without language every snippet there is comes back, with the reason for each that is missing.',
  },
})
