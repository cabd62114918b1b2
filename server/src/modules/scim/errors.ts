import { AppError, errorCodes } from '#/platform/errors/app-error.ts'
import type { ErrorCode } from '#/platform/errors/app-error.ts'

/** The codes of this module. Those of the protocol carry the `scimType` of RFC 7644 §3.12 in their details. */
export const scimErrors = errorCodes({
  scim_invalid_filter: {
    error: 'invalid_request',
    message: 'The filter can not be read.',
    help: 'eq, co, sw, and, or and parentheses are known, over userName, externalId, id, displayName, active, emails.value and, of groups, members.value.',
  },
  scim_invalid_path: {
    error: 'invalid_request',
    message: 'The path of an operation can not be read.',
    help: 'A path is an attribute, with a filter in brackets and a sub-attribute where it has some (RFC 7644 §3.5.2).',
  },
  scim_no_target: {
    error: 'invalid_request',
    message: 'An operation has nothing to act on.',
    help: 'A remove names what it removes.',
  },
  scim_invalid_value: {
    error: 'invalid_request',
    message: 'A value does not fit its attribute.',
    help: 'details name the attribute. The address of a person is of a verified domain of the connection.',
  },
  scim_uniqueness: {
    error: 'conflict',
    message: 'Something else has this name.',
    help: 'Somebody outside of the connection who has the address joins it by signing in through it once.',
  },
  scim_resource_not_found: {
    error: 'not_found',
    message: 'The connection has no such resource.',
    help: 'People and groups are known by the id that their creation gave out.',
  },
  scim_version_mismatch: {
    error: 'precondition_failed',
    message: 'The resource changed since it was read.',
    help: 'Read it again and send its meta.version in If-Match.',
  },
  scim_person_protected: {
    error: 'forbidden',
    message: 'The person runs this server.',
    help: 'People with a system role are changed by operators, never by provisioning.',
  },
  scim_token_not_found: {
    error: 'not_found',
    message: 'The connection has no such token.',
    help: 'GET /api/v1/sso/connections/{id}/scim-tokens lists those it has.',
  },
  too_many_scim_tokens: {
    error: 'conflict',
    message: 'The connection has too many tokens.',
    help: 'A connection has up to 5. Revoke one first.',
  },
})

const scimTypes: ReadonlyMap<ErrorCode, string> = new Map([
  [scimErrors.scim_invalid_filter, 'invalidFilter'],
  [scimErrors.scim_invalid_path, 'invalidPath'],
  [scimErrors.scim_no_target, 'noTarget'],
  [scimErrors.scim_invalid_value, 'invalidValue'],
  [scimErrors.scim_uniqueness, 'uniqueness'],
])

/** An error of the protocol, with its `scimType` and a sentence that says more. */
export function scimError(code: ErrorCode, message?: string): AppError {
  const scimType = scimTypes.get(code)
  return new AppError(code, {
    ...(message !== undefined && { message }),
    details: scimType === undefined ? {} : { scim_type: scimType },
  })
}
