import { sampleId } from '#/platform/openapi/sample-values.ts'
import type { Samples } from '#/platform/openapi/examples.ts'

/** What stands in the examples of the reference. */
export const appSamples: Samples = {
  'apps.id': sampleId('app'),
  'apps.name': 'Store',
  allowed_origins: ['https://app.example.com'],
  'snippets.code': "import * as client from 'openid-client'",
  'snippets.environment': ['CLIENT_SECRET'],
  'unavailable.language': 'spa',
  'unavailable.reason': 'A web application has a secret, which a browser can not keep.',
  title: 'Node.js',
  language: 'node',
  install: 'npm install openid-client',
  file: 'server.mjs',
  'POST /api/v1/admin/apps': { type: 'web', name: 'Store', redirect_uris: ['https://store.example.com/callback'] },
  'POST /api/v1/admin/apps/:id/rotate-secret': { overlap_seconds: 3600 },
}
