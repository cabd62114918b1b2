import type { FlowRun, FlowTest } from '@mandate/sdk'
import type { Tone } from '#/ui/status.tsx'

/** How a run went. */
export const runTone: Readonly<Record<FlowRun['state'], Tone>> = {
  ready: 'info',
  running: 'info',
  waiting: 'info',
  passed: 'ok',
  denied: 'bad',
  failed: 'bad',
  ended: 'off',
  expired: 'warn',
}

/** How a step went, or would. */
export const stepTone: Readonly<Record<FlowTest['timeline'][number]['outcome'], Tone>> = {
  passed: 'ok',
  skipped: 'off',
  waiting: 'info',
  denied: 'bad',
  failed: 'bad',
  continued: 'warn',
}

/** How a dry run came out. */
export const testTone: Readonly<Record<FlowTest['outcome'], Tone>> = {
  not_taken: 'off',
  passed: 'ok',
  waiting: 'info',
  denied: 'bad',
  failed: 'bad',
}
