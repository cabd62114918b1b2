import { agentErrors, agentEvents, agentRoutes } from '#/modules/agents/index.ts'
import { apiKeyErrors, apiKeyEvents, apiKeyRoutes } from '#/modules/api-keys/index.ts'
import { appErrors, appEvents, appRoutes } from '#/modules/apps/index.ts'
import { auditLogErrors, auditLogEvents, auditLogRoutes } from '#/modules/audit-logs/index.ts'
import { authorizationErrors } from '#/modules/authorization-requests/index.ts'
import { previewRoutes } from '#/pages/preview/index.ts'
import { assetRoutes, brandingErrors, brandingEvents, brandingRoutes } from '#/modules/branding/index.ts'
import { clientLogoErrors, clientLogoRoutes } from '#/modules/client-logos/index.ts'
import { clientEvents } from '#/modules/clients/index.ts'
import { consentAdminRoutes, consentErrors, consentEvents, consentRoutes } from '#/modules/consents/index.ts'
import { credentialErrors, credentialEvents, credentialRoutes } from '#/modules/credentials/index.ts'
import { delegationRoutes } from '#/modules/delegations/index.ts'
import { emailErrors, emailEvents, emailRoutes } from '#/modules/email/index.ts'
import { flowErrors, flowEvents, flowRoutes } from '#/modules/flows/index.ts'
import { logErrors, logRoutes } from '#/modules/logs/index.ts'
import { logoutNoticeEvents } from '#/modules/backchannel-logout/index.ts'
import { organizationErrors, organizationEvents, organizationRoutes } from '#/modules/organizations/index.ts'
import {
  providerAdminRoutes,
  providerErrors,
  providerEvents,
  providerRoutes,
} from '#/modules/identity-providers/index.ts'
import { recoveryErrors, recoveryEvents, recoveryRoutes } from '#/modules/account-recovery/index.ts'
import { gatewayPageRoutes, proxyErrors, proxyEvents, proxyRoutes } from '#/modules/proxy/index.ts'
import { resourceErrors, resourceEvents, resourceRoutes } from '#/modules/resources/index.ts'
import { roleErrors, roleEvents, roleRoutes } from '#/modules/roles/index.ts'
import { savedViewErrors, savedViewEvents, savedViewRoutes } from '#/modules/saved-views/index.ts'
import { searchRoutes } from '#/modules/search/index.ts'
import { authRoutes, sessionErrors, sessionEvents, sessionRoutes } from '#/modules/sessions/index.ts'
import { signingKeyErrors, signingKeyEvents, signingKeyRoutes } from '#/modules/signing-keys/index.ts'
import { scimErrors, scimEvents, scimRoutes, scimTokenRoutes } from '#/modules/scim/index.ts'
import {
  samlKeyRoutes,
  samlRoutes,
  ssoAdminRoutes,
  ssoErrors,
  ssoEvents,
  ssoIdentityRoutes,
  ssoRoutes,
} from '#/modules/sso/index.ts'
import { statisticsRoutes } from '#/modules/statistics/index.ts'
import { systemErrors, systemEvents, systemRoutes } from '#/modules/system/index.ts'
import { tokenErrors, tokenEvents, tokenRoutes } from '#/modules/tokens/index.ts'
import { userErrors, userEvents, userRoutes } from '#/modules/users/index.ts'
import {
  vaultAdminRoutes,
  vaultErrors,
  vaultEvents,
  vaultGrantRoutes,
  vaultProxyRoutes,
  vaultRoutes,
} from '#/modules/vault/index.ts'
import { sentEvents, webhookErrors, webhookEvents, webhookRoutes } from '#/modules/webhooks/index.ts'
import { authorizeRoutes } from '#/oauth/authorize/index.ts'
import { clientDocumentEvents } from '#/oauth/client-documents/index.ts'
import {
  deviceAdminRoutes,
  deviceErrors,
  deviceEvents,
  devicePageRoutes,
  deviceRoutes,
  entryPage,
} from '#/oauth/device/index.ts'
import { introspectionRoute } from '#/oauth/introspection.ts'
import { jwksRoute } from '#/oauth/discovery/jwks-route.ts'
import { logoutRoutes } from '#/oauth/logout/index.ts'
import { metadataRoutes } from '#/oauth/discovery/metadata.ts'
import { parRoute } from '#/oauth/par.ts'
import { registrationEvents, registrationRoutes } from '#/oauth/registration/index.ts'
import { revocationFeedRoutes } from '#/oauth/revocation-feed/index.ts'
import { revocationRoute } from '#/oauth/revocation.ts'
import { tokenRoute } from '#/oauth/token/endpoint.ts'
import { userInfoRoutes } from '#/oauth/userinfo.ts'
import { consentPageRoutes } from '#/pages/consent/consent.ts'
import { loginRoutes, providerPageRoutes, samlPageRoutes, servicePageRoutes, ssoPageRoutes } from '#/pages/index.ts'
import { dashboardRoutes } from '#/pages/dashboard/index.ts'
import { guideRoutes } from '#/pages/guide/index.ts'
import { firstKeyRoutes, setupApiRoutes, setupPageRoutes } from '#/pages/setup/index.ts'
import { METRICS_SCOPE } from '#/platform/http/server/metrics.ts'
import type { EventType } from '#/platform/audit/event.ts'
import type { AreaRoutes } from '#/platform/http/routing/mounted-routes.ts'
import type { ApiRoute, OAuthRoute, PagesRoute } from '#/platform/http/routing/route.ts'
import type { ErrorCode } from '#/platform/errors/app-error.ts'

