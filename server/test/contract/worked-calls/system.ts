import { byAdmin, changes, excepted, made } from './call.ts'
import type { WorkedCall } from './call.ts'

const view = { list: 'users', name: 'Disabled', query: 'disabled=true', shared: true }
const google = { kind: 'google', client_id: 'g-client', client_secret: 'g-secret' }

/** Settings, set-up, keys, providers and the audit log itself. */
export const systemCalls: readonly WorkedCall[] = [
  changes('system.updateConfig', 'config.updated', (app) =>
    byAdmin(app, 'PATCH', '/admin/config', { 'password.min_length': 12 }),
  ),
  changes('system.swapMode', 'system.mode_changed', (app) => byAdmin(app, 'POST', '/admin/system/swap-mode')),
  changes('system.reset', 'system.reset', (app) => byAdmin(app, 'POST', '/admin/system/reset', { confirm: 'RESET' })),
  excepted(
    'system.bootstrap',
    ['user.created', 'system.bootstrapped', 'session.created', 'email_link.sent'],
    'four things happen: the owner exists, is signed in and mailed a link, and the set-up is closed for good',
    async (app) => {
      const token = await app.services.firstBoot.prepare('dev')
      const json = { token, email: 'owner@example.com', password: 'plum-harbour-lantern' }
      return { url: '/api/v1/admin/bootstrap/consume', json }
    },
  ),
  changes('signingKeys.rotate', 'signing_key.rotated', (app) => byAdmin(app, 'POST', '/admin/auth/rotate-signing-key')),
  changes('signingKeys.revoke', 'signing_key.revoked', async (app) => {
    const { kid } = await app.services.signingKeys.active()
    return byAdmin(app, 'DELETE', `/admin/signing-keys/${kid}`)
  }),
  changes('oauthProviders.create', 'oauth_provider.created', (app) =>
    byAdmin(app, 'POST', '/admin/oauth-providers', google),
  ),
  changes('oauthProviders.update', 'oauth_provider.updated', async (app) => {
    const id = await made(app, '/admin/oauth-providers', google)
    return byAdmin(app, 'PATCH', `/admin/oauth-providers/${id}`, { display_name: 'Workspace' })
  }),
  changes('oauthProviders.delete', 'oauth_provider.deleted', async (app) => {
    const id = await made(app, '/admin/oauth-providers', google)
    return byAdmin(app, 'DELETE', `/admin/oauth-providers/${id}`)
  }),
  changes('savedViews.create', 'saved_view.created', (app) => byAdmin(app, 'POST', '/admin/saved-views', view)),
  changes('savedViews.delete', 'saved_view.deleted', async (app) =>
    byAdmin(app, 'DELETE', `/admin/saved-views/${await made(app, '/admin/saved-views', view)}`),
  ),
  changes('auditLogs.export', 'audit_log.exported', (app) =>
    byAdmin(app, 'POST', '/audit-logs/export', { format: 'jsonl' }),
  ),
  changes('auditLogs.purge', 'audit_log.purged', async (app) => {
    app.clock.advance(1000)
    await app.admin('PATCH', '/admin/config', { 'audit.min_retention_days': 0 })
    return byAdmin(app, 'POST', '/admin/audit-logs/purge', { before: new Date(app.clock.now()).toISOString() })
  }),
]
