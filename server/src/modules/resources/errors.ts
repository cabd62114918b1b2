import { errorCodes } from '#/platform/errors/app-error.ts'

/** The codes of this module. */
export const resourceErrors = errorCodes({
  resource_not_found: {
    error: 'not_found',
    message: 'There is no resource with this id.',
    help: 'GET /api/v1/admin/resources lists the resources; ?uri= finds the one at an address.',
  },
  resource_exists: {
    error: 'conflict',
    message: 'This address is a resource already.',
    help: 'GET /api/v1/admin/resources?uri= finds it. An address with and without a slash at its end is the same one.',
  },
})
