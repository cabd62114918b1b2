import { Type } from 'typebox'
import { CountsSchema } from '#/modules/lifecycle/index.ts'
import { eventType } from '#/platform/audit/event.ts'

const client = { client_id: Type.String(), client_name: Type.String() }
const change = Type.Object({ before: Type.Unknown(), after: Type.Unknown() })

export const documentAdopted = eventType(
  'client.document_adopted',
  'A client came for the first time whose client_id is the address of a document; what that says was kept.',
  Type.Object({ ...client, redirect_uris: Type.Array(Type.String()), scope: Type.String() }),
)
export const documentChanged = eventType(
  'client.document_changed',
  'The document of a client says something else than before; each change with what was before and after.',
  Type.Object({ ...client, changes: Type.Record(Type.String(), change), counts: Type.Optional(CountsSchema) }),
)

/** What this folder tells. */
export const clientDocumentEvents = [documentAdopted, documentChanged]
