import { byAdmin, changes, excepted, made } from './call.ts'
import type { TestApp } from '#test/support/app.ts'
import type { WorkedCall } from './call.ts'

const flow = { name: 'Factors', trigger: 'login', steps: [{ type: 'require_mfa_enrollment', config: {} }] }

const one = async (app: TestApp): Promise<string> => `/admin/flows/${await made(app, '/admin/flows', flow)}`

/** Auth flows, as operators write them. */
export const flowCalls: readonly WorkedCall[] = [
  changes('flows.create', 'flow.created', (app) => byAdmin(app, 'POST', '/admin/flows', flow)),
  changes('flows.update', 'flow.updated', async (app) => byAdmin(app, 'PATCH', await one(app), { priority: 5 })),
  changes('flows.delete', 'flow.deleted', async (app) => byAdmin(app, 'DELETE', await one(app))),
  changes('flows.rotateSecret', 'flow.secret_rotated', async (app) =>
    byAdmin(app, 'POST', `${await one(app)}/rotate-secret`, { overlap_seconds: 60 }),
  ),
  changes('flows.versions.restore', 'flow.updated', async (app) => {
    const path = await one(app)
    await app.admin('PATCH', path, { priority: 5 })
    return byAdmin(app, 'POST', `${path}/versions/1/restore`, { current_version: 2 })
  }),
  excepted('flows.test', [], 'a dry run writes nothing', async (app) =>
    byAdmin(app, 'POST', `${await one(app)}/test`, { user: { email: 'maya@example.com' } }),
  ),
]