const apiRoutes: readonly ApiRoute[] = [
  authRoutes,
  credentialRoutes,
  recoveryRoutes,
  providerRoutes,
  providerAdminRoutes,
  systemRoutes,
  statisticsRoutes,
  logRoutes,
  setupApiRoutes,
  signingKeyRoutes,
  userRoutes,
  roleRoutes,
  organizationRoutes,
  sessionRoutes,
  tokenRoutes,
  delegationRoutes,
  searchRoutes,
  savedViewRoutes,
  agentRoutes,
  apiKeyRoutes,
  appRoutes,
  resourceRoutes,
  consentRoutes,
  consentAdminRoutes,
  ssoRoutes,
  ssoAdminRoutes,
  samlKeyRoutes,
  ssoIdentityRoutes,
  samlRoutes,
  scimTokenRoutes,
  vaultAdminRoutes,
  vaultRoutes,
  vaultGrantRoutes,
  vaultProxyRoutes,
  flowRoutes,
  deviceAdminRoutes,
  emailRoutes,
  brandingRoutes,
  auditLogRoutes,
].flat()

const apiAreas: readonly AreaRoutes[] = [
  { area: 'api', routes: apiRoutes },
  { area: 'api', routes: webhookRoutes },
  { area: 'api', routes: webhookRoutes, prefix: '/admin' },
  // Pages that stand among the calls they belong to.
  {
    area: 'api',
    routes: [
      ...providerPageRoutes,
      ...ssoPageRoutes,
      ...samlPageRoutes,
      ...servicePageRoutes,
      ...previewRoutes(entryPage),
    ],
  },
]

/** What is served where the configuration turns the gateway on. */
const gatewayAreas: readonly AreaRoutes[] = [
  { area: 'api', routes: proxyRoutes },
  { area: 'pages', routes: gatewayPageRoutes },
]

/** Every scope that a route asks of an API key. */
export const keyScopes: ReadonlySet<string> = new Set([
  METRICS_SCOPE,
  ...apiAreas
    .concat(gatewayAreas)
    .flatMap(({ routes }) => routes)
    .flatMap(({ auth }) => (auth.kind === 'admin' ? [auth.scope] : [])),
])

const oauthRoutes = (issuer: string): readonly OAuthRoute[] =>
  [
    registrationRoutes,
    parRoute,
    tokenRoute,
    revocationRoute,
    ...revocationFeedRoutes,
    introspectionRoute,
    deviceRoutes,
    userInfoRoutes,
    jwksRoute,
    metadataRoutes(issuer),
  ].flat()

const pageRoutes: readonly PagesRoute[] = [
  authorizeRoutes,
  logoutRoutes,
  devicePageRoutes,
  consentPageRoutes,
  loginRoutes,
  setupPageRoutes,
  firstKeyRoutes,
  assetRoutes,
  clientLogoRoutes,
  dashboardRoutes,
  guideRoutes,
].flat()

/** Every route of the server, by area; `system` routes join them in `app.ts`. */
export const areas = (issuer: string, { gateway }: { readonly gateway: boolean }): AreaRoutes[] => [
  ...apiAreas,
  { area: 'scim', routes: scimRoutes },
  ...(gateway ? gatewayAreas : []),
  { area: 'oauth', routes: oauthRoutes(issuer) },
  { area: 'pages', routes: pageRoutes },
]

/** Every event the server records, for the reference. */
export const eventCatalogue: readonly EventType[] = [
  systemEvents,
  apiKeyEvents,
  signingKeyEvents,
  clientEvents,
  registrationEvents,
  clientDocumentEvents,
  resourceEvents,
  agentEvents,
  appEvents,
  userEvents,
  organizationEvents,
  roleEvents,
  credentialEvents,
  sessionEvents,
  recoveryEvents,
  providerEvents,
  logoutNoticeEvents,
  emailEvents,
  brandingEvents,
  consentEvents,
  ssoEvents,
  scimEvents,
  vaultEvents,
  flowEvents,
  deviceEvents,
  tokenEvents,
  auditLogEvents,
  webhookEvents,
  savedViewEvents,
  proxyEvents,
].flat()

/** Every event that webhooks can see. */
export const webhookCatalogue: readonly EventType[] = [
  ...eventCatalogue.filter(({ webhook }) => webhook),
  ...sentEvents,
]

/** Every error code of the modules, for the reference. */
export const errorCatalogue: readonly ErrorCode[] = [
  systemErrors,
  agentErrors,
  apiKeyErrors,
  appErrors,
  resourceErrors,
  userErrors,
  organizationErrors,
  roleErrors,
  credentialErrors,
  sessionErrors,
  recoveryErrors,
  providerErrors,
  emailErrors,
  logErrors,
  brandingErrors,
  clientLogoErrors,
  consentErrors,
  ssoErrors,
  scimErrors,
  vaultErrors,
  flowErrors,
  authorizationErrors,
  deviceErrors,
  signingKeyErrors,
  tokenErrors,
  auditLogErrors,
  webhookErrors,
  savedViewErrors,
  proxyErrors,
].flatMap((codes) => Object.values<ErrorCode>(codes))
