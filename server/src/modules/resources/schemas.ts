import { Type } from 'typebox'
import { ListQuery } from '#/platform/paging/paging.ts'
import { audiences } from './resource.ts'

/** The most scopes a resource has. */
export const MAX_SCOPES = 100

const Uri = Type.String({
  minLength: 1,
  maxLength: 512,
  description: 'What clients send as resource (RFC 8707) and tokens carry as aud: an absolute URI without fragment.',
})
const Name = Type.String({ minLength: 1, maxLength: 100, description: 'What people read on the consent page.' })
const Scope = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 128, description: 'One word, as clients ask for it.' }),
    description: Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'The sentence people read: what it allows.',
    }),
  },
  { additionalProperties: false },
)
const Scopes = Type.Array(Scope, {
  maxItems: MAX_SCOPES,
  description:
    'What tokens for it may do. A client that registered itself may ask a person for these here without registering them; a request that names none asks for all.',
})
const OpenTo = Type.Enum([...audiences], {
  description:
    'Which clients may ask for tokens: all, also those that registered themselves; trusted, those that operators made; named, those that have it in their audiences.',
})

/** A resource on the wire. */
export const ResourceSchema = Type.Object(
  {
    id: Type.String(),
    uri: Uri,
    name: Name,
    scopes: Scopes,
    open_to: OpenTo,
    protected_resource_metadata: Type.Object(
      {
        resource: Type.String(),
        resource_name: Type.String(),
        authorization_servers: Type.Array(Type.String()),
        scopes_supported: Type.Array(Type.String()),
        bearer_methods_supported: Type.Array(Type.String()),
      },
      { description: 'What the resource itself serves below /.well-known/oauth-protected-resource (RFC 9728 §3).' },
    ),
    created_at: Type.String({ format: 'date-time' }),
    updated_at: Type.String({ format: 'date-time' }),
  },
  { $id: 'Resource' },
)

export const CreateResourceSchema = Type.Object({
  uri: Uri,
  name: Name,
  scopes: Type.Optional(Scopes),
  open_to: Type.Optional(Type.Enum([...audiences], { description: 'By default all.' })),
})

export const UpdateResourceSchema = Type.Object({
  name: Type.Optional(Name),
  scopes: Type.Optional(Scopes),
  open_to: Type.Optional(OpenTo),
})

export const ResourceParams = Type.Object({ id: Type.String() })

export const ResourceQuery = Type.Object({
  ...ListQuery.properties,
  uri: Type.Optional(Type.String({ maxLength: 512, description: 'The one at this address.' })),
  open_to: Type.Optional(Type.Enum([...audiences], { description: 'Only those open to these clients.' })),
})
