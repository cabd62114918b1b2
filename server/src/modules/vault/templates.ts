import type { ProxyRules } from './proxy-rules.ts'
import type { Quirks } from './quirks.ts'

/** A provider we know: everything but the name and secret that an operator has there. */
export interface Template {
  readonly displayName: string
  readonly authUrl: string
  readonly tokenUrl: string
  readonly scopes: readonly string[]
  readonly extraAuthParams: Readonly<Record<string, string>>
  readonly quirks: Quirks
  /** The calls that go through where an operator says nothing: the API, without what hands out tokens or ends them. */
  readonly proxy: ProxyRules
}

const api = (host: string, paths: string[], denied: string[] = []): ProxyRules => ({
  hosts: [host],
  allow: [{ paths }],
  ...(denied.length === 0 ? {} : { deny: [{ paths: denied }] }),
})

const ATLASSIAN: Omit<Template, 'displayName' | 'scopes' | 'proxy'> = {
  authUrl: 'https://auth.atlassian.com/authorize',
  tokenUrl: 'https://auth.atlassian.com/oauth/token',
  extraAuthParams: { audience: 'api.atlassian.com', prompt: 'consent' },
  quirks: {
    token_request_format: 'json',
    rotates_refresh_tokens: true,
    reauth_errors: ['unauthorized_client'],
    // A list of the sites the person chose; the id goes into the addresses of the API.
    account_url: 'https://api.atlassian.com/oauth/token/accessible-resources',
    account_id: '0.id',
    account_name: '0.name',
  },
}

/** The API of one product, and the list of the sites that its addresses begin with. */
const atlassian = (product: string): ProxyRules => ({
  hosts: ['https://api.atlassian.com'],
  allow: [{ paths: [`/ex/${product}/*`] }, { methods: ['GET'], paths: ['/oauth/token/accessible-resources'] }],
})

const google = (displayName: string, proxy: ProxyRules, ...scopes: readonly string[]): Template => ({
  displayName,
  proxy,
  authUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
  tokenUrl: 'https://oauth2.googleapis.com/token',
  scopes: ['openid', 'email', ...scopes],
  // Without the prompt, a second consent brings no refresh token.
  extraAuthParams: { access_type: 'offline', prompt: 'consent' },
  quirks: {
    revocation_url: 'https://oauth2.googleapis.com/revoke',
    account_url: 'https://openidconnect.googleapis.com/v1/userinfo',
    account_id: 'sub',
    account_name: 'email',
  },
})

