import type { ReactNode } from 'react'
import type { FlowsStepsGetResult } from '@mandate/sdk'
import { useWords } from '#/i18n/words.ts'
import { SelectField } from '#/ui/form/fields.tsx'
import { optionsOf } from '#/ui/form/options.ts'
import { SchemaFields } from '#/ui/form/schema-form.tsx'
import type { JsonSchema } from '#/ui/form/schema.ts'
import type { DraftStep } from './draft.ts'
import { RefusedList } from './refused-list.tsx'
import type { Refused } from './refused.ts'
import { inWords, stepWords } from './step-words.ts'
import { flowWords } from './words.ts'
import styles from './flows.module.css'

interface StepFormProps {
  readonly step: DraftStep
  /** What a step of this type takes; undefined where the server knows no such type any more. */
  readonly kind: FlowsStepsGetResult['steps'][number] | undefined
  readonly errors: readonly Refused[] | undefined
  readonly onChange: (change: Partial<Pick<DraftStep, 'config' | 'onError'>>) => void
}

/** What one step takes, as its schema says. Branches are edited in the list. */
export function StepForm({ step, kind, errors, onChange }: StepFormProps): ReactNode {
  const w = useWords(flowWords)
  const s = useWords(stepWords)
  return (
    <div className={styles['fields']}>
      {errors && (
        <div role="alert" tabIndex={-1}>
          <RefusedList errors={errors} />
        </div>
      )}
      {kind && <p>{s.kinds[kind.type] ?? kind.description}</p>}
      {kind?.required_scope && (
        <p>
          {w.needsScope} <code>{kind.required_scope}</code>
        </p>
      )}
      {kind && (
        <SchemaFields
          schema={inWords(kind.type, withoutBranches(kind.config), s)}
          value={step.config}
          onChange={(config) => onChange({ config })}
          within={`step_${step.key}`}
        />
      )}
      <SelectField
        name={`step_${step.key}.on_error`}
        label={w.onError}
        hint={w.onErrorHint}
        value={step.onError}
        onChange={(onError) => onChange({ onError })}
        options={optionsOf(w.onErrors)}
      />
    </div>
  )
}

function withoutBranches(schema: JsonSchema): JsonSchema {
  const { then: _, else: __, ...properties } = schema.properties ?? {}
  return { ...schema, properties }
}
