import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { Flow, FlowsCreateBody, FlowsStepsGetResult } from '@mandate/sdk'
import { mandate, MandateError } from '#/api/mandate.ts'
import { useWords } from '#/i18n/words.ts'
import { Checkbox, FieldRow, NumberField, SelectField, TextField } from '#/ui/form/fields.tsx'
import { Form } from '#/ui/form/form.tsx'
import { JsonField } from '#/ui/form/json-field.tsx'
import { Card } from '#/ui/layout.tsx'
import { Loaded } from '#/ui/states.tsx'
import { changed, draftOf, placed, stepsOf } from './draft.ts'
import { Picture } from './picture.tsx'
import { RefusedList } from './refused-list.tsx'
import { nothingRefused, refusedParts } from './refused.ts'
import type { Refused } from './refused.ts'
import { StepForm } from './step-form.tsx'
import { StepList } from './step-list.tsx'
import { flowWords, named } from './words.ts'
import styles from './flows.module.css'

interface FlowFormProps {
  /** The one that is changed; without it a new one is made. */
  readonly flow?: Flow
  readonly onSubmit: (body: Required<FlowBody>) => PromiseLike<unknown>
  readonly footer: (isRunning: boolean) => ReactNode
}

type FlowBody = Pick<FlowsCreateBody, 'name' | 'trigger' | 'priority' | 'enabled'> & {
  readonly conditions: Readonly<Record<string, unknown>>
  readonly steps: FlowsCreateBody['steps']
}

/** All of a flow: when it takes a sign-in, and its steps as a list, a form and a picture. */
export function FlowForm(props: FlowFormProps): ReactNode {
  const query = useQuery({
    queryKey: ['flows', 'steps'],
    queryFn: ({ signal }) => mandate.flows.steps.get({ signal }),
  })
  return <Loaded query={query}>{(kinds) => <Builder {...props} kinds={kinds} />}</Loaded>
}

interface BuilderProps extends FlowFormProps {
  readonly kinds: FlowsStepsGetResult
}

function Builder({ flow, kinds, onSubmit, footer }: BuilderProps): ReactNode {
  const w = useWords(flowWords)
  const [name, setName] = useState(flow?.name ?? '')
  const [trigger, setTrigger] = useState<Flow['trigger']>(flow?.trigger ?? 'login')
  const [priority, setPriority] = useState<number | undefined>(flow?.priority ?? 0)
  const [enabled, setEnabled] = useState(flow?.enabled ?? true)
  const [conditions, setConditions] = useState<unknown>(flow?.conditions ?? {})
  const [draft, setDraft] = useState(() => draftOf(flow?.steps ?? []))
  const [chosen, choose] = useState<number | undefined>(draft.steps[0]?.key)
  const [refused, setRefused] = useState(nothingRefused)
  const all = placed(draft.steps)
  const shown = all.find(({ step }) => step.key === chosen)
  const send = async (): Promise<void> => {
    setRefused(nothingRefused)
    try {
      await onSubmit({
        ...{ name, trigger, enabled },
        priority: priority ?? 0,
        conditions: (conditions ?? {}) as FlowBody['conditions'],
        steps: stepsOf(draft.steps),
      })
    } catch (error) {
      const details = error instanceof MandateError ? error.details['errors'] : undefined
      const parts = refusedParts((details ?? []) as readonly Refused[], all)
      setRefused(parts)
      const [first] = parts.steps.keys()
      if (first !== undefined) choose(first)
      throw error
    }
  }
  return (
    <Form
      fields={['name', 'trigger', 'priority', 'enabled', 'conditions', 'steps']}
      onSubmit={send}
      refreshes={['flows']}
      footer={footer}
    >
      <Card>
        <div className={styles['fields']}>
          <TextField name="name" label={w.name} value={name} onChange={setName} hasFocus={!flow} />
          <FieldRow>
            <SelectField
              name="trigger"
              label={w.trigger}
              hint={w.triggerHint}
              value={trigger}
              onChange={setTrigger}
              options={(kinds.triggers as Flow['trigger'][]).map((value) => ({
                value,
                label: named(w.triggers, value),
              }))}
            />
            <NumberField
              name="priority"
              label={w.priority}
              hint={w.priorityHint}
              value={priority}
              onChange={setPriority}
            />
          </FieldRow>
          <div>
            <JsonField
              name="conditions"
              label={w.conditions}
              hint={w.conditionsHint}
              value={conditions}
              onChange={setConditions}
            />
            <RefusedList errors={refused.conditions.filter(({ pointer }) => pointer !== '')} />
            <details className={styles['names']}>
              <summary>{w.conditionNames}</summary>
              <ul className={styles['names']}>
                {kinds.conditions.map((condition) => (
                  <li key={condition.name}>
                    <code>{condition.name}</code> {condition.description}
                  </li>
                ))}
              </ul>
            </details>
          </div>
          <Checkbox name="enabled" label={w.enabled} isChecked={enabled} onChange={setEnabled} />
        </div>
      </Card>
      <div className={styles['builder']}>
        <Card title={w.steps}>
          <StepList
            draft={draft}
            onChange={setDraft}
            chosen={chosen}
            onChoose={choose}
            types={kinds.steps.map(({ type }) => type)}
            refused={refused}
          />
        </Card>
        <Card title={shown ? named(w.types, shown.step.type) : w.step}>
          {shown ? (
            <StepForm
              key={shown.step.key}
              step={shown.step}
              kind={kinds.steps.find(({ type }) => type === shown.step.type)}
              errors={refused.steps.get(shown.step.key)}
              onChange={(change) => setDraft(changed(draft, shown.step.key, change))}
            />
          ) : (
            <p>{w.chooseStep}</p>
          )}
        </Card>
        <Card title={w.picture}>
          <Picture trigger={trigger} steps={stepsOf(draft.steps)} current={shown?.pointer} />
        </Card>
      </div>
    </Form>
  )
}
