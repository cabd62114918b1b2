// Made from the OpenAPI document by `npm run generate`; changes here are lost.
import { path } from '#/client/path.ts'
import type { RequestOptions } from '#/client/options.ts'
import type { PageRequest } from '#/client/pages.ts'
import type { Transport } from '#/client/transport.ts'
import type { ActingClient, DryRun, EndedCounts, OAuthAccount, Passkey, SsoIdentity, TokenDryRun } from './shared.ts'

/** What a person does about themselves: signing up and in, factors, addresses, sessions, who acts for them. */
export class AuthApi {
  readonly #transport: Transport
  readonly agents: AuthAgentsApi
  readonly consents: AuthConsentsApi
  readonly flow: AuthFlowApi
  readonly mfa: AuthMfaApi
  readonly oauthAccounts: AuthOauthAccountsApi
  readonly passkeys: AuthPasskeysApi
  readonly providers: AuthProvidersApi
  readonly sessions: AuthSessionsApi
  readonly ssoIdentities: AuthSsoIdentitiesApi

  constructor(transport: Transport) {
    this.#transport = transport
    this.agents = new AuthAgentsApi(transport)
    this.consents = new AuthConsentsApi(transport)
    this.flow = new AuthFlowApi(transport)
    this.mfa = new AuthMfaApi(transport)
    this.oauthAccounts = new AuthOauthAccountsApi(transport)
    this.passkeys = new AuthPasskeysApi(transport)
    this.providers = new AuthProvidersApi(transport)
    this.sessions = new AuthSessionsApi(transport)
    this.ssoIdentities = new AuthSsoIdentitiesApi(transport)
  }

  /**
   * Begin to prove by a passkey that it is still oneself.
   *
   * Answers what navigator.credentials.get() needs, for one’s own passkeys. The challenge works once, for five minutes.
   * Session of a signed-in person.
   */
  beginReauthentication(options?: RequestOptions): Promise<AuthBeginReauthenticationResult> {
    return this.#transport.request('POST', '/api/v1/auth/reauthenticate/options', options)
  }

  /**
   * Ask for another address.
   *
   * Mails a link to the new address; the change is made when it is used. The old address is told. An address that
   * belongs to somebody else gets no mail, and the response is the same. Session of a signed-in person.
   */
  changeEmail(body: AuthChangeEmailBody, options?: RequestOptions): Promise<AuthChangeEmailResult> {
    return this.#transport.request('POST', '/api/v1/auth/email/change', { ...options, body })
  }

  /**
   * Choose another password.
   *
   * Every other session and every token of the user ends. This browser gets a new session: use the csrf_token of the
   * response from then on. With a second factor, the sign-in must be fresh. Session of a signed-in person.
   */
  changePassword(body: AuthChangePasswordBody, options?: RequestOptions): Promise<Me> {
    return this.#transport.request('POST', '/api/v1/auth/password/change', { ...options, body })
  }

  /**
   * Delete oneself.
   *
   * Takes the password or a fresh sign-in. Ends sessions, tokens, consents, codes and factors in one transaction.
   * Whoever takes the address later inherits nothing. With dry_run it only answers what would end. Session of a
   * signed-in person.
   */
  deleteMe(body?: AuthDeleteMeBody, query?: AuthDeleteMeQuery, options?: RequestOptions): Promise<DryRun | undefined> {
    return this.#transport.request('DELETE', '/api/v1/auth/me', { ...options, body, query })
  }

  /**
   * Read who is signed in.
   *
   * With the csrf_token that goes with every change by this session. Session of a signed-in person.
   */
  getMe(options?: RequestOptions): Promise<Me> {
    return this.#transport.request('GET', '/api/v1/auth/me', options)
  }

  /**
   * Prove that it is still oneself.
   *
   * Takes one of password, code and passkey. Routes that responded with reauthentication_required work for five minutes
   * afterwards. The session goes on under a new cookie. Session of a signed-in person.
   */
  reauthenticate(body?: AuthReauthenticateBody, options?: RequestOptions): Promise<Me> {
    return this.#transport.request('POST', '/api/v1/auth/reauthenticate', { ...options, body })
  }

  /**
   * Mail a link that resets the password.
   *
   * Answers alike for every address. The link works once, for 30 minutes, and only the newest one does. How much mail
   * an address gets is limited. Open to everybody: whoever forgot their password can not sign in.
   */
  requestPasswordReset(body: AuthRequestPasswordResetBody, options?: RequestOptions): Promise<AuthRequestPasswordResetResult> {
    return this.#transport.request('POST', '/api/v1/auth/password/forgot', { ...options, body })
  }

