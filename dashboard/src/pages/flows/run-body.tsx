import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { FlowRunDetail } from '@mandate/sdk'
import { useWords } from '#/i18n/words.ts'
import { Id } from '#/ui/copy.tsx'
import { Facts } from '#/ui/layout.tsx'
import { shortened } from '#/ui/shortened.ts'
import { Status } from '#/ui/status.tsx'
import { Time } from '#/ui/time.tsx'
import { runTone, stepTone } from './tones.ts'
import { flowWords, named } from './words.ts'
import styles from './flows.module.css'

/** What became of one sign-in, step by step. */
export function RunBody({ run }: { readonly run: FlowRunDetail }): ReactNode {
  const w = useWords(flowWords)
  return (
    <>
      <Facts
        facts={[
          [w.id, <Id value={run.id} />],
          [w.state, <Status tone={runTone[run.state]}>{w.runStates[run.state]}</Status>],
          [w.stoppedAt, run.blocked_at_step === null ? undefined : <code>{run.blocked_at_step}</code>],
          [w.reason, run.reason === null ? undefined : <bdi>{run.reason}</bdi>],
          [w.waitsFor, run.waits_for ?? undefined],
          [w.user, <Link to={`/users/${run.user_id}`}>{shortened(run.user_id)}</Link>],
          [w.trigger, named(w.triggers, run.trigger)],
          [w.version, run.flow_version],
          [w.recovery, run.recovery ? w.yes : undefined],
          [w.client, run.client_id === null ? undefined : <Id value={run.client_id} />],
          [w.ip, <bdi>{run.ip}</bdi>],
          [w.started, <Time at={run.started_at} isExact />],
          [w.finished, run.finished_at === null ? undefined : <Time at={run.finished_at} isExact />],
        ]}
      />
      <h3>{w.timeline}</h3>
      {run.timeline.length === 0 ? (
        <p>{w.noTimeline}</p>
      ) : (
        <ol className={styles['outline']}>
          {run.timeline.map(({ step, type, outcome, reason, at, duration_ms: ms }, index) => (
            <li key={`${step} ${index}`} className={styles['step']}>
              <div className={styles['about']}>
                <span className={styles['name']}>{named(w.types, type)}</span>
                <Status tone={stepTone[outcome]}>{w.stepOutcomes[outcome]}</Status>
              </div>
              <div className={styles['note']}>
                <span>
                  <code>{step}</code> · {w.ms(ms)} · <Time at={at} />
                </span>
                {reason !== null && <bdi>{reason}</bdi>}
              </div>
            </li>
          ))}
        </ol>
      )}
    </>
  )
}
