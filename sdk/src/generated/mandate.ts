// Made from the OpenAPI document by `npm run generate`; changes here are lost.
import type { MandateOptions } from '#/client/options.ts'
import { Transport } from '#/client/transport.ts'
import { AgentsApi } from './agents.ts'
import { ApiKeysApi } from './api-keys.ts'
import { AppsApi } from './apps.ts'
import { AuditLogsApi } from './audit-logs.ts'
import { AuthApi } from './auth.ts'
import { BrandingApi } from './branding.ts'
import { ConsentsApi } from './consents.ts'
import { DelegationsApi } from './delegations.ts'
import { DeviceCodesApi } from './device-codes.ts'
import { EmailApi } from './email.ts'
import { EventsApi } from './events.ts'
import { FlowsApi } from './flows.ts'
import { LogsApi } from './logs.ts'
import { MyOrganizationsApi } from './my-organizations.ts'
import { OauthProvidersApi } from './oauth-providers.ts'
import { OrganizationsApi } from './organizations.ts'
import { PermissionsApi } from './permissions.ts'
import { ProxyApi } from './proxy.ts'
import { ResourcesApi } from './resources.ts'
import { RolesApi } from './roles.ts'
import { SavedViewsApi } from './saved-views.ts'
import { SearchApi } from './search.ts'
import { SessionsApi } from './sessions.ts'
import { SigningKeysApi } from './signing-keys.ts'
import { SsoConnectionsApi } from './sso-connections.ts'
import { SsoDomainsApi } from './sso-domains.ts'
import { SsoSamlApi } from './sso-saml.ts'
import { SsoSamlKeysApi } from './sso-saml-keys.ts'
import { SsoScimTokensApi } from './sso-scim-tokens.ts'
import { StatsApi } from './stats.ts'
import { SystemApi } from './system.ts'
import { TokensApi } from './tokens.ts'
import { UsersApi } from './users.ts'
import { VaultApi } from './vault.ts'
import { VaultConnectionsApi } from './vault-connections.ts'
import { VaultGrantsApi } from './vault-grants.ts'
import { WebhooksApi } from './webhooks.ts'

/** A server's API: every operation by its id in the OpenAPI document, and `request` for whatever has none here. */
export class Mandate {
  /** Machine clients that act for themselves or for people, the policies that let them, and their tokens. */
  readonly agents: AgentsApi
  /** Credentials of operators and scripts, never wider than those of whoever made them. */
  readonly apiKeys: ApiKeysApi
  /** Applications that people sign in to: web, single-page, native and machine. */
  readonly apps: AppsApi
  /** What happened, by whom: to list, export, verify and purge. */
  readonly auditLogs: AuditLogsApi
  /** What a person does about themselves: signing up and in, factors, addresses, sessions, who acts for them. */
  readonly auth: AuthApi
  /** How the hosted pages and messages look. */
  readonly branding: BrandingApi
  /** What people allowed clients to do in their name. */
  readonly consents: ConsentsApi
  /** Every token with what it descends from, and how to end it. */
  readonly delegations: DelegationsApi
  /** Devices that wait for a person to allow them. */
  readonly deviceCodes: DeviceCodesApi
  /** How mail is sent, what it says, and the inbox of the dev provider. */
  readonly email: EmailApi
  /** What happened, by whom: to list, export, verify and purge. */
  readonly events: EventsApi
  /** What stands between a proof of who somebody is and their session. */
  readonly flows: FlowsApi
  /** The server itself: its health, settings, mode, numbers and first steps. */
  readonly logs: LogsApi
  /** The organizations of whoever is signed in, as their members run them. */
  readonly myOrganizations: MyOrganizationsApi
  /** Where people have accounts that they may sign in with. */
  readonly oauthProviders: OauthProvidersApi
  /** Organizations with their members, roles and invitations, as operators run them. */
  readonly organizations: OrganizationsApi
  /** What roles may hold, who holds it, and whether somebody may do something. */
  readonly permissions: PermissionsApi
  /** The gateway: hosts behind it, the rules that say who comes through, and how it does. */
  readonly proxy: ProxyApi
  /** The APIs and MCP servers that tokens are for, with their scopes and who may ask. */
  readonly resources: ResourcesApi
  /** Roles for people in the applications that ask. */
  readonly roles: RolesApi
  /** The server itself: its health, settings, mode, numbers and first steps. */
  readonly savedViews: SavedViewsApi
  /** The server itself: its health, settings, mode, numbers and first steps. */
  readonly search: SearchApi
  /** Where people are signed in. */
  readonly sessions: SessionsApi
  /** The keys that sign tokens. */
  readonly signingKeys: SigningKeysApi
  /** Single sign-on: connections to identity providers of companies, and the domains they speak for. */
  readonly ssoConnections: SsoConnectionsApi
  /** Single sign-on: connections to identity providers of companies, and the domains they speak for. */
  readonly ssoDomains: SsoDomainsApi
  /** Single sign-on: connections to identity providers of companies, and the domains they speak for. */
  readonly ssoSaml: SsoSamlApi
  /** Single sign-on: connections to identity providers of companies, and the domains they speak for. */
  readonly ssoSamlKeys: SsoSamlKeysApi
  /** Single sign-on: connections to identity providers of companies, and the domains they speak for. */
  readonly ssoScimTokens: SsoScimTokensApi
  /** The server itself: its health, settings, mode, numbers and first steps. */
  readonly stats: StatsApi
  /** The server itself: its health, settings, mode, numbers and first steps. */
  readonly system: SystemApi
  /** Every token with what it descends from, and how to end it. */
  readonly tokens: TokensApi
  /** People, with what they have and what acts for them. */
  readonly users: UsersApi
  /** Accounts that people have elsewhere, for agents to use in their name. */
  readonly vault: VaultApi
  /** Accounts that people have elsewhere, for agents to use in their name. */
  readonly vaultConnections: VaultConnectionsApi
  /** Accounts that people have elsewhere, for agents to use in their name. */
  readonly vaultGrants: VaultGrantsApi
  /** Who is told of events, and what they were sent. */
  readonly webhooks: WebhooksApi
  /** Any route: the body of its response, parsed. */
  readonly request: Transport['request']
  /** Any route: its response, unread. */
  readonly send: Transport['send']
  /** Any route that responds with server-sent events. */
  readonly follow: Transport['events']

