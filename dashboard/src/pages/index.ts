import { agents } from './agents/routes.ts'
import { apiKeys } from './api-keys/routes.ts'
import { apps } from './apps/routes.ts'
import { auditLogs } from './audit-logs/routes.ts'
import { branding } from './branding/routes.ts'
import { consents } from './consents/routes.ts'
import { delegations } from './delegations/routes.ts'
import { deviceCodes } from './device-codes/routes.ts'
import { health } from './health/routes.ts'
import { home } from './home/routes.ts'
import { logs } from './logs/routes.ts'
import { email } from './email/routes.ts'
import { flows } from './flows/routes.ts'
import { gateway } from './gateway/routes.ts'
import { organizations } from './organizations/routes.ts'
import { roles } from './roles/routes.ts'
import { settings } from './settings/routes.ts'
import { signingKeys } from './signing-keys/routes.ts'
import { sso } from './sso/routes.ts'
import { tokens } from './tokens/routes.ts'
import { users } from './users/routes.ts'
import { vault } from './vault/routes.ts'
import { webhooks } from './webhooks/routes.ts'
import type { Screen } from '#/app/screen.ts'

/** Every screen, in the order of the navigation. A screen appears by its line here, and by nothing else. */
export const screens: readonly Screen[] = [
  // Above the groups
  home,
  // People
  users,
  organizations,
  roles,
  // Agents
  agents,
  delegations,
  tokens,
  consents,
  vault,
  // Apps
  apps,
  sso,
  gateway,
  // Sign-in
  branding,
  flows,
  email,
  // Activity
  auditLogs,
  logs,
  webhooks,
  deviceCodes,
  // Platform
  apiKeys,
  signingKeys,
  health,
  settings,
]
