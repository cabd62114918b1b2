import { Type } from 'typebox'
import { searchKinds } from '#/platform/db/searchable.ts'

export const SearchQuery = Type.Object({
  q: Type.String({
    minLength: 1,
    maxLength: 200,
    description:
      'An id, as it is spelled, or how a name, an address or a client_id begins: there ASCII letters match in either case.',
    examples: ['maya'],
  }),
})

export const SearchResultSchema = Type.Object(
  {
    matches: Type.Array(
      Type.Object({
        kind: Type.Enum([...searchKinds]),
        id: Type.String({ description: 'The id that the routes of its kind take.' }),
        label: Type.String({ description: 'What it is called; its id where it has no name.' }),
        detail: Type.Union([Type.String(), Type.Null()], { description: 'What tells two of the same name apart.' }),
        parent_id: Type.Union([Type.String(), Type.Null()], {
          description: 'The id of what it belongs to: the user of a session, the agent of a policy.',
        }),
      }),
      { description: 'What has the text as its id first; of each kind five at most for each of its names.' },
    ),
  },
  { $id: 'SearchResult' },
)