  /**
   * Choose a new password with a link.
   *
   * Every session and token of the user ends in the same transaction. Nobody is signed in by it: sign in with the new
   * password, and the second factor if there is one. Where an auth flow has something to ask first, flow_waits is true.
   * Open to everybody: the link is the credential.
   */
  resetPassword(body: AuthResetPasswordBody, options?: RequestOptions): Promise<AuthResetPasswordResult> {
    return this.#transport.request('POST', '/api/v1/auth/password/reset', { ...options, body })
  }

  /**
   * Mail a link that confirms one’s address.
   *
   * The link works once, for 24 hours. Nothing is sent when the address is confirmed already. Also for a sign-in whose
   * auth flow asks for it. Session of a signed-in person.
   */
  sendEmailVerification(options?: RequestOptions): Promise<AuthSendEmailVerificationResult> {
    return this.#transport.request('POST', '/api/v1/auth/email/verify/send', options)
  }

  /**
   * Mail a link that signs in.
   *
   * Answers alike for every address. The link works once, for 15 minutes, in the browser that asked; in another one
   * after the person has confirmed. Open to everybody: it is how people sign in.
   */
  sendMagicLink(body: AuthSendMagicLinkBody, options?: RequestOptions): Promise<AuthSendMagicLinkResult> {
    return this.#transport.request('POST', '/api/v1/auth/magic-link/send', { ...options, body })
  }

  /**
   * Sign in with a password.
   *
   * Failures are limited per user and address, per address, and per user, on all nodes together. For a user with a
   * second factor the response is mfa_required, with the cookie of a session that opens nothing but mfa/challenge and
   * logout, for ten minutes. For somebody with a system role who has none it is mfa_enrollment_required where
   * operators.require_second_factor says so, and the session opens nothing but setting one up. Where an auth flow has a
   * step left, next says which; see auth/flow. Open to everybody: the credential is in the body.
   */
  signIn(body: AuthSignInBody, options?: RequestOptions): Promise<AuthSignInResult> {
    return this.#transport.request('POST', '/api/v1/auth/login', { ...options, body })
  }

  /**
   * Sign out.
   *
   * Ends the session, also one that waits for the second factor or an auth flow. The setting
   * sessions.logout_revokes_tokens decides on the tokens it brought forth. Session of a signed-in person.
   */
  signOut(options?: RequestOptions): Promise<void> {
    return this.#transport.request('POST', '/api/v1/auth/logout', options)
  }

  /**
   * Sign up.
   *
   * Creates a user and signs them in. A taken address gets email_taken, and one that may not sign up (signup.mode)
   * sign_up_closed; the number of attempts from one IP address is limited. Open to everybody: people sign up before
   * anybody knows them.
   */
  signUp(body: AuthSignUpBody, options?: RequestOptions): Promise<AuthSignUpResult> {
    return this.#transport.request('POST', '/api/v1/auth/signup', { ...options, body })
  }

  /**
   * Find out where people with an address sign in.
   *
   * By the domain of the address alone: the response is the same whether or not anybody here has it. Send the browser
   * to redirect_url; `request` and `next` may be added to it, as at /login. Open to everybody.
   */
  sso(query: AuthSsoQuery, options?: RequestOptions): Promise<SsoRoute> {
    return this.#transport.request('GET', '/api/v1/auth/sso', { ...options, query })
  }

  /**
   * Change one’s own name.
   *
   * A JSON merge patch (RFC 7396). The address has a route of its own, email/change. Session of a signed-in person.
   */
  updateMe(body: AuthUpdateMeBody, options?: RequestOptions): Promise<Me> {
    return this.#transport.request('PATCH', '/api/v1/auth/me', { ...options, body })
  }

  /**
   * Confirm an address with a link.
   *
   * For links that confirm an address and for those that change it. The user must be signed in, or their password sent
   * along: reading the mail alone could confirm an account that a stranger opened. Open to everybody: the link is the
   * credential, with a session or a password.
   */
  verifyEmail(body: AuthVerifyEmailBody, options?: RequestOptions): Promise<AuthVerifyEmailResult> {
    return this.#transport.request('POST', '/api/v1/auth/email/verify', { ...options, body })
  }

