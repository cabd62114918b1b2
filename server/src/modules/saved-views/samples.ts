import { sampleId } from '#/platform/openapi/sample-values.ts'
import type { Samples } from '#/platform/openapi/examples.ts'

/** What stands in the examples of the reference. */
export const savedViewSamples: Samples = {
  'SavedView.id': sampleId('view'),
  'SavedView.list': 'users',
  'SavedView.name': 'Without a second factor',
  'SavedView.query': 'mfa_enabled=false&disabled=false',
  'SavedView.shared': true,
  'SavedView.mine': true,
  'POST /api/v1/admin/saved-views': {
    list: 'users',
    name: 'Without a second factor',
    query: 'mfa_enabled=false&disabled=false',
    shared: true,
  },
}