/** The providers we know, by name. A new one is one entry. */
export const templates: Readonly<Record<string, Template>> = {
  google_calendar: google(
    'Google Calendar',
    api('https://www.googleapis.com', ['/calendar/v3/*']),
    'https://www.googleapis.com/auth/calendar',
  ),
  google_drive: google(
    'Google Drive',
    api('https://www.googleapis.com', ['/drive/v3/*', '/upload/drive/v3/*']),
    'https://www.googleapis.com/auth/drive',
  ),
  google_gmail: google(
    'Gmail',
    api('https://gmail.googleapis.com', ['/gmail/v1/*', '/upload/gmail/v1/*']),
    'https://www.googleapis.com/auth/gmail.readonly',
    'https://www.googleapis.com/auth/gmail.send',
  ),
  slack: {
    displayName: 'Slack',
    proxy: api(
      'https://slack.com',
      ['/api/*'],
      // Tokens are ended or traded here, and one of these repeats what it is sent.
      [
        '/api/auth.revoke',
        '/api/oauth.access',
        '/api/oauth.v2.access',
        '/api/oauth.v2.exchange',
        '/api/api.test',
        '/api/tooling.tokens.rotate',
      ],
    ),
    authUrl: 'https://slack.com/oauth/v2/authorize',
    tokenUrl: 'https://slack.com/api/oauth.v2.access',
    scopes: ['chat:write', 'channels:read', 'users:read'],
    extraAuthParams: {},
    quirks: {
      // The token of the person, not that of a bot: its own parameter, and its own part of the answer.
      scope_parameter: 'user_scope',
      scope_separator: ',',
      token_member: 'authed_user',
      rotates_refresh_tokens: true,
      reauth_errors: ['invalid_refresh_token', 'token_revoked', 'account_inactive'],
      revocation_url: 'https://slack.com/api/auth.revoke',
      revocation_style: 'bearer',
      account_id: 'authed_user.id',
      account_name: 'team.name',
    },
  },
  github: {
    displayName: 'GitHub',
    proxy: api('https://api.github.com', ['/*'], ['/applications/*', '/app/*', '/authorizations/*']),
    authUrl: 'https://github.com/login/oauth/authorize',
    tokenUrl: 'https://github.com/login/oauth/access_token',
    scopes: ['repo', 'read:user', 'user:email'],
    extraAuthParams: {},
    quirks: {
      rotates_refresh_tokens: true,
      reauth_errors: ['bad_refresh_token'],
      revocation_url: 'https://api.github.com/applications/{client_id}/grant',
      revocation_style: 'github',
      account_url: 'https://api.github.com/user',
      account_id: 'id',
      account_name: 'login',
    },
  },
  microsoft: {
    displayName: 'Microsoft',
    proxy: api('https://graph.microsoft.com', ['/v1.0/*']),
    authUrl: 'https://login.microsoftonline.com/common/oauth2/v2.0/authorize',
    tokenUrl: 'https://login.microsoftonline.com/common/oauth2/v2.0/token',
    scopes: ['offline_access', 'User.Read', 'Mail.Read'],
    extraAuthParams: { prompt: 'select_account' },
    quirks: {
      reauth_errors: ['interaction_required'],
      account_url: 'https://graph.microsoft.com/v1.0/me',
      account_id: 'id',
      account_name: 'userPrincipalName',
    },
  },
  notion: {
    displayName: 'Notion',
    proxy: api('https://api.notion.com', ['/v1/*'], ['/v1/oauth/*']),
    authUrl: 'https://api.notion.com/v1/oauth/authorize',
    tokenUrl: 'https://api.notion.com/v1/oauth/token',
    scopes: [],
    extraAuthParams: { owner: 'user' },
    quirks: {
      token_endpoint_auth_method: 'client_secret_basic',
      token_request_format: 'json',
      rotates_refresh_tokens: true,
      revocation_url: 'https://api.notion.com/v1/oauth/revoke',
      revocation_style: 'json',
      account_id: 'bot_id',
      account_name: 'workspace_name',
    },
  },
  linear: {
    displayName: 'Linear',
    proxy: api('https://api.linear.app', ['/graphql']),
    authUrl: 'https://linear.app/oauth/authorize',
    tokenUrl: 'https://api.linear.app/oauth/token',
    scopes: ['read', 'write'],
    extraAuthParams: { prompt: 'consent' },
    quirks: {
      scope_separator: ',',
      rotates_refresh_tokens: true,
      revocation_url: 'https://api.linear.app/oauth/revoke',
    },
  },
  jira: {
    ...ATLASSIAN,
    displayName: 'Jira',
    proxy: atlassian('jira'),
    scopes: ['read:jira-work', 'write:jira-work', 'offline_access'],
  },
  confluence: {
    ...ATLASSIAN,
    displayName: 'Atlassian Confluence',
    proxy: atlassian('confluence'),
    scopes: ['read:confluence-content.all', 'write:confluence-content', 'offline_access'],
  },
  gitlab: {
    displayName: 'GitLab',
    proxy: api(
      'https://gitlab.com',
      ['/api/v4/*'],
      // What would hand out another token, that no disconnecting ends.
      [
        '/api/v4/personal_access_tokens/*',
        '/api/v4/user/personal_access_tokens',
        '/api/v4/users/*/personal_access_tokens',
        '/api/v4/users/*/impersonation_tokens',
        '/api/v4/projects/*/access_tokens/*',
        '/api/v4/groups/*/access_tokens/*',
      ],
    ),
    authUrl: 'https://gitlab.com/oauth/authorize',
    tokenUrl: 'https://gitlab.com/oauth/token',
    scopes: ['read_user', 'read_api'],
    extraAuthParams: {},
    quirks: {
      rotates_refresh_tokens: true,
      revocation_url: 'https://gitlab.com/oauth/revoke',
      account_url: 'https://gitlab.com/api/v4/user',
      account_id: 'id',
      account_name: 'username',
    },
  },
  salesforce: {
    displayName: 'Salesforce',
    proxy: api('{account}', ['/services/data/*']),
    authUrl: 'https://login.salesforce.com/services/oauth2/authorize',
    tokenUrl: 'https://login.salesforce.com/services/oauth2/token',
    scopes: ['api', 'refresh_token'],
    extraAuthParams: {},
    quirks: {
      // The answer names no lifetime: that of a session there, of which the shortest preset is 15 minutes.
      expires_in_seconds: 900,
      revocation_url: 'https://login.salesforce.com/services/oauth2/revoke',
      account_id: 'id',
      account_name: 'instance_url',
    },
  },
  hubspot: {
    displayName: 'HubSpot',
    proxy: api('https://api.hubapi.com', ['/*'], ['/oauth/*']),
    authUrl: 'https://app.hubspot.com/oauth/authorize',
    tokenUrl: 'https://api.hubapi.com/oauth/v1/token',
    scopes: ['oauth', 'crm.objects.contacts.read'],
    extraAuthParams: {},
    quirks: { reauth_errors: ['BAD_REFRESH_TOKEN'] },
  },
  zoom: {
    displayName: 'Zoom',
    proxy: api('https://api.zoom.us', ['/v2/*']),
    authUrl: 'https://zoom.us/oauth/authorize',
    tokenUrl: 'https://zoom.us/oauth/token',
    scopes: ['user:read:user', 'meeting:read:list_meetings'],
    extraAuthParams: {},
    quirks: {
      token_endpoint_auth_method: 'client_secret_basic',
      rotates_refresh_tokens: true,
      // What it calls a refresh token that is over.
      reauth_errors: ['invalid_request'],
      revocation_url: 'https://zoom.us/oauth/revoke',
      account_url: 'https://api.zoom.us/v2/users/me',
      account_id: 'id',
      account_name: 'email',
    },
  },
  dropbox: {
    displayName: 'Dropbox',
    proxy: {
      ...api('https://api.dropboxapi.com', ['/2/*'], ['/2/auth/*']),
      hosts: ['https://api.dropboxapi.com', 'https://content.dropboxapi.com'],
    },
    authUrl: 'https://www.dropbox.com/oauth2/authorize',
    tokenUrl: 'https://api.dropboxapi.com/oauth2/token',
    scopes: ['account_info.read', 'files.metadata.read', 'files.content.read'],
    extraAuthParams: { token_access_type: 'offline' },
    quirks: {
      revocation_url: 'https://api.dropboxapi.com/2/auth/token/revoke',
      revocation_style: 'bearer',
      account_id: 'account_id',
    },
  },
  discord: {
    displayName: 'Discord',
    proxy: api('https://discord.com', ['/api/v10/*'], ['/api/v10/oauth2/*']),
    authUrl: 'https://discord.com/oauth2/authorize',
    tokenUrl: 'https://discord.com/api/oauth2/token',
    scopes: ['identify', 'guilds'],
    extraAuthParams: { prompt: 'consent' },
    quirks: {
      rotates_refresh_tokens: true,
      revocation_url: 'https://discord.com/api/oauth2/token/revoke',
      account_url: 'https://discord.com/api/v10/users/@me',
      account_id: 'id',
      account_name: 'username',
    },
  },
  figma: {
    displayName: 'Figma',
    proxy: api('https://api.figma.com', ['/v1/*', '/v2/*'], ['/v1/oauth/*']),
    authUrl: 'https://www.figma.com/oauth',
    tokenUrl: 'https://api.figma.com/v1/oauth/token',
    scopes: ['current_user:read', 'file_content:read'],
    extraAuthParams: {},
    quirks: {
      scope_separator: ',',
      token_endpoint_auth_method: 'client_secret_basic',
      refresh_url: 'https://api.figma.com/v1/oauth/refresh',
      account_url: 'https://api.figma.com/v1/me',
      account_id: 'id',
      account_name: 'email',
    },
  },
}

/** Their names. */
export const templateNames = Object.keys(templates)
