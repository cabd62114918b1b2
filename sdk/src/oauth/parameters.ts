/** What a token is to be good for. */
export interface TokenParameters {
  readonly scope?: string | undefined
  /** Which API the token is for (RFC 8707). */
  readonly resource?: string | readonly string[] | undefined
}

/** What is exchanged for what (RFC 8693 §2.1). */
export interface ExchangeParameters extends TokenParameters {
  readonly subject_token: string
  /** An access token when left out. */
  readonly subject_token_type?: string | undefined
  /** Who is going to act; the client itself when left out. */
  readonly actor_token?: string | undefined
  readonly actor_token_type?: string | undefined
  readonly requested_token_type?: string | undefined
  readonly audience?: string | readonly string[] | undefined
}

/** What a sign-out may say (OpenID Connect RP-Initiated Logout §2). */
export interface SignOutParameters {
  readonly id_token_hint?: string | undefined
  /** Where to go afterwards: one of the addresses that the client registered for it. */
  readonly post_logout_redirect_uri?: string | undefined
  readonly state?: string | undefined
}

/** What the server says of a token. */
export interface Introspection {
  readonly active: boolean
  readonly sub?: string
  readonly client_id?: string
  readonly scope?: string
  readonly exp?: number
  readonly [claim: string]: unknown
}

/** The claims that a person allowed a client to read. */
export interface UserInfo {
  readonly sub: string
  readonly [claim: string]: unknown
}
