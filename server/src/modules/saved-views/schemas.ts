import { Type } from 'typebox'
import { ListQuery } from '#/platform/paging/paging.ts'

const List = Type.String({
  pattern: '^[a-z][a-z-]{0,39}$',
  description: 'The list it is of, by the noun in its address: users, audit-logs.',
})
const Name = Type.String({ minLength: 1, maxLength: 80 })
const Query = Type.String({
  maxLength: 1000,
  pattern: '^([a-z_]{1,40}=[A-Za-z0-9%._~*+-]*(&[a-z_]{1,40}=[A-Za-z0-9%._~*+-]*)*)?$',
  description: 'The filters as they stand in the address, encoded: ids and filters only.',
})
const Shared = Type.Boolean({ description: 'Whether every operator sees it.' })

export const SavedViewSchema = Type.Object(
  {
    id: Type.String(),
    list: List,
    name: Name,
    query: Query,
    shared: Shared,
    mine: Type.Boolean({ description: 'Whether the caller made it.' }),
    created_at: Type.String({ format: 'date-time' }),
  },
  { $id: 'SavedView' },
)

export const CreateSavedViewSchema = Type.Object(
  { list: List, name: Name, query: Query, shared: Type.Optional(Shared) },
  { $id: 'CreateSavedView', additionalProperties: false },
)

export const SavedViewQuery = Type.Object({
  ...ListQuery.properties,
  list: Type.Optional(Type.String({ maxLength: 40, description: 'Only views of this list.' })),
})

export const SavedViewParams = Type.Object({ id: Type.String({ maxLength: 64 }) })
