/**
 * One call of every route that changes something: how to arrange it, and what it records. Plain data and functions, for
 * every test that goes over the whole route table with requests that succeed. A new route gets its line here; the test
 * that counts events fails until it has one.
 */
import { accountCalls } from './account.ts'
import { agentCalls } from './agents.ts'
import { apiKeyCalls } from './api-keys.ts'
import { appCalls } from './apps.ts'
import { brandingCalls } from './branding.ts'
import { consentCalls } from './consents.ts'
import { emailCalls } from './email.ts'
import { factorCalls } from './factors.ts'
import { gatewayCalls } from './gateway.ts'
import { flowCalls } from './flows.ts'
import { mailLinkCalls } from './mail-links.ts'
import { oauthCalls } from './oauth.ts'
import { organizationCalls } from './organizations.ts'
import { pageCalls } from './pages.ts'
import { resourceCalls } from './resources.ts'
import { roleCalls } from './roles.ts'
import { scimCalls } from './scim.ts'
import { selfCalls } from './self.ts'
import { ssoCalls } from './sso.ts'
import { systemCalls } from './system.ts'
import { userCalls } from './users.ts'
import { vaultCalls } from './vault.ts'
import { webhookCalls } from './webhooks.ts'
import type { WorkedCall } from './call.ts'

export type { WorkedCall } from './call.ts'

/** Every worked call. */
export const workedCalls: readonly WorkedCall[] = [
  accountCalls,
  agentCalls,
  apiKeyCalls,
  appCalls,
  brandingCalls,
  consentCalls,
  emailCalls,
  factorCalls,
  gatewayCalls,
  flowCalls,
  mailLinkCalls,
  oauthCalls,
  organizationCalls,
  pageCalls,
  resourceCalls,
  roleCalls,
  scimCalls,
  selfCalls,
  ssoCalls,
  systemCalls,
  userCalls,
  vaultCalls,
  webhookCalls,
].flat()