  /**
   * Sign in with a link.
   *
   * Responds with link_from_other_browser (403) in a browser that did not ask for the link, until confirm is true. The
   * first proof of an address removes a password that was chosen before it. For a user with a second factor the
   * response is mfa_required, and where an auth flow has a step left next says which, as at the sign-in. Open to
   * everybody: the link is the credential.
   */
  verifyMagicLink(body: AuthVerifyMagicLinkBody, options?: RequestOptions): Promise<AuthVerifyMagicLinkResult> {
    return this.#transport.request('POST', '/api/v1/auth/magic-link/verify', { ...options, body })
  }
}

/** `auth.agents` */
export class AuthAgentsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * List agents and apps that act for me.
   *
   * Whoever has a living consent or token for me, and how many tokens live. Session of a signed-in person.
   */
  list(query?: AuthAgentsListQuery, options?: RequestOptions): PageRequest<ActingClient> {
    return this.#transport.list('/api/v1/auth/agents', { ...options, query })
  }

  /**
   * Stop agents and apps from acting for me.
   *
   * Ends their consents, codes and tokens for me in one transaction, and nobody else’s. Session of a signed-in person.
   */
  revoke(body?: AuthAgentsRevokeBody, options?: RequestOptions): Promise<AuthAgentsRevokeResult> {
    return this.#transport.request('POST', '/api/v1/auth/agents', { ...options, body })
  }
}

/** `auth.consents` */
export class AuthConsentsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * List the consents I gave.
   *
   * Those that live, newest first: which client may do what for me. Session of a signed-in person.
   */
  list(query?: AuthConsentsListQuery, options?: RequestOptions): PageRequest<Consent> {
    return this.#transport.list('/api/v1/auth/consents', { ...options, query })
  }

  /**
   * Take back a consent I gave.
   *
   * Ends every code and token that came from it, in one transaction. With dry_run it only answers what would end.
   * Session of a signed-in person.
   */
  revoke(id: string, query?: AuthConsentsRevokeQuery, options?: RequestOptions): Promise<TokenDryRun | undefined> {
    return this.#transport.request('DELETE', path`/api/v1/auth/consents/${id}`, { ...options, query })
  }
}

/** `auth.flow` */
export class AuthFlowApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Read what a sign-in waits for.
   *
   * The person once nothing is left. Reading runs no step. Session of a signed-in person.
   */
  get(options?: RequestOptions): Promise<AuthFlowGetResult> {
    return this.#transport.request('GET', '/api/v1/auth/flow', options)
  }

  /**
   * Go on with a sign-in that waits.
   *
   * Runs the steps of the auth flow until one waits again or none is left; then the response is the person, with a new
   * cookie. A step that stops the sign-in responds with sign_in_stopped and ends the session. Ends with 204 after a
   * password reset, which signs nobody in. Session of a signed-in person.
   */
  resume(body?: AuthFlowResumeBody, options?: RequestOptions): Promise<AuthFlowResumeResult | undefined> {
    return this.#transport.request('POST', '/api/v1/auth/flow/resume', { ...options, body })
  }
}

