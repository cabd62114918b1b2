import { searchablePolicies } from '#/modules/agents/index.ts'
import { searchableApiKeys } from '#/modules/api-keys/index.ts'
import { searchableAuditEntries } from '#/modules/audit-logs/index.ts'
import { searchableAgents, searchableApps } from '#/modules/clients/index.ts'
import { searchableConsents } from '#/modules/consents/index.ts'
import { searchableFlowRuns, searchableFlows } from '#/modules/flows/index.ts'
import { searchableProviders } from '#/modules/identity-providers/index.ts'
import { searchableInvitations, searchableOrganizations } from '#/modules/organizations/index.ts'
import { searchableRules, searchableUpstreams } from '#/modules/proxy/index.ts'
import { searchableResources } from '#/modules/resources/index.ts'
import { searchablePermissions, searchableRoles } from '#/modules/roles/index.ts'
import { searchableSessions } from '#/modules/sessions/index.ts'
import { searchableSigningKeys } from '#/modules/signing-keys/index.ts'
import { searchableSsoConnections, searchableSsoDomains } from '#/modules/sso/index.ts'
import { searchableTokens } from '#/modules/tokens/index.ts'
import { searchableUsers } from '#/modules/users/index.ts'
import { searchableVaultConnections, searchableVaultGrants, searchableVaultProviders } from '#/modules/vault/index.ts'
import { searchableDeliveries, searchableWebhooks } from '#/modules/webhooks/index.ts'
import type { Searchable } from '#/platform/db/searchable.ts'

/** What search finds, in the order it is shown in. */
export const searchables: readonly Searchable[] = [
  searchableUsers,
  searchableAgents,
  searchableApps,
  searchableOrganizations,
  searchableRoles,
  searchablePermissions,
  searchableResources,
  searchableApiKeys,
  searchableWebhooks,
  searchableSsoConnections,
  searchableSsoDomains,
  searchableFlows,
  searchableVaultProviders,
  searchableProviders,
  searchableUpstreams,
  searchableRules,
  searchableInvitations,
  searchableTokens,
  searchableSessions,
  searchableConsents,
  searchablePolicies,
  searchableVaultConnections,
  searchableVaultGrants,
  searchableDeliveries,
  searchableFlowRuns,
  searchableAuditEntries,
  searchableSigningKeys,
]
