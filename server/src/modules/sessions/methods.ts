/** The method of a sign-in with a password (RFC 8176 §2). */
export const PASSWORD = 'pwd'

/** The method of a sign-in by a link in one's mail. RFC 8176 has no word for it; it counts as one factor. */
export const MAILBOX = 'email'

/** The method of a sign-in at a provider. RFC 8176 has no word for it; one factor here, whatever was asked for there. */
export const FEDERATED = 'fed'

/** The method of a sign-in where somebody works. RFC 8176 has no word for it; one factor here, whatever was asked for there. */
export const SINGLE_SIGN_ON = 'sso'

/** The method that says that more than one factor was presented (RFC 8176 §2). */
export const MULTI_FACTOR = 'mfa'
