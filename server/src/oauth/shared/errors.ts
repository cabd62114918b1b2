import { Type } from 'typebox'

/** The error answer of `/oauth/*` (RFC 6749 §5.2). */
export const OAuthErrorBody = Type.Object({
  error: Type.String(),
  error_description: Type.String(),
  error_uri: Type.String(),
})
