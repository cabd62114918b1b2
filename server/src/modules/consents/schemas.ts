import { Type } from 'typebox'
import { listOf } from '#/platform/paging/paging.ts'

/** A consent as its person sees it. */
export const ConsentSchema = Type.Object(
  {
    id: Type.String(),
    client_id: Type.String(),
    client_name: Type.Union([Type.String(), Type.Null()], { description: 'Null when the client was deleted.' }),
    scope: Type.String({ description: 'All that was allowed somewhere, separated by spaces.' }),
    resource: Type.Array(Type.String(), { description: 'The resource servers where something was allowed.' }),
    granted: Type.Array(Type.Object({ resource: Type.String(), scope: Type.String() }), {
      description: 'What was allowed where: a scope at one resource server is not allowed at another.',
    }),
    created_at: Type.String(),
    updated_at: Type.String({ description: 'When it was last given or widened.' }),
  },
  { $id: 'Consent' },
)

export const ConsentList = listOf(ConsentSchema)

/** A consent as operators see it. */
export const AdminConsentSchema = Type.Object(
  { ...ConsentSchema.properties, user_id: Type.String() },
  { $id: 'AdminConsent' },
)

/** What an operator allows a client in the name of a user. */
export const NewConsentBody = Type.Object({
  user_id: Type.String(),
  client_id: Type.String({ minLength: 1, maxLength: 200 }),
  scope: Type.String({ minLength: 1 }),
  resource: Type.Optional(
    Type.Array(Type.String(), { minItems: 1, maxItems: 20, description: 'This server when left out.' }),
  ),
})

export const ConsentParams = Type.Object({ id: Type.String() })
