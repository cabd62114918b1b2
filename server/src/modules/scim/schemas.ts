import { Type } from 'typebox'

const Texts = Type.Array(Type.String({ maxLength: 200 }), { maxItems: 20 })
const Meta = Type.Object({
  resourceType: Type.String(),
  created: Type.String({ format: 'date-time' }),
  lastModified: Type.String({ format: 'date-time' }),
  location: Type.String(),
  version: Type.String({ description: 'For If-Match and If-None-Match.' }),
})

// `$ref` (RFC 7643 §2.4) comes too, but is not declared: what reads OpenAPI takes a member of that name for a reference.
const Related = Type.Object({ value: Type.String(), display: Type.String() }, { additionalProperties: true })

/** A person, on the way out. Attributes that were sent and are kept come back beside these. */
export const ScimUserSchema = Type.Object(
  {
    schemas: Texts,
    id: Type.String(),
    externalId: Type.Optional(Type.String()),
    userName: Type.String(),
    active: Type.Boolean({ description: 'Whether the account is on. What an operator turned off stays off.' }),
    emails: Type.Optional(Type.Array(Type.Unknown())),
    groups: Type.Optional(Type.Array(Related)),
    meta: Meta,
  },
  { $id: 'ScimUser', additionalProperties: true },
)

/** A group, on the way out. */
export const ScimGroupSchema = Type.Object(
  {
    schemas: Texts,
    id: Type.String(),
    externalId: Type.Optional(Type.String()),
    displayName: Type.Optional(Type.String()),
    members: Type.Optional(Type.Array(Related)),
    meta: Meta,
  },
  { $id: 'ScimGroup', additionalProperties: true },
)

/** A resource, on the way in: read by the module itself, whose errors are those of the protocol. */
export const ScimResource = Type.Record(Type.String(), Type.Unknown())

export const ScimPatch = Type.Object({
  schemas: Type.Optional(Texts),
  Operations: Type.Array(
    Type.Object({
      op: Type.String({ maxLength: 20, description: 'add, replace or remove, in any case' }),
      path: Type.Optional(Type.String({ maxLength: 500 })),
      value: Type.Optional(Type.Unknown()),
    }),
    { minItems: 1, maxItems: 100 },
  ),
})

export const ConnectionParams = Type.Object({ connection_id: Type.String() })
export const ResourceParams = Type.Object({ connection_id: Type.String(), id: Type.String() })

const Projection = {
  attributes: Type.Optional(Type.String({ maxLength: 1000, description: 'Only these, by commas' })),
  excludedAttributes: Type.Optional(Type.String({ maxLength: 1000, description: 'All but these, by commas' })),
}
export const ProjectionQuery = Type.Object(Projection)
export const ScimListQuery = Type.Object({
  ...Projection,
  filter: Type.Optional(
    Type.String({ maxLength: 2000, description: 'eq, ne, co, sw, ew, pr, gt, ge, lt, le, and, or, parentheses' }),
  ),
  startIndex: Type.Optional(Type.Integer({ description: 'The first is 1' })),
  count: Type.Optional(Type.Integer({ description: 'Up to 100' })),
})

/** A part of a list (RFC 7644 §3.4.2). */
export const ScimList = Type.Object(
  {
    schemas: Texts,
    totalResults: Type.Integer(),
    startIndex: Type.Integer(),
    itemsPerPage: Type.Integer(),
    Resources: Type.Array(Type.Unknown()),
  },
  { $id: 'ScimList' },
)

export const ScimDocument = Type.Object({ schemas: Texts }, { additionalProperties: true })

/** A token for provisioning, without its secret. */
export const ScimTokenSchema = Type.Object(
  {
    id: Type.String(),
    connection_id: Type.String(),
    name: Type.String(),
    last_used_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
    created_at: Type.String({ format: 'date-time' }),
  },
  { $id: 'ScimToken' },
)
export const NewScimTokenSchema = Type.Object({
  ...ScimTokenSchema.properties,
  token: Type.String({ description: 'Shown this once.' }),
  base_url: Type.String({ description: 'What the identity provider calls its SCIM or tenant URL.' }),
})
export const CreateScimTokenSchema = Type.Object({ name: Type.String({ minLength: 1, maxLength: 80 }) })
export const TokenConnectionParams = Type.Object({ id: Type.String() })
export const TokenParams = Type.Object({ id: Type.String(), tokenId: Type.String() })
