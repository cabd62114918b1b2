import { errorCodes } from '#/platform/errors/app-error.ts'

/** The codes of this module. */
export const ssoErrors = errorCodes({
  sso_connection_not_found: {
    error: 'not_found',
    message: 'There is no such connection for single sign-on.',
    help: 'GET /api/v1/sso/connections lists those there are. One that is turned off signs nobody in.',
  },
  sso_connection_in_use: {
    error: 'conflict',
    message: 'People sign in through this connection, so its identity provider stays.',
    help: 'Subjects of another issuer may be other people. Set up a second connection, and delete this one when nobody needs it.',
  },
  sso_connection_changed: {
    error: 'conflict',
    message: 'The connection changed since it was read.',
    help: 'Nothing was replaced. Read the connection again, make the change in what it is now, and send its version as current_version.',
  },
  sso_route_not_found: {
    error: 'not_found',
    message: 'People with such an address sign in here, and not where they work.',
    help: 'No connection that is turned on speaks for the domain. Go on with POST /api/v1/auth/login or another way.',
  },
  sso_required: {
    error: 'forbidden',
    message: 'People with this address sign in where they work.',
    help: 'details.redirect_url is where the browser does that; details.connections names the companies.',
  },
  sso_attempt_over: {
    error: 'invalid_request',
    message: 'This sign-in is not one that this browser is waiting for.',
    help: 'It is good once, for ten minutes, for one connection as it was, and in the browser that set out. Start again.',
    pointer: '/state',
  },
  sso_unavailable: {
    error: 'unavailable',
    message: 'The identity provider could not be reached.',
    help: 'Try again later. The log of the server says what went wrong.',
  },
  sso_test_link_over: {
    error: 'invalid_request',
    message: 'This link to try a connection is over.',
    help: 'It is good for an hour, and for the connection as it was. POST /api/v1/sso/connections/{id}/test makes another one.',
    pointer: '/link',
  },
  sso_join_over: {
    error: 'invalid_request',
    message: 'There is nothing to connect to this account any more.',
    help: 'What waits is good once, for fifteen minutes, for one account, and in the browser that came back. Sign in with the company again.',
    pointer: '/join',
  },
  sso_join_unproven: {
    error: 'forbidden',
    message: 'Nobody has confirmed the address of this account.',
    help: 'Sign in by a link in the mail, which confirms it. Then sign in with the company again.',
  },
  sso_identity_not_found: {
    error: 'not_found',
    message: 'The user is not known to single sign-on by this id.',
    help: 'GET /api/v1/users/{id}/sso-identities lists what connections know a user by.',
  },
  sso_domain_not_found: {
    error: 'not_found',
    message: 'The connection has no such domain.',
    help: 'GET /api/v1/sso/connections/{id}/domains lists those it has.',
  },
  sso_domain_taken: {
    error: 'conflict',
    message: 'The connection has this domain already.',
    help: 'Verify the one that is there, or delete it to get another challenge.',
  },
  too_many_sso_domains: {
    error: 'conflict',
    message: 'The connection has too many domains.',
    help: 'A connection speaks for up to 100. Delete one first.',
  },
  saml_response_refused: {
    error: 'invalid_request',
    message: 'The response of the identity provider can not be accepted.',
    help: 'The log has the reason under the id of the request. Signing in again from here helps when it came twice or too late.',
  },
  saml_key_not_found: {
    error: 'not_found',
    message: 'The connection has no such key.',
    help: 'GET /api/v1/sso/connections/{id}/saml-keys lists those it has.',
  },
  too_many_saml_keys: {
    error: 'conflict',
    message: 'The connection has two keys already.',
    help: 'Finish the rollover that is under way: activate the new key, then delete the old one.',
  },
  saml_key_active: {
    error: 'conflict',
    message: 'The key signs.',
    help: 'Add another key and activate it first.',
  },
  sso_domain_unproven: {
    error: 'conflict',
    message: 'The DNS of the domain does not say what it has to.',
    help: 'details.record is the TXT record that was looked for. What DNS says can take hours to get around.',
  },
})