/** `auth.mfa` */
export class AuthMfaApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Finish setting up an authenticator app.
   *
   * Takes a first code of the app. From then on every sign-in needs a code or a passkey, and so do the other sessions
   * of the user. This session goes on under a new cookie. Session of a signed-in person; needs a fresh proof
   * (reauthentication_required).
   */
  activateTotp(body: AuthMfaActivateTotpBody, options?: RequestOptions): Promise<AuthMfaActivateTotpResult> {
    return this.#transport.request('POST', '/api/v1/auth/mfa/totp/activate', { ...options, body })
  }

  /**
   * Present the second factor.
   *
   * Completes a sign-in whose response was mfa_required. Takes a code of the authenticator app or a recovery code; with
   * a passkey, sign in by passkeys/login instead. The response sets a new cookie, and says what is next where an auth
   * flow has a step left. Session of a signed-in person.
   */
  challenge(body: AuthMfaChallengeBody, options?: RequestOptions): Promise<AuthMfaChallengeResult | undefined> {
    return this.#transport.request('POST', '/api/v1/auth/mfa/challenge', { ...options, body })
  }

  /**
   * Count one’s recovery codes.
   *
   * How many are left; the codes themselves are shown once, when they are made. Session of a signed-in person.
   */
  countRecoveryCodes(options?: RequestOptions): Promise<AuthMfaCountRecoveryCodesResult> {
    return this.#transport.request('GET', '/api/v1/auth/mfa/recovery-codes', options)
  }

  /**
   * Take one’s second factor away.
   *
   * Recovery codes go with it, passkeys stay. With dry_run it only answers what would end with it. Session of a
   * signed-in person; needs a fresh proof (reauthentication_required).
   */
  disable(query?: AuthMfaDisableQuery, options?: RequestOptions): Promise<DryRun | undefined> {
    return this.#transport.request('DELETE', '/api/v1/auth/mfa', { ...options, query })
  }

  /**
   * Begin to set up an authenticator app.
   *
   * Makes a secret; it is no second factor before it was activated. Also for a sign-in whose response was
   * mfa_enrollment_required, for five minutes; then sign in again. Session of a signed-in person; needs a fresh proof
   * (reauthentication_required).
   */
  enrollTotp(options?: RequestOptions): Promise<AuthMfaEnrollTotpResult> {
    return this.#transport.request('POST', '/api/v1/auth/mfa/totp/enroll', options)
  }

  /**
   * Make new recovery codes.
   *
   * Those from before are void. Session of a signed-in person; needs a fresh proof (reauthentication_required).
   */
  regenerateRecoveryCodes(options?: RequestOptions): Promise<AuthMfaRegenerateRecoveryCodesResult> {
    return this.#transport.request('POST', '/api/v1/auth/mfa/recovery-codes', options)
  }
}

/** `auth.oauthAccounts` */
export class AuthOauthAccountsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * List one’s own accounts at providers.
   *
   * Each is a way to sign in. Session of a signed-in person.
   */
  list(query?: AuthOauthAccountsListQuery, options?: RequestOptions): PageRequest<OAuthAccount> {
    return this.#transport.list('/api/v1/auth/oauth-accounts', { ...options, query })
  }

  /**
   * Unlink one’s own account at a provider.
   *
   * The last way to sign in can not be taken away. With dry_run it only answers what would end with it, which is
   * nothing. Session of a signed-in person; needs a fresh proof (reauthentication_required).
   */
  unlink(oauthId: string, query?: AuthOauthAccountsUnlinkQuery, options?: RequestOptions): Promise<DryRun | undefined> {
    return this.#transport.request('DELETE', path`/api/v1/auth/oauth-accounts/${oauthId}`, { ...options, query })
  }
}

/** `auth.passkeys` */
export class AuthPasskeysApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Begin to add a passkey.
   *
   * Answers what navigator.credentials.create() needs. The challenge works once, for five minutes, in this session.
   * Session of a signed-in person; needs a fresh proof (reauthentication_required).
   */
  beginRegistration(options?: RequestOptions): Promise<AuthPasskeysBeginRegistrationResult> {
    return this.#transport.request('POST', '/api/v1/auth/passkeys/register/options', options)
  }

  /**
   * Begin to sign in with a passkey.
   *
   * Answers what navigator.credentials.get() needs, the same for everybody. The challenge works once, for five minutes,
   * in this browser. Open to everybody: it is how people sign in.
   */
  beginSignIn(options?: RequestOptions): Promise<AuthPasskeysBeginSignInResult> {
    return this.#transport.request('POST', '/api/v1/auth/passkeys/login/options', options)
  }

  /**
   * Remove a passkey.
   *
   * Sessions it opened go on. With dry_run it only answers what would end with it, which is nothing. Session of a
   * signed-in person; needs a fresh proof (reauthentication_required).
   */
  delete(id: string, query?: AuthPasskeysDeleteQuery, options?: RequestOptions): Promise<DryRun | undefined> {
    return this.#transport.request('DELETE', path`/api/v1/auth/passkeys/${id}`, { ...options, query })
  }

  /**
   * Get one of one’s passkeys.
   *
   * Its name and dates; nothing that would let anybody sign in. Session of a signed-in person.
   */
  get(id: string, options?: RequestOptions): Promise<Passkey> {
    return this.#transport.request('GET', path`/api/v1/auth/passkeys/${id}`, options)
  }

  /**
   * List one’s passkeys.
   *
   * Newest first, with when each was last used. Session of a signed-in person.
   */
  list(query?: AuthPasskeysListQuery, options?: RequestOptions): PageRequest<Passkey> {
    return this.#transport.list('/api/v1/auth/passkeys', { ...options, query })
  }

  /**
   * Add a passkey.
   *
   * Takes what navigator.credentials.create() returned for a challenge of this session. Session of a signed-in person;
   * needs a fresh proof (reauthentication_required).
   */
  register(body: AuthPasskeysRegisterBody, options?: RequestOptions): Promise<Passkey> {
    return this.#transport.request('POST', '/api/v1/auth/passkeys/register', { ...options, body, keyed: true })
  }

  /**
   * Sign in with a passkey.
   *
   * Counts as both factors: the device proves the key, and the device has verified its user. Where the auth flow of a
   * sign-in asks for a factor, it goes on with that. Open to everybody: the passkey is the credential.
   */
  signIn(body: AuthPasskeysSignInBody, options?: RequestOptions): Promise<AuthPasskeysSignInResult> {
    return this.#transport.request('POST', '/api/v1/auth/passkeys/login', { ...options, body })
  }

  /**
   * Rename a passkey.
   *
   * The name is for its owner alone; it changes nothing about the key. Session of a signed-in person.
   */
  update(id: string, body: AuthPasskeysUpdateBody, options?: RequestOptions): Promise<Passkey> {
    return this.#transport.request('PATCH', path`/api/v1/auth/passkeys/${id}`, { ...options, body })
  }
}

