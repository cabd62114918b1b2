import { byAdmin, changes, excepted } from './call.ts'
import type { WorkedCall } from './call.ts'

const draft = { subject: 'Confirm, please' }

/** Mail: its set-up, its templates and the inbox of the dev provider. */
export const emailCalls: readonly WorkedCall[] = [
  changes('email.updateConfig', 'email.config_updated', (app) =>
    byAdmin(app, 'PATCH', '/admin/email-config', { from_name: 'Harbour' }),
  ),
  changes('email.sendTest', 'email.test_sent', (app) =>
    byAdmin(app, 'POST', '/admin/test-email', { to: 'maya@example.com' }),
  ),
  changes('email.templates.update', 'email_template.updated', (app) =>
    byAdmin(app, 'PATCH', '/admin/email-templates/reset', draft),
  ),
  excepted('email.templates.preview', [], 'it shows, and changes nothing', (app) =>
    byAdmin(app, 'POST', '/admin/email-templates/reset/preview', {}),
  ),
  changes('email.templates.sendTest', 'email.test_sent', (app) =>
    byAdmin(app, 'POST', '/admin/email-templates/reset/send-test', { to: 'maya@example.com' }),
  ),
  changes('email.templates.reset', 'email_template.reset', async (app) => {
    await app.admin('PATCH', '/admin/email-templates/reset', draft)
    return byAdmin(app, 'POST', '/admin/email-templates/reset/reset')
  }),
  changes('email.devInbox.clear', 'email.inbox_cleared', async (app) => {
    await app.admin('POST', '/admin/test-email', { to: 'maya@example.com' })
    await app.app.jobs.runNow('email.send')
    return byAdmin(app, 'DELETE', '/admin/dev/emails')
  }),
]