  constructor(options: MandateOptions) {
    const transport = new Transport(options)
    this.request = transport.request.bind(transport)
    this.send = transport.send.bind(transport)
    this.follow = transport.events.bind(transport)
    this.agents = new AgentsApi(transport)
    this.apiKeys = new ApiKeysApi(transport)
    this.apps = new AppsApi(transport)
    this.auditLogs = new AuditLogsApi(transport)
    this.auth = new AuthApi(transport)
    this.branding = new BrandingApi(transport)
    this.consents = new ConsentsApi(transport)
    this.delegations = new DelegationsApi(transport)
    this.deviceCodes = new DeviceCodesApi(transport)
    this.email = new EmailApi(transport)
    this.events = new EventsApi(transport)
    this.flows = new FlowsApi(transport)
    this.logs = new LogsApi(transport)
    this.myOrganizations = new MyOrganizationsApi(transport)
    this.oauthProviders = new OauthProvidersApi(transport)
    this.organizations = new OrganizationsApi(transport)
    this.permissions = new PermissionsApi(transport)
    this.proxy = new ProxyApi(transport)
    this.resources = new ResourcesApi(transport)
    this.roles = new RolesApi(transport)
    this.savedViews = new SavedViewsApi(transport)
    this.search = new SearchApi(transport)
    this.sessions = new SessionsApi(transport)
    this.signingKeys = new SigningKeysApi(transport)
    this.ssoConnections = new SsoConnectionsApi(transport)
    this.ssoDomains = new SsoDomainsApi(transport)
    this.ssoSaml = new SsoSamlApi(transport)
    this.ssoSamlKeys = new SsoSamlKeysApi(transport)
    this.ssoScimTokens = new SsoScimTokensApi(transport)
    this.stats = new StatsApi(transport)
    this.system = new SystemApi(transport)
    this.tokens = new TokensApi(transport)
    this.users = new UsersApi(transport)
    this.vault = new VaultApi(transport)
    this.vaultConnections = new VaultConnectionsApi(transport)
    this.vaultGrants = new VaultGrantsApi(transport)
    this.webhooks = new WebhooksApi(transport)
  }
}