/** `auth.providers` */
export class AuthProvidersApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Begin to link an account at a provider to oneself.
   *
   * Send the browser to authorization_url; it comes back signed in as before, to the start page. Session of a signed-in
   * person; needs a fresh proof (reauthentication_required).
   */
  link(provider: string, options?: RequestOptions): Promise<AuthProvidersLinkResult> {
    return this.#transport.request('POST', path`/api/v1/auth/providers/${provider}/link`, options)
  }

  /**
   * List the providers people can sign in with.
   *
   * Those that are enabled, newest first, each with the address that starts a sign-in there. Open to everybody.
   */
  list(query?: AuthProvidersListQuery, options?: RequestOptions): PageRequest<AuthProvidersListResult> {
    return this.#transport.list('/api/v1/auth/providers', { ...options, query })
  }
}

/** `auth.sessions` */
export class AuthSessionsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * List where I am signed in.
   *
   * Newest first; current marks the session that asks. Session of a signed-in person.
   */
  list(query?: AuthSessionsListQuery, options?: RequestOptions): PageRequest<OwnSession> {
    return this.#transport.list('/api/v1/auth/sessions', { ...options, query })
  }

  /**
   * Sign out elsewhere.
   *
   * Ends one of my sessions and every token that came from it. With dry_run it only answers what would end with it.
   * Session of a signed-in person.
   */
  revoke(id: string, query?: AuthSessionsRevokeQuery, options?: RequestOptions): Promise<DryRun | undefined> {
    return this.#transport.request('DELETE', path`/api/v1/auth/sessions/${id}`, { ...options, query })
  }
}

/** `auth.ssoIdentities` */
export class AuthSsoIdentitiesApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * List where one signs in by single sign-on.
   *
   * Each is a way to sign in that a company decides on; operators unlink it. Session of a signed-in person.
   */
  list(query?: AuthSsoIdentitiesListQuery, options?: RequestOptions): PageRequest<SsoIdentity> {
    return this.#transport.list('/api/v1/auth/sso-identities', { ...options, query })
  }
}

export interface Consent {
  id: string
  client_id: string
  /** Null when the client was deleted. */
  client_name: string | null
  /** All that was allowed somewhere, separated by spaces. */
  scope: string
  /** The resource servers where something was allowed. */
  resource: string[]
  /** What was allowed where: a scope at one resource server is not allowed at another. */
  granted: {
    resource: string
    scope: string
  }[]
  created_at: string
  /** When it was last given or widened. */
  updated_at: string
}

export interface Me {
  id: string
  email: string
  email_verified: boolean
  name: string
  mfa_enabled: boolean
  /** The role of a person who runs the server; null for everyone else. */
  system_role: 'owner' | 'operator' | 'support' | 'auditor' | null
  tier: string
  created_at: string
  updated_at: string
  /**
   * What this person may do as one who runs the server, in the scopes of API keys, where `!` takes one back. Empty for
   * everyone else.
   */
  scopes: string[]
  /** For the X-CSRF-Token header of every request that changes something. */
  csrf_token: string
}

