import { byAdmin, changes, excepted, made } from './call.ts'
import type { WorkedCall } from './call.ts'

const google = { kind: 'google', client_id: 'g-client', client_secret: 'g-secret' }

/** Settings, set-up, keys, providers and the audit log itself. */
export const systemCalls: readonly WorkedCall[] = [
  changes('PATCH /api/v1/admin/config', 'config.updated', (app) =>
    byAdmin(app, 'PATCH', '/admin/config', { 'password.min_length': 12 }),
  ),
  changes('POST /api/v1/admin/system/swap-mode', 'system.mode_changed', (app) =>
    byAdmin(app, 'POST', '/admin/system/swap-mode'),
  ),
  changes('POST /api/v1/admin/system/reset', 'system.reset', (app) =>
    byAdmin(app, 'POST', '/admin/system/reset', { confirm: 'RESET' }),
  ),
  excepted(
    'POST /api/v1/admin/bootstrap/consume',
    ['user.created', 'system.bootstrapped', 'session.created', 'email_link.sent'],
    'four things happen: the owner exists, is signed in and mailed a link, and the set-up is closed for good',
    async (app) => {
      const token = await app.services.firstBoot.prepare('dev')
      const json = { token, email: 'owner@example.com', password: 'plum-harbour-lantern' }
      return { url: '/api/v1/admin/bootstrap/consume', json }
    },
  ),
  changes('POST /api/v1/admin/auth/rotate-signing-key', 'signing_key.rotated', (app) =>
    byAdmin(app, 'POST', '/admin/auth/rotate-signing-key'),
  ),
  changes('POST /api/v1/admin/oauth-providers', 'oauth_provider.created', (app) =>
    byAdmin(app, 'POST', '/admin/oauth-providers', google),
  ),
  changes('PATCH /api/v1/admin/oauth-providers/{id}', 'oauth_provider.updated', async (app) => {
    const id = await made(app, '/admin/oauth-providers', google)
    return byAdmin(app, 'PATCH', `/admin/oauth-providers/${id}`, { display_name: 'Workspace' })
  }),
  changes('DELETE /api/v1/admin/oauth-providers/{id}', 'oauth_provider.deleted', async (app) => {
    const id = await made(app, '/admin/oauth-providers', google)
    return byAdmin(app, 'DELETE', `/admin/oauth-providers/${id}`)
  }),
  changes('POST /api/v1/audit-logs/export', 'audit_log.exported', (app) =>
    byAdmin(app, 'POST', '/audit-logs/export', { format: 'jsonl' }),
  ),
  changes('POST /api/v1/admin/audit-logs/purge', 'audit_log.purged', (app) => {
    app.clock.advance(1000)
    return byAdmin(app, 'POST', '/admin/audit-logs/purge', { before: new Date(app.clock.now()).toISOString() })
  }),
]
