import { sampleId, sampleTime } from '#/platform/openapi/sample-values.ts'
import type { Samples } from '#/platform/openapi/examples.ts'

const step = { type: 'require_mfa_enrollment', config: {} }

/** What stands in the examples of the reference. */
export const flowSamples: Samples = {
  'flows.id': sampleId('flow'),
  'FlowRun.id': sampleId('run'),
  'FlowRunDetail.id': sampleId('run'),
  flow_id: sampleId('flow'),
  run_id: sampleId('run'),
  'flows.name': 'Second factor for everybody at Example',
  'flows.trigger': 'login',
  'flows.steps': [step],
  'flows.conditions': { email_domain: 'example.com' },
  'flows.priority': 10,
  'flows.version': 3,
  'flows.secret': 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
  'flows.state': 'denied',
  waits_for: null,
  blocked_at_step: '/steps/0',
  'flows.reason': 'the condition does not hold',
  'flows.started_at': sampleTime('11-21T09:41:07'),
  'POST /api/v1/admin/flows': {
    name: 'Second factor for everybody at Example',
    trigger: 'login',
    conditions: { email_domain: 'example.com' },
    steps: [step],
  },
}