export interface MfaEnrollmentRequired {
  /** Set one up with POST /api/v1/auth/mfa/totp/enroll and /activate. */
  mfa_enrollment_required: true
  /** For the X-CSRF-Token header of these. */
  csrf_token: string
}

export interface MfaRequired {
  mfa_required: true
  /** Codes go to POST /api/v1/auth/mfa/challenge; with a passkey, sign in anew. */
  methods: ('totp' | 'recovery_code' | 'passkey')[]
  /** For the X-CSRF-Token header of the challenge. */
  csrf_token: string
}

export interface OwnSession {
  id: string
  /** In words: Firefox on Linux. */
  device: string
  /** In words, as far as the address shows it. */
  place: string
  address: string | null
  /** How the person proved who they are (RFC 8176 §2). */
  methods: string[]
  authenticated_at: string
  created_at: string
  last_seen_at: string
  expires_at: string
  /** Whether this request came with it. */
  current: boolean
}

export interface SignInNext {
  next: {
    /** To use the link that POST /api/v1/auth/email/verify/send mails. */
    type: 'email_verification'
  } | {
    /** To set a second factor up: POST /api/v1/auth/mfa/totp/enroll and /activate. */
    type: 'mfa_enrollment'
  } | {
    /** To send a code to POST /api/v1/auth/mfa/challenge. */
    type: 'mfa_challenge'
    /** Codes go to POST /api/v1/auth/mfa/challenge; with a passkey, sign in anew. */
    methods: ('totp' | 'recovery_code' | 'passkey')[]
  } | {
    /** To open the URL, and come back by its parameter return_to, which goes on by itself. */
    type: 'redirect'
    /** The query of its return_to carries the state that POST /api/v1/auth/flow/resume takes too. */
    url: string
  } | {
    /** To send a stronger password to POST /api/v1/auth/flow/resume. */
    type: 'password_change'
    min_length: number
    /** What the last one lacked. */
    reason: string | null
  } | {
    /** Nothing: POST /api/v1/auth/flow/resume goes on. */
    type: 'continue'
  }
  /** For the X-CSRF-Token header of what follows. */
  csrf_token: string
}

export interface SsoRoute {
  /** Where to send the browser: to the connection, or to a page to choose one from. */
  redirect_url: string
  /** Whether there is no other way to sign in with such an address. */
  required: boolean
  connections: {
    connection_id: string
    /** The protocol. It stays. */
    connection_type: 'saml' | 'oidc'
    connection_name: string
    /** Where a sign-in through it begins. */
    redirect_url: string
  }[]
}

export interface AuthBeginReauthenticationResult {
  challenge: string
  timeout: number
  rpId: string
  allowCredentials: {
    id: string
    type: 'public-key'
    transports?: string[]
  }[]
  userVerification: 'required'
}

export interface AuthChangeEmailBody {
  email: string
  /** The current password; needed unless the user has none. */
  password?: string | undefined
}

export interface AuthChangeEmailResult {
  /** False when there was nothing to confirm. */
  sent: boolean
  email_verified: boolean
}

export interface AuthChangePasswordBody {
  /** Required unless the user has none yet. */
  current_password?: string | undefined
  new_password: string
}

export interface AuthDeleteMeBody {
  /** Needed unless the sign-in is a few minutes old at most. */
  password?: string | undefined
}

export interface AuthDeleteMeQuery {
  /** Answer what would end, and change nothing. */
  dry_run?: boolean | undefined
}

export interface AuthReauthenticateBody {
  /** Not enough where a second factor is set up. */
  password?: string | undefined
  /** Of the authenticator app, or a recovery code. */
  code?: string | undefined
  /** What `PublicKeyCredential.toJSON()` returns. */
  passkey?: {
    id: string
    rawId: string
    type: 'public-key'
    response: {
      clientDataJSON: string
      authenticatorData: string
      signature: string
      userHandle?: string | null | undefined
      [member: string]: unknown
    }
    [member: string]: unknown
  } | undefined
}

export interface AuthRequestPasswordResetBody {
  email: string
}

export interface AuthRequestPasswordResetResult {
  message: string
}

export interface AuthResetPasswordBody {
  /** From the link in the mail. */
  token: string
  password: string
}

export interface AuthResetPasswordResult {
  revoked_sessions: number
  revoked_tokens: number
  /** An auth flow has a step left: GET /api/v1/auth/flow says which. */
  flow_waits?: true
}

