import { Fragment } from 'react'
import type { ReactNode } from 'react'
import { useWords } from '#/i18n/words.ts'
import { cx } from '#/ui/cx.ts'
import type { Tone } from '#/ui/status.tsx'
import { branches, branchPointer, stepsIn } from './draft.ts'
import type { WireStep } from './draft.ts'
import { flowWords, named } from './words.ts'
import styles from './flows.module.css'

/** What is said of a step in the picture. */
export interface Mark {
  readonly tone: Tone
  readonly text: string
}

interface Drawn {
  /** By where the step stands. */
  readonly marks?: ReadonlyMap<string, Mark> | undefined
  /** Where the step stands that is looked at. */
  readonly current?: string | undefined
}

interface PictureProps extends Drawn {
  readonly trigger: string
  readonly steps: readonly WireStep[]
}

/** A flow as lanes, which part at a conditional step. A picture only: a list beside it says the same. */
export function Picture({ trigger, steps, ...drawn }: PictureProps): ReactNode {
  const w = useWords(flowWords)
  return (
    <div className={styles['picture']} role="img" aria-label={w.pictureOf}>
      <div className={styles['lane']}>
        <span className={cx(styles['box'], styles['end'])}>{named(w.triggers, trigger)}</span>
        <span className={styles['line']} />
      </div>
      <Lane steps={steps} pointer="/steps" depth={0} {...drawn} />
      <div className={styles['lane']}>
        <span className={cx(styles['box'], styles['end'])}>{w.session}</span>
      </div>
    </div>
  )
}

interface LaneProps extends Drawn {
  readonly steps: readonly WireStep[]
  readonly pointer: string
  readonly depth: number
}

function Lane({ steps, pointer, depth, marks, current }: LaneProps): ReactNode {
  const w = useWords(flowWords)
  return (
    <div className={styles['lane']} data-depth={depth}>
      {steps.map((step, index) => {
        const at = `${pointer}/${index}`
        const mark = marks?.get(at)
        return (
          <Fragment key={at}>
            <span className={cx(styles['box'], at === current && styles['current'])} data-tone={mark?.tone}>
              {named(w.types, step.type)}
              {mark && <span className={styles['mark']}>{mark.text}</span>}
            </span>
            <span className={styles['line']} />
            {step.type === 'conditional' && (
              <>
                <div className={styles['fork']}>
                  {branches.map((branch) => (
                    <div key={branch} className={styles['wayLane']}>
                      <p className={styles['way']}>{w.branches[branch]}</p>
                      <Lane
                        steps={stepsIn(step, branch)}
                        pointer={branchPointer(at, branch)}
                        depth={depth + 1}
                        marks={marks}
                        current={current}
                      />
                    </div>
                  ))}
                </div>
                <span className={styles['line']} />
              </>
            )}
          </Fragment>
        )
      })}
    </div>
  )
}
