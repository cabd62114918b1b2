import { newRule, newUpstream } from '#test/support/gateway.ts'
import { byAdmin, changes, excepted } from './call.ts'
import type { WorkedCall } from './call.ts'

const proxy = '/admin/proxy'

/** Hosts behind the gateway, and who comes through. */
export const gatewayCalls: readonly WorkedCall[] = [
  changes('proxy.upstreams.create', 'proxy_upstream.created', (app) =>
    byAdmin(app, 'POST', `${proxy}/upstreams`, { host: 'reports.example.com', upstream: 'http://10.0.0.5:3000' }),
  ),
  changes('proxy.upstreams.update', 'proxy_upstream.updated', async (app) =>
    byAdmin(app, 'PATCH', `${proxy}/upstreams/${await newUpstream(app)}`, { upstream: 'http://10.0.0.6:3000' }),
  ),
  changes('proxy.upstreams.delete', 'proxy_upstream.deleted', async (app) => {
    const id = await newUpstream(app)
    await newRule(app, { upstream_id: id })
    return byAdmin(app, 'DELETE', `${proxy}/upstreams/${id}`)
  }),
  changes('proxy.rules.create', 'proxy_rule.created', async (app) =>
    byAdmin(app, 'POST', `${proxy}/rules/db`, {
      upstream_id: await newUpstream(app),
      name: 'Reports',
      pattern: '/reports/*',
      require: 'authenticated',
    }),
  ),
  changes('proxy.rules.update', 'proxy_rule.updated', async (app) => {
    const rule = await newRule(app, { upstream_id: await newUpstream(app) })
    return byAdmin(app, 'PATCH', `${proxy}/rules/db/${rule}`, { enabled: false })
  }),
  changes('proxy.rules.delete', 'proxy_rule.deleted', async (app) => {
    const rule = await newRule(app, { upstream_id: await newUpstream(app) })
    return byAdmin(app, 'DELETE', `${proxy}/rules/db/${rule}`)
  }),
  changes('proxy.start', 'proxy.started', async (app) => {
    await app.admin('POST', `${proxy}/stop`)
    return byAdmin(app, 'POST', `${proxy}/start`)
  }),
  changes('proxy.stop', 'proxy.stopped', (app) => byAdmin(app, 'POST', `${proxy}/stop`)),
  changes('proxy.reload', 'proxy.reloaded', (app) => byAdmin(app, 'POST', `${proxy}/reload`)),
  excepted('proxy.simulate', [], 'nothing changes', async (app) => {
    await newRule(app, { upstream_id: await newUpstream(app) })
    return byAdmin(app, 'POST', `${proxy}/simulate`, { host: 'reports.localhost:8081', path: '/' })
  }),
]