export interface AuthSendEmailVerificationResult {
  /** False when there was nothing to confirm. */
  sent: boolean
  email_verified: boolean
}

export interface AuthSendMagicLinkBody {
  email: string
}

export interface AuthSendMagicLinkResult {
  message: string
}

export interface AuthSignInBody {
  email: string
  password: string
  /** Where the sign-in leads: which auth flow applies may depend on it. */
  next?: string | undefined
}

export type AuthSignInResult = Me | MfaRequired | MfaEnrollmentRequired | SignInNext

export interface AuthSignUpBody {
  email: string
  /** At least as long as the setting password.min_length says. */
  password: string
  /** At most 200 characters. */
  name?: string | undefined
  /** Where the sign-in leads: which auth flow applies may depend on it. */
  next?: string | undefined
}

export type AuthSignUpResult = Me | MfaRequired | MfaEnrollmentRequired | SignInNext

export interface AuthSsoQuery {
  /** The email. */
  email: string
}

export interface AuthUpdateMeBody {
  /** Null takes the name away. */
  name?: string | null | undefined
}

export interface AuthVerifyEmailBody {
  /** From the link in the mail. */
  token: string
  /** The password of the user, when nobody is signed in. */
  password?: string | undefined
}

export interface AuthVerifyEmailResult {
  email: string
  email_verified: boolean
}

export interface AuthVerifyMagicLinkBody {
  /** From the link in the mail. */
  token: string
  /** The person said that they want to sign in in this browser, which did not ask. */
  confirm?: boolean | undefined
  /** Where the sign-in leads: which auth flow applies may depend on it. */
  next?: string | undefined
}

export type AuthVerifyMagicLinkResult = Me | MfaRequired | MfaEnrollmentRequired | SignInNext

export interface AuthAgentsListQuery {
  /** The largest number of entries to return. */
  limit?: number | undefined
  /** The next_cursor of the page before, to go on behind it. */
  cursor?: string | undefined
  /** Adds the number of entries on all pages as total. */
  include_total?: boolean | undefined
}

export interface AuthAgentsRevokeBody {
  /** Everybody when left out. */
  client_ids?: readonly string[] | undefined
  /** Answer what would end, and change nothing. */
  dry_run?: boolean | undefined
}

export interface AuthAgentsRevokeResult {
  client_ids: string[]
  /** 0 in a dry run. */
  revoked_consents: number
  /** 0 in a dry run. */
  revoked_count: number
  audit_event_id: string | null
  dry_run: boolean
  tokens: {
    total: number
    access_tokens: number
    refresh_tokens: number
    /** Those of the access tokens that were made by token exchange. */
    delegated_tokens: number
  }
  counts: EndedCounts
}

export interface AuthConsentsListQuery {
  /** The largest number of entries to return. */
  limit?: number | undefined
  /** The next_cursor of the page before, to go on behind it. */
  cursor?: string | undefined
  /** Adds the number of entries on all pages as total. */
  include_total?: boolean | undefined
}

export interface AuthConsentsRevokeQuery {
  /** Answer what would end, and change nothing. */
  dry_run?: boolean | undefined
}

export type AuthFlowGetResult = Me | MfaRequired | MfaEnrollmentRequired | SignInNext

export interface AuthFlowResumeBody {
  /** From return_to, when a redirect came back. */
  state?: string | undefined
  /** Where a password_change is asked for. */
  password?: string | undefined
}

export type AuthFlowResumeResult = Me | MfaRequired | MfaEnrollmentRequired | SignInNext

export interface AuthMfaActivateTotpBody {
  /** The code the app shows for the new secret. */
  code: string
}

export interface AuthMfaActivateTotpResult {
  mfa_enabled: true
  /** Each works once. Shown this once. */
  recovery_codes: string[]
}

export interface AuthMfaChallengeBody {
  /** Of the authenticator app, or a recovery code. */
  code: string
}

export type AuthMfaChallengeResult = Me | MfaRequired | MfaEnrollmentRequired | SignInNext

export interface AuthMfaCountRecoveryCodesResult {
  /** How many were not used yet. */
  left: number
}

export interface AuthMfaDisableQuery {
  /** Answer what would end, and change nothing. */
  dry_run?: boolean | undefined
}

export interface AuthMfaEnrollTotpResult {
  /** Base 32, for typing in. Shown this once. */
  secret: string
  /** The same as a link that authenticator apps open. */
  otpauth_uri: string
  /** The same as a QR code, an SVG document. */
  qr_svg: string
}

