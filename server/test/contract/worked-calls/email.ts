import { byAdmin, changes, excepted } from './call.ts'
import type { WorkedCall } from './call.ts'

const draft = { subject: 'Confirm, please' }

/** Mail: its set-up, its templates and the inbox of the dev provider. */
export const emailCalls: readonly WorkedCall[] = [
  changes('PATCH /api/v1/admin/email-config', 'email.config_updated', (app) =>
    byAdmin(app, 'PATCH', '/admin/email-config', { from_name: 'Harbour' }),
  ),
  changes('POST /api/v1/admin/test-email', 'email.test_sent', (app) =>
    byAdmin(app, 'POST', '/admin/test-email', { to: 'maya@example.com' }),
  ),
  changes('PATCH /api/v1/admin/email-templates/{id}', 'email_template.updated', (app) =>
    byAdmin(app, 'PATCH', '/admin/email-templates/reset', draft),
  ),
  excepted('POST /api/v1/admin/email-templates/{id}/preview', [], 'it shows, and changes nothing', (app) =>
    byAdmin(app, 'POST', '/admin/email-templates/reset/preview', {}),
  ),
  changes('POST /api/v1/admin/email-templates/{id}/send-test', 'email.test_sent', (app) =>
    byAdmin(app, 'POST', '/admin/email-templates/reset/send-test', { to: 'maya@example.com' }),
  ),
  changes('POST /api/v1/admin/email-templates/{id}/reset', 'email_template.reset', async (app) => {
    await app.admin('PATCH', '/admin/email-templates/reset', draft)
    return byAdmin(app, 'POST', '/admin/email-templates/reset/reset')
  }),
  changes('DELETE /api/v1/admin/dev/emails', 'email.inbox_cleared', async (app) => {
    await app.admin('POST', '/admin/test-email', { to: 'maya@example.com' })
    await app.app.jobs.runNow('email.send')
    return byAdmin(app, 'DELETE', '/admin/dev/emails')
  }),
]
