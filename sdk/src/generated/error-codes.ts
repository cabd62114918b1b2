// Made from the OpenAPI document by `npm run generate`; changes here are lost.

/** Every code that an error of `/api/v1` may have, with its message. */
export interface ErrorCodes {
  /** This agent is active. */
  agent_active: true
  /** This agent does not authenticate with a secret. */
  agent_has_no_secret: true
  /** This agent is deactivated. */
  agent_inactive: true
  /** There is no agent with this id. */
  agent_not_found: true
  /** This person is a member already. */
  already_member: true
  /** This API key has expired. */
  api_key_expired: true
  /** This API key is turned off. */
  api_key_inactive: true
  /** There is no API key with this id. */
  api_key_not_found: true
  /** This allows more, or for longer, than you may give. */
  api_key_too_wide: true
  /** This application does not authenticate with a secret. */
  app_has_no_secret: true
  /** This application is deactivated. */
  app_inactive: true
  /** There is no application with this id. */
  app_not_found: true
  /** There is no snippet in this language for this application. */
  app_snippet_not_available: true
  /** There is no such file. */
  asset_not_found: true
  /** No checkpoint covers this place in the chain. */
  audit_checkpoint_not_found: true
  /** Entries that the purge would remove do not verify: they are evidence. */
  audit_log_broken: true
  /** There is no audit entry with this id. */
  audit_log_not_found: true
  /** Somebody else is purging the audit log. */
  audit_purge_in_progress: true
  /** This sign-in was started in another browser or by another person. */
  authorization_request_foreign: true
  /** This sign-in was finished already, or it took too long. */
  authorization_request_gone: true
  /** An address is not one that people can be sent to. */
  branding_address_not_allowed: true
  /** The published branding or the draft changed since it was read. */
  branding_changed: true
  /** There is no draft of the branding. */
  branding_draft_not_found: true
  /** There is no preview of such a page. */
  branding_page_not_found: true
  /** A sentence is not one that pages can show. */
  branding_text_not_allowed: true
  /** There is no version of the branding with this number. */
  branding_version_not_found: true
  /** Another client has this client_id. */
  client_id_taken: true
  /** There is no such logo. */
  client_logo_not_found: true
  /** The object is not in a state that allows this. */
  conflict: true
  /** There is no such consent, or it was taken back already. */
  consent_not_found: true
  /** Some people could not read the pages in these colours. */
  contrast_too_low: true
  /** The request did not prove that it comes from our own page. */
  csrf_failed: true
  /** There is no message with this id in the inbox. */
  dev_email_not_found: true
  /** There is no inbox: mail is really sent. */
  dev_inbox_off: true
  /** The mode dev is for a server that only its own machine can reach. */
  dev_mode_exposed: true
  /** This code was answered already, or it has expired. Nothing was changed. Get a new code on your device. */
  device_code_gone: true
  /** No device shows this code. */
  device_code_not_found: true
  /** This would administer the server, and only those who run it can allow that. */
  device_needs_operator: true
  /** Mail can not be sent this way. */
  email_config_invalid: true
  /** No more mail may be sent for now. */
  email_limit_reached: true
  /** The message could not be sent. */
  email_not_sent: true
  /** Another user has this e-mail address. */
  email_taken: true
  /** The template can not be used. */
  email_template_invalid: true
  /** There is no e-mail template with this id. */
  email_template_not_found: true
  /** The user has this address already. */
  email_unchanged: true
  /** The code does not fit the new secret. */
  enrollment_code_wrong: true
  /** Confirm your e-mail address before you set up a second factor or a passkey. */
  factor_needs_verified_email: true
  /** The first admin key is not given out here. */
  firstboot_key_unavailable: true
  /** This sign-in is at work in another request. */
  flow_busy: true
  /** Somebody saved another version of this flow in the meantime. */
  flow_changed: true
  /** The rules for signing in changed at this moment. */
  flow_ended: true
  /** There is no flow with this id. */
  flow_not_found: true
  /** There is no run with this id. */
  flow_run_not_found: true
  /** This flow has no such version. */
  flow_version_not_found: true
  /** You may not do this. */
  forbidden: true
  /** The proxy does not say which request it asks about. */
  forward_auth_incomplete: true
  /** Only a listed proxy may ask about requests of others. */
  forward_auth_untrusted: true
  /** No rule of the gateway lets this request through. */
  gateway_denied: true
  /** This way to a host behind the gateway is over. */
  gateway_request_gone: true
  /** The page needs a stronger sign-in than this account has. */
  gateway_step_up_unmet: true
  /** Nobody is signed in at this host, and there is no token for it. */
  gateway_unauthenticated: true
  /** The headers of the request are too large. */
  headers_too_large: true
  /** A request with this Idempotency-Key is still being worked on. */
  idempotency_in_progress: true
  /** This Idempotency-Key was used with another body. */
  idempotency_key_reused: true
  /** The credential does not carry the scope this route needs. */
  insufficient_scope: true
  /** Something failed on our side. */
  internal_error: true
  /** The e-mail address or the password is wrong. */
  invalid_credentials: true
  /** The cursor is not one this list gave out. */
  invalid_cursor: true
  /** This is not an e-mail address we can take. */
  invalid_email: true
  /** This is not a name we can take. */
  invalid_name: true
  /** This is not a name a passkey can have. */
  invalid_passkey_name: true
  /** client_id_pattern must be a GLOB of 1 to 256 characters. */
  invalid_pattern: true
  /** The request is not valid. */
  invalid_request: true
  /** The time of this invitation is over. */
  invitation_expired: true
  /** This invitation is for another e-mail address than yours. */
  invitation_for_other_address: true
  /** There is no such invitation. */
  invitation_not_found: true
  /** This invitation was used, declined or taken back. */
  invitation_over: true
  /** This is the last API key that opens everything, and nobody owns the server who could make another. */
  last_admin_key: true
  /** An organization needs an owner who can sign in. */
  last_organization_owner: true
  /** The last owner of the server can not be deleted, disabled or given another role. */
  last_owner: true
  /** This is the only way to sign in that is left. */
  last_way_to_sign_in: true
  /** This link was asked for in another browser. */
  link_from_other_browser: true
  /** This link does not work, or does not work any more. */
  link_invalid: true
  /** Reading the mail is not enough to confirm this address. */
  link_needs_sign_in: true
  /** The picture has too many or too few pixels. */
  logo_dimensions: true
  /** The upload holds no logo. */
  logo_missing: true
  /** A logo is a PNG, JPEG or WebP picture. */
  logo_type_not_supported: true
  /** The picture is cut off or broken. */
  logo_unreadable: true
  /** This user is disabled and can not join. */
  member_disabled: true
  /** This user is not a member of the organization. */
  member_not_found: true
  /** Metadata holds at most 16 KiB. */
  metadata_too_large: true
  /** This path does not take that method. */
  method_not_allowed: true
  /** An authenticator app is set up already. */
  mfa_already_enabled: true
  /** The code is wrong, or was used already. */
  mfa_code_wrong: true
  /** This sign-in needs a second factor, and you have none yet. */
  mfa_enrollment_required: true
  /** No second factor is set up. */
  mfa_not_enabled: true
  /** No authenticator app waits to be activated. */
  mfa_not_enrolled: true
  /** This session does not wait for a second factor. */
  mfa_not_pending: true
  /** With a second factor set up, a password alone does not prove that it is you. */
  mfa_proof_required: true
  /** This sign-in waits for the second factor. */
  mfa_required: true
  /** There is no such object. */
  not_found: true
  /** Nobody is signed in here. */
  not_signed_in: true
  /** This user has no such account at a provider. */
  oauth_account_not_found: true
  /** People do not create organizations here. */
  organization_creation_off: true
  /** There is no such organization. */
  organization_not_found: true
  /** Your role in this organization does not allow this. */
  organization_permission_needed: true
  /** The built-in roles stay as they are. */
  organization_role_built_in: true
  /** Members or open invitations have this role. */
  organization_role_in_use: true
  /** The organization has as many roles as it can have. */
  organization_role_limit: true
  /** The organization has a role of this name. */
  organization_role_name_taken: true
  /** The organization has no such role. */
  organization_role_not_found: true
  /** You have no passkey with this id. */
  passkey_not_found: true
  /** This passkey did not let you in. */
  passkey_refused: true
  /** This passkey can not be registered. */
  passkey_registration_refused: true
  /** This passkey is registered already. */
  passkey_taken: true
  /** This needs the current password. */
  password_needed: true
  /** This password is among the first that are guessed. */
  password_too_common: true
  /** The password is longer than 1024 characters. */
  password_too_long: true
  /** The password is too short. */
  password_too_short: true
  /** The body is larger than this route takes. */
  payload_too_large: true
  /** This permission is there already. */
  permission_exists: true
  /** There is no permission with this id. */
  permission_not_found: true
  /** The role does not hold this permission. */
  permission_not_held: true
  /** This agent has no such policy. */
  policy_not_found: true
  /** Another provider has this name. */
  provider_name_taken: true
  /** There is no such provider to sign in with. */
  provider_not_found: true
  /** The provider could not be reached. */
  provider_unavailable: true
  /** The gateway answers for this host already. */
  proxy_host_exists: true
  /** There is no rule of the gateway with this id. */
  proxy_rule_not_found: true
  /** The rules of the gateway hold something that this server can not read, so it lets nobody through. */
  proxy_rules_unreadable: true
  /** The gateway can not listen on this node. */
  proxy_start_failed: true
  /** There is no upstream with this id. */
  proxy_upstream_not_found: true
  /** Too many attempts. */
  rate_limited: true
  /** This needs a fresh proof that it is you. */
  reauthentication_required: true
  /** Registration by token needs a registration token. */
  registration_token_missing: true
  /** The request took too long to arrive. */
  request_timeout: true
  /** This address is a resource already. */
  resource_exists: true
  /** There is no resource with this id. */
  resource_not_found: true
  /** This role permits more than your own. */
  role_above_own: true
  /** A role holds at most 500 permissions. */
  role_full: true
  /** Another role has this name. */
  role_name_taken: true
  /** The user does not have this role. */
  role_not_assigned: true
  /** There is no role with this id. */
  role_not_found: true
  /** This sign-in at a provider is not one that this browser is waiting for. */
  round_trip_over: true
  /** No route has this path. */
  route_not_found: true
  /** The key signs. */
  saml_key_active: true
  /** The connection has no such key. */
  saml_key_not_found: true
  /** The response of the identity provider can not be accepted. */
  saml_response_refused: true
  /** You have a view of this name for that list. */
  saved_view_exists: true
  /** There is no such view. */
  saved_view_not_found: true
  /** The view belongs to somebody else. */
  saved_view_of_another: true
  /** The filter can not be read. */
  scim_invalid_filter: true
  /** The path of an operation can not be read. */
  scim_invalid_path: true
  /** A value does not fit its attribute. */
  scim_invalid_value: true
  /** An operation has nothing to act on. */
  scim_no_target: true
  /** The person runs this server. */
  scim_person_protected: true
  /** The connection has no such resource. */
  scim_resource_not_found: true
  /** The connection has no such token. */
  scim_token_not_found: true
  /** Something else has this name. */
  scim_uniqueness: true
  /** The resource changed since it was read. */
  scim_version_mismatch: true
  /** There is no such session, or it ended already. */
  session_not_found: true
  /** This setup link is not valid. */
  setup_token_invalid: true
  /** No sign-in waits here. */
  sign_in_not_waiting: true
  /** This sign-in was stopped. */
  sign_in_stopped: true
  /** This sign-in has a step left. */
  sign_in_unfinished: true
  /** Signing up is not open to this address. */
  sign_up_closed: true
  /** There is no such signing key, or it was dropped already. */
  signing_key_not_found: true
  /** Another organization has this slug. */
  slug_taken: true
  /** This sign-in is not one that this browser is waiting for. */
  sso_attempt_over: true
  /** The connection changed since it was read. */
  sso_connection_changed: true
  /** People sign in through this connection, so its identity provider stays. */
  sso_connection_in_use: true
  /** There is no such connection for single sign-on. */
  sso_connection_not_found: true
  /** The connection has no such domain. */
  sso_domain_not_found: true
  /** The connection has this domain already. */
  sso_domain_taken: true
  /** The DNS of the domain does not say what it has to. */
  sso_domain_unproven: true
  /** The user is not known to single sign-on by this id. */
  sso_identity_not_found: true
  /** There is nothing to connect to this account any more. */
  sso_join_over: true
  /** Nobody has confirmed the address of this account. */
  sso_join_unproven: true
  /** People with this address sign in where they work. */
  sso_required: true
  /** People with such an address sign in here, and not where they work. */
  sso_route_not_found: true
  /** This link to try a connection is over. */
  sso_test_link_over: true
  /** The identity provider could not be reached. */
  sso_unavailable: true
  /** There is no token with this jti. */
  token_not_found: true
  /** So many follow the events that this process opens no more streams, or none for you. */
  too_many_event_streams: true
  /** There are as many flows as there can be. */
  too_many_flows: true
  /** So many log streams are open that this process opens no more. */
  too_many_log_streams: true
  /** There is no room for another passkey. */
  too_many_passkeys: true
  /** There are as many rules as there can be. */
  too_many_proxy_rules: true
  /** The gateway answers for as many hosts as it can. */
  too_many_proxy_upstreams: true
  /** A user has at most 200 roles. */
  too_many_roles: true
  /** The connection has two keys already. */
  too_many_saml_keys: true
  /** You have 100 saved views, which is the most. */
  too_many_saved_views: true
  /** The connection has too many tokens. */
  too_many_scim_tokens: true
  /** The connection has too many domains. */
  too_many_sso_domains: true
  /** As many readers follow the gateway as one process serves. */
  too_many_status_streams: true
  /** There are too many connected accounts. */
  too_many_vault_connections: true
  /** There are as many webhooks as there can be. */
  too_many_webhooks: true
  /** This route needs a valid credential. */
  unauthorized: true
  /** The server can not serve this right now. */
  unavailable: true
  /** The body has a content type this route does not take. */
  unsupported_media_type: true
  /** This user has been disabled. */
  user_disabled: true
  /** This user is disabled, so nobody can allow anything in their name. */
  user_is_disabled: true
  /** There is no user with this id. */
  user_not_found: true
  /** This is not what this browser is waiting for. */
  vault_attempt_over: true
  /** The operator does not let this call through. */
  vault_call_not_allowed: true
  /** The operator does not let this client use the provider so. */
  vault_client_not_allowed: true
  /** The person has several accounts there. */
  vault_connection_ambiguous: true
  /** This account is being connected in another window. */
  vault_connection_exists: true
  /** There is no such connected account. */
  vault_connection_not_found: true
  /** The provider did not let the account be connected. */
  vault_connection_refused: true
  /** The person has not let this client use the account so. */
  vault_grant_missing: true
  /** There is no such grant. */
  vault_grant_not_found: true
  /** Only the person can open this account again. */
  vault_needs_reauth: true
  /** The path could be read as more than one. */
  vault_path_ambiguous: true
  /** The access token is not for a person. */
  vault_person_required: true
  /** This provider of the vault is turned off. */
  vault_provider_disabled: true
  /** Another provider of the vault has this name. */
  vault_provider_name_taken: true
  /** The vault has no such provider. */
  vault_provider_not_found: true
  /** This provider takes no calls through the vault. */
  vault_proxy_off: true
  /** The connected account does not carry these scopes. */
  vault_scopes_missing: true
  /** The provider could not be reached, or did not understand. */
  vault_upstream_failed: true
  /** The provider did not respond in time. */
  vault_upstream_timed_out: true
  /** This needs an e-mail address that you have confirmed. */
  verified_address_needed: true
  /** This webhook has no delivery with this id. */
  webhook_delivery_not_found: true
  /** This webhook is disabled, so nothing is sent to it. */
  webhook_disabled: true
  /** There is no webhook with this id. */
  webhook_not_found: true
  /** The server does not send anything to this address. */
  webhook_url_not_allowed: true
}
