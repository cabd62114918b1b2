import { errorCodes } from '#/platform/errors/app-error.ts'

/** The codes of this module. */
export const proxyErrors = errorCodes({
  proxy_upstream_not_found: {
    error: 'not_found',
    message: 'There is no upstream with this id.',
    help: 'GET /api/v1/admin/proxy/upstreams lists the hosts that the gateway answers for.',
  },
  proxy_host_exists: {
    error: 'conflict',
    message: 'The gateway answers for this host already.',
    help: 'GET /api/v1/admin/proxy/upstreams?host= finds it. One host has one upstream.',
    pointer: '/host',
  },
  too_many_proxy_upstreams: {
    error: 'conflict',
    message: 'The gateway answers for as many hosts as it can.',
    help: 'Delete one that nobody needs.',
  },
  proxy_start_failed: {
    error: 'conflict',
    message: 'The gateway can not listen on this node.',
    help: 'details.last_error says why; most often another process has the port of MANDATE_PROXY_PORT. It is tried again by itself.',
  },
  too_many_status_streams: {
    error: 'rate_limited',
    message: 'As many readers follow the gateway as one process serves.',
    help: 'Close a stream that nobody reads, or ask GET /api/v1/admin/proxy/status now and then.',
  },
  gateway_request_gone: {
    error: 'gone',
    message: 'This way to a host behind the gateway is over.',
    help: 'Open the page of the host again: it leads here anew.',
  },
  gateway_step_up_unmet: {
    error: 'forbidden',
    message: 'The page needs a stronger sign-in than this account has.',
    help: 'Add a second factor or a passkey on the account page, and open the page again.',
  },
  gateway_unauthenticated: {
    error: 'unauthorized',
    message: 'Nobody is signed in at this host, and there is no token for it.',
    help: 'X-Mandate-Sign-In leads a browser to sign in, WWW-Authenticate tells programs which token they need; details.reason says what is missing.',
  },
  gateway_denied: {
    error: 'forbidden',
    message: 'No rule of the gateway lets this request through.',
    help: 'details.reason says why; POST /api/v1/admin/proxy/simulate shows the rule.',
  },
  forward_auth_untrusted: {
    error: 'forbidden',
    message: 'Only a listed proxy may ask about requests of others.',
    help: 'Name the address of the proxy in MANDATE_TRUSTED_PROXIES.',
  },
  forward_auth_incomplete: {
    error: 'forbidden',
    message: 'The proxy does not say which request it asks about.',
    help: 'Send X-Forwarded-Method, X-Forwarded-Host and X-Forwarded-Uri once each, as the guide of the gateway shows.',
  },
  proxy_rules_unreadable: {
    error: 'unavailable',
    message: 'The rules of the gateway hold something that this server can not read, so it lets nobody through.',
    help: 'The log names the rule. A newer server may have written it: update this node, or replace the rule.',
  },
  proxy_rule_not_found: {
    error: 'not_found',
    message: 'There is no rule of the gateway with this id.',
    help: 'GET /api/v1/admin/proxy/rules/db lists the rules.',
  },
  too_many_proxy_rules: {
    error: 'conflict',
    message: 'There are as many rules as there can be.',
    help: 'Let one pattern stand for several, or delete rules that nobody needs.',
  },
})
