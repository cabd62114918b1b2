import type { ReactNode } from 'react'
import { useWords } from '#/i18n/words.ts'
import { Badge } from '#/ui/status.tsx'
import { branches, branchPointer, stepsIn, summaryOf } from './draft.ts'
import type { WireStep } from './draft.ts'
import { flowWords, named } from './words.ts'
import styles from './flows.module.css'

interface OutlineProps {
  readonly steps: readonly WireStep[]
  readonly pointer?: string
  /** What is said of a step below its name, by where it stands. */
  readonly note?: (pointer: string) => ReactNode
}

/** The steps of a flow as a list to read. */
export function Outline({ steps, pointer = '/steps', note }: OutlineProps): ReactNode {
  const w = useWords(flowWords)
  return (
    <ol className={styles['outline']}>
      {steps.map((step, index) => {
        const at = `${pointer}/${index}`
        return (
          <li key={at} className={styles['step']}>
            <div className={styles['about']}>
              <span className={styles['name']}>
                {index + 1}. {named(w.types, step.type)}
              </span>
              <bdi className={styles['summary']}>{summaryOf(step)}</bdi>
              {step.on_error === 'continue' && (
                <Badge>
                  {w.onError}: {w.onErrors.continue}
                </Badge>
              )}
            </div>
            {note && <div className={styles['note']}>{note(at)}</div>}
            {branches.map((branch) => {
              const inside = stepsIn(step, branch)
              return (
                inside.length > 0 && (
                  <div key={branch} className={styles['branch']}>
                    <p className={styles['way']}>{w.branches[branch]}</p>
                    <Outline steps={inside} pointer={branchPointer(at, branch)} {...(note ? { note } : {})} />
                  </div>
                )
              )
            })}
          </li>
        )
      })}
    </ol>
  )
}
