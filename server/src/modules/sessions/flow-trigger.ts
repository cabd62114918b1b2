/** What sets an auth flow off, one word for each way to prove who one is. */
export type FlowTrigger = 'signup' | 'login' | 'password_reset' | 'magic_link' | 'oauth_callback'
