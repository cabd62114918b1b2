import { Type } from 'typebox'
import { CountsSchema } from '#/modules/lifecycle/index.ts'
import { eventType } from '#/platform/audit/event.ts'

const provider = { id: Type.String(), name: Type.String(), kind: Type.String() }

export const vaultProviderCreated = eventType(
  'vault.provider.created',
  'The vault has a provider that people can connect accounts of.',
  Type.Object({ ...provider, template: Type.Union([Type.String(), Type.Null()]), scopes: Type.Array(Type.String()) }),
)
export const vaultProviderUpdated = eventType(
  'vault.provider.updated',
  'The set-up of a provider of the vault changed. A new secret is named, never told.',
  Type.Object({
    ...provider,
    changed: Type.Array(Type.String(), { description: 'Names of the fields' }),
    stopped_connections: Type.Integer({
      description: 'Whose tokens were thrown away, because they would go elsewhere from now on',
    }),
  }),
)
export const vaultProviderDeleted = eventType(
  'vault.provider.deleted',
  'A provider of the vault was deleted, with what people had connected.',
  Type.Object({ ...provider, counts: CountsSchema }),
)

/** What this module tells. */
export const vaultEvents = [vaultProviderCreated, vaultProviderUpdated, vaultProviderDeleted]
