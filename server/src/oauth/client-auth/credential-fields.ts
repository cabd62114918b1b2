import { Type } from 'typebox'

/** How a client authenticates that doesn't do so in the Authorization header (RFC 6749 §2.3.1, RFC 7523 §2.2). */
export const credentialFields = {
  client_id: Type.Optional(Type.String({ description: 'With client_secret_post, and for public clients.' })),
  client_secret: Type.Optional(Type.String({ description: 'For client_secret_post.' })),
  client_assertion_type: Type.Optional(Type.String({ description: 'Required with client_assertion.' })),
  client_assertion: Type.Optional(Type.String({ description: 'For private_key_jwt (RFC 7523 §2.2).' })),
}
