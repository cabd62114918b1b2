const ID_PREFIX = /^[a-z]{2,5}_/

/**
 * Whether a chosen client id looks like the id of something else. RFC 9700 §4.15: a client that could name itself like a
 * user would get tokens with that user's `sub`.
 */
export const isReservedClientId = (clientId: string): boolean =>
  ID_PREFIX.test(clientId) || clientId.startsWith('client_') || clientId.startsWith('mandate_')
