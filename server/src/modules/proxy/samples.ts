import { sampleId } from '#/platform/openapi/sample-values.ts'
import type { Samples } from '#/platform/openapi/examples.ts'

const host = 'reports.example.com'
const upstream = 'http://10.0.0.5:3000'

/** What stands in the examples of the reference. */
export const proxySamples: Samples = {
  'ProxyUpstream.id': sampleId('ups'),
  'ProxyUpstream.host': host,
  'ProxyUpstream.upstream': upstream,
  'ProxyUpstream.resource': `https://${host}`,
  'ProxyRule.id': sampleId('rule'),
  'proxy.id': sampleId('rule'),
  'proxy.host': host,
  'proxy.upstream': upstream,
  upstream_id: sampleId('ups'),
  'proxy.app_id': null,
  'proxy.name': 'Reports',
  'ProxyRule.name': 'Reports',
  pattern: '/reports/*',
  'proxy.methods': ['GET'],
  require: ['role:Analyst'],
  'proxy.scopes': [],
  'proxy.acr': null,
  max_age_seconds: null,
  priority: 10,
  'proxy.path': '/reports/2026?quarter=3',
  'POST /api/v1/admin/proxy/upstreams': { host, upstream },
  'POST /api/v1/admin/proxy/rules/db': {
    upstream_id: sampleId('ups'),
    name: 'Reports',
    pattern: '/reports/*',
    methods: ['GET'],
    require: 'role:Analyst',
  },
}
