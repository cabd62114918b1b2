import { Type } from 'typebox'

const Name = Type.String({ minLength: 1, maxLength: 100, description: 'What the key is for, in your words.' })
const Scopes = Type.Array(
  Type.String({ maxLength: 60, pattern: '^(\\*|[a-z][a-z-]*:(read|write|\\*))$', examples: ['users:read'] }),
  {
    minItems: 1,
    maxItems: 50,
    description: '* for everything, or <resource>:read, :write or :*. Never more than you hold yourself.',
  },
)
const ExpiresAt = Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
  description: 'When the key stops; null for never. A key that expires makes no key that outlives it.',
})

/** An API key as the admin API shows it. */
export const ApiKeySchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    hint: Type.String({ description: 'The last four letters of the secret.' }),
    scopes: Type.Array(Type.String()),
    active: Type.Boolean({ description: 'false: turned off, or expired.' }),
    expires_at: Type.Union([Type.String(), Type.Null()]),
    old_secret_until: Type.Union([Type.String(), Type.Null()], {
      description: 'Until when the secret before the last rotation works.',
    }),
    last_used_at: Type.Union([Type.String(), Type.Null()], { description: 'To the minute.' }),
    last_used_address: Type.Union([Type.String(), Type.Null()]),
    created_by: Type.String({ description: 'The key or the person that made it.' }),
    created_at: Type.String(),
  },
  { $id: 'ApiKey' },
)

/** The answer that carries the secret. */
export const NewApiKeySchema = Type.Object({
  ...ApiKeySchema.properties,
  key: Type.String({ description: 'The secret, mandate_sk_…; shown this once.' }),
})

export const CreateApiKeySchema = Type.Object({
  name: Name,
  scopes: Scopes,
  expires_at: Type.Optional(ExpiresAt),
})

export const UpdateApiKeySchema = Type.Object({
  name: Type.Optional(Name),
  scopes: Type.Optional(Scopes),
  expires_at: Type.Optional(ExpiresAt),
  active: Type.Optional(Type.Boolean({ description: 'false turns the key off, until true turns it on again.' })),
})

export const ApiKeyParams = Type.Object({ id: Type.String() })
