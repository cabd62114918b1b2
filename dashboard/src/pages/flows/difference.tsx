import type { ReactNode } from 'react'
import { common } from '#/i18n/common.ts'
import { useWords } from '#/i18n/words.ts'
import { Badge } from '#/ui/status.tsx'
import { branches, summaryOf } from './draft.ts'
import type { Changed, StepChange, VersionDiff } from './version-diff.ts'
import { stepWords } from './step-words.ts'
import { flowWords, named } from './words.ts'
import styles from './flows.module.css'

/** What would change if a flow became a version again: its fields, then its steps in their order. */
export function Difference({ diff: { values, steps } }: { readonly diff: VersionDiff }): ReactNode {
  return (
    <div className={styles['difference']}>
      <Values values={values} />
      <StepChanges changes={steps} />
    </div>
  )
}

const tones = { added: 'ok', removed: 'bad', changed: 'warn' } as const

function StepChanges({ changes }: { readonly changes: readonly StepChange[] }): ReactNode {
  const w = useWords(flowWords)
  return (
    <ol className={styles['outline']}>
      {changes.map(({ kind, step, values, branches: ways }, index) => (
        <li key={`${index} ${kind}`} className={styles['step']} data-change={kind}>
          <div className={styles['about']}>
            {kind !== 'same' && <Badge tone={tones[kind]}>{w.changes[kind]}</Badge>}
            <span className={styles['name']}>{named(w.types, step.type)}</span>
            {kind !== 'changed' && <bdi className={styles['summary']}>{summaryOf(step)}</bdi>}
          </div>
          <Values values={values} of={step.type} />
          {branches.map(
            (branch) =>
              ways[branch].length > 0 && (
                <div key={branch} className={styles['branch']}>
                  <p className={styles['way']}>{w.branches[branch]}</p>
                  <StepChanges changes={ways[branch]} />
                </div>
              ),
          )}
        </li>
      ))}
    </ol>
  )
}

interface ValuesProps {
  readonly values: readonly Changed[]
  /** The type of the step that they are of. */
  readonly of?: string
}

function Values({ values, of }: ValuesProps): ReactNode {
  const w = useWords(flowWords)
  const s = useWords(stepWords)
  const { yes, no, none } = useWords(common)
  const shown = (name: string, value: unknown): string => {
    if (value === undefined) return none
    if (name === 'trigger') return named(w.triggers, String(value))
    if (name === 'on_error') return named(w.onErrors, String(value))
    if (typeof value === 'boolean') return value ? yes : no
    return typeof value === 'string' ? value : JSON.stringify(value)
  }
  return (
    values.length > 0 && (
      <dl className={styles['values']}>
        {values.map(({ name, from, to }) => (
          <div key={name}>
            <dt>{s.fields[`${of}.${name}`] ?? named(w.fields, name)}</dt>
            <dd>
              <del>
                <span className="visually-hidden">{w.now} </span>
                <bdi>{shown(name, from)}</bdi>
              </del>
              <span aria-hidden="true"> → </span>
              <ins>
                <span className="visually-hidden">{w.then} </span>
                <bdi>{shown(name, to)}</bdi>
              </ins>
            </dd>
          </div>
        ))}
      </dl>
    )
  )
}
