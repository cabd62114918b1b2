import { errorCodes } from '#/platform/errors/app-error.ts'

/** The codes of this module. */
export const vaultErrors = errorCodes({
  vault_provider_not_found: {
    error: 'not_found',
    message: 'The vault has no such provider.',
    help: 'GET /api/v1/vault/providers lists those there are.',
  },
  vault_provider_name_taken: {
    error: 'conflict',
    message: 'Another provider of the vault has this name.',
    help: 'The name is part of the callback address. Choose another one.',
  },
  vault_provider_disabled: {
    error: 'forbidden',
    message: 'This provider of the vault is turned off.',
    help: 'An operator turns it on again with active.',
  },
  vault_attempt_over: {
    error: 'invalid_request',
    message: 'This is not what this browser is waiting for.',
    help: 'The state is good once, for ten minutes, for one provider, and for the person and browser that set out. Start again.',
    pointer: '/state',
  },
  vault_connection_refused: {
    error: 'invalid_request',
    message: 'The provider did not let the account be connected.',
    help: 'The person said no there, or the provider refused. Nothing was kept.',
    pointer: '/error',
  },
  vault_connection_not_found: {
    error: 'not_found',
    message: 'There is no such connected account.',
    help: 'details.connect_url is where the person connects one.',
  },
  vault_connection_exists: {
    error: 'conflict',
    message: 'This account is being connected in another window.',
    help: 'Read the list of connected accounts again.',
  },
  too_many_vault_connections: {
    error: 'conflict',
    message: 'There are too many connected accounts.',
    help: 'A person connects up to 100. Disconnect one first.',
  },
  vault_connection_ambiguous: {
    error: 'conflict',
    message: 'The person has several accounts there.',
    help: 'details.connections lists them. Name one by ?connection=.',
  },
  vault_scopes_missing: {
    error: 'conflict',
    message: 'The connected account does not carry these scopes.',
    help: 'details.missing_scopes names them; details.connect_url is where the person can add them.',
  },
  vault_needs_reauth: {
    error: 'conflict',
    message: 'Only the person can open this account again.',
    help: 'The provider ended what it had given. details.connect_url is where the person connects it again.',
  },
  vault_person_required: {
    error: 'forbidden',
    message: 'The access token is not for a person.',
    help: 'The vault keeps accounts of people. Use a token that a person gave, or one exchanged from it.',
  },
  vault_grant_missing: {
    error: 'forbidden',
    message: 'The person has not let this client use the account so.',
    help: 'details.grant_url is where the person can. Every client that a token went through needs it: details.client_id names the one that lacks it, details.missing_scopes what it lacks.',
  },
  vault_client_not_allowed: {
    error: 'forbidden',
    message: 'The operator does not let this client use the provider so.',
    help: 'allowed_clients of the provider says which clients may, and with which scopes at most. details.client_id names the one that may not.',
  },
  vault_grant_not_found: {
    error: 'not_found',
    message: 'There is no such grant.',
    help: 'GET /api/v1/vault/grants lists what clients may use. Those of other people are not shown.',
  },
  vault_path_ambiguous: {
    error: 'invalid_request',
    message: 'The path could be read as more than one.',
    help: 'Leave out dot segments, empty segments, backslashes, semicolons, and escapes of these, of slashes and of percent signs. Nothing was sent.',
  },
  vault_proxy_off: {
    error: 'forbidden',
    message: 'This provider takes no calls through the vault.',
    help: 'An operator says by proxy of the provider which calls go through.',
  },
  vault_call_not_allowed: {
    error: 'forbidden',
    message: 'The operator does not let this call through.',
    help: 'proxy of the provider says which hosts, methods and paths agents may call. Nothing was sent.',
  },
  vault_upstream_timed_out: {
    error: 'gateway_timeout',
    message: 'The provider did not respond in time.',
    help: 'The call may have been carried out. Try again after the seconds in Retry-After if that does no harm.',
  },
  vault_upstream_failed: {
    error: 'bad_gateway',
    message: 'The provider could not be reached, or did not understand.',
    help: 'Try again after the seconds in Retry-After. The log of the server says what went wrong.',
  },
})