export interface AuthMfaRegenerateRecoveryCodesResult {
  /** Each works once. Shown this once. */
  recovery_codes: string[]
}

export interface AuthOauthAccountsListQuery {
  /** The largest number of entries to return. */
  limit?: number | undefined
  /** The next_cursor of the page before, to go on behind it. */
  cursor?: string | undefined
  /** Adds the number of entries on all pages as total. */
  include_total?: boolean | undefined
}

export interface AuthOauthAccountsUnlinkQuery {
  /** Answer what would end, and change nothing. */
  dry_run?: boolean | undefined
}

export interface AuthPasskeysBeginRegistrationResult {
  rp: {
    id: string
    name: string
  }
  user: {
    id: string
    name: string
    displayName: string
  }
  challenge: string
  pubKeyCredParams: {
    type: 'public-key'
    alg: number
  }[]
  timeout: number
  excludeCredentials: {
    id: string
    type: 'public-key'
    transports?: string[]
  }[]
  authenticatorSelection: {
    residentKey: 'required'
    requireResidentKey: true
    userVerification: 'required'
  }
  attestation: 'none'
}

export interface AuthPasskeysBeginSignInResult {
  challenge: string
  timeout: number
  rpId: string
  allowCredentials: {
    id: string
    type: 'public-key'
    transports?: string[]
  }[]
  userVerification: 'required'
}

export interface AuthPasskeysDeleteQuery {
  /** Answer what would end, and change nothing. */
  dry_run?: boolean | undefined
}

export interface AuthPasskeysListQuery {
  /** The largest number of entries to return. */
  limit?: number | undefined
  /** The next_cursor of the page before, to go on behind it. */
  cursor?: string | undefined
  /** Adds the number of entries on all pages as total. */
  include_total?: boolean | undefined
}

export interface AuthPasskeysRegisterBody {
  /** What `PublicKeyCredential.toJSON()` returns. */
  credential: {
    id: string
    rawId: string
    type: 'public-key'
    response: {
      clientDataJSON: string
      attestationObject: string
      transports?: readonly string[] | undefined
      [member: string]: unknown
    }
    [member: string]: unknown
  }
  /** What its owner calls it; at most 100 characters. */
  name?: string | undefined
}

export interface AuthPasskeysSignInBody {
  /** What `PublicKeyCredential.toJSON()` returns. */
  credential: {
    id: string
    rawId: string
    type: 'public-key'
    response: {
      clientDataJSON: string
      authenticatorData: string
      signature: string
      userHandle?: string | null | undefined
      [member: string]: unknown
    }
    [member: string]: unknown
  }
  /** Where the sign-in leads: which auth flow applies may depend on it. */
  next?: string | undefined
}

export type AuthPasskeysSignInResult = Me | MfaRequired | MfaEnrollmentRequired | SignInNext

export interface AuthPasskeysUpdateBody {
  /** What its owner calls it; at most 100 characters. */
  name: string
}

export interface AuthProvidersLinkResult {
  authorization_url: string
}

export interface AuthProvidersListQuery {
  /** The largest number of entries to return. */
  limit?: number | undefined
  /** The next_cursor of the page before, to go on behind it. */
  cursor?: string | undefined
  /** Adds the number of entries on all pages as total. */
  include_total?: boolean | undefined
}

export interface AuthProvidersListResult {
  name: string
  /** `oidc` is any OpenID Connect issuer. */
  kind: 'google' | 'github' | 'microsoft' | 'apple' | 'gitlab' | 'discord' | 'oidc'
  display_name: string
  /** Send the browser there to sign in. */
  start_url: string
}

export interface AuthSessionsListQuery {
  /** The largest number of entries to return. */
  limit?: number | undefined
  /** The next_cursor of the page before, to go on behind it. */
  cursor?: string | undefined
  /** Adds the number of entries on all pages as total. */
  include_total?: boolean | undefined
}

export interface AuthSessionsRevokeQuery {
  /** Answer what would end, and change nothing. */
  dry_run?: boolean | undefined
}

export interface AuthSsoIdentitiesListQuery {
  /** The largest number of entries to return. */
  limit?: number | undefined
  /** The next_cursor of the page before, to go on behind it. */
  cursor?: string | undefined
  /** Adds the number of entries on all pages as total. */
  include_total?: boolean | undefined
}
