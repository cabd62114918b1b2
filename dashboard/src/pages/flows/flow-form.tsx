import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { Flow, FlowsCreateBody, FlowsStepsGetResult } from '@mandate/sdk'
import { mandate, MandateError } from '#/api/mandate.ts'
import { useWords } from '#/i18n/words.ts'
import { useDraft } from '#/ui/form/draft.ts'
import { Checkbox, FieldRow, NumberField, SelectField, TextField } from '#/ui/form/fields.tsx'
import { Form } from '#/ui/form/form.tsx'
import { JsonField } from '#/ui/form/json-field.tsx'
import { Card } from '#/ui/layout.tsx'
import { Loaded } from '#/ui/states.tsx'
import { changed, draftOf, placed, stepsOf } from './draft.ts'
import type { Draft } from './draft.ts'
import { Picture } from './picture.tsx'
import { RefusedList } from './refused-list.tsx'
import { nothingRefused, refusedParts } from './refused.ts'
import type { Refused } from './refused.ts'
import { StepForm } from './step-form.tsx'
import { StepList } from './step-list.tsx'
import { stepWords } from './step-words.ts'
import { flowWords, named } from './words.ts'
import styles from './flows.module.css'

interface FlowFormProps {
  /** The one that is changed; without it a new one is made. */
  readonly flow?: Flow
  /** Told what the flow is to be, and what it was. */
  readonly onSubmit: (body: Required<FlowBody>, before: Required<FlowBody>) => PromiseLike<unknown>
  readonly footer: (isRunning: boolean) => ReactNode
}

type FlowBody = Pick<FlowsCreateBody, 'name' | 'trigger' | 'priority' | 'enabled'> & {
  readonly conditions: Readonly<Record<string, unknown>>
  readonly steps: FlowsCreateBody['steps']
}

/** A flow as the fields have it. */
interface FlowValue extends Pick<Flow, 'name' | 'trigger' | 'enabled'> {
  readonly priority: number | undefined
  readonly conditions: unknown
  readonly draft: Draft
}

const valueOf = (flow?: Flow): FlowValue => ({
  name: flow?.name ?? '',
  trigger: flow?.trigger ?? 'login',
  priority: flow?.priority ?? 0,
  enabled: flow?.enabled ?? true,
  conditions: flow?.conditions ?? {},
  draft: draftOf(flow?.steps ?? []),
})

const bodyOf = ({ priority, conditions, draft, ...value }: FlowValue): Required<FlowBody> => ({
  ...value,
  priority: priority ?? 0,
  conditions: (conditions ?? {}) as FlowBody['conditions'],
  steps: stepsOf(draft.steps),
})

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
  const s = useWords(stepWords)
  const written = useDraft(valueOf(flow))
  const { value, before, change } = written
  const { name, trigger, priority, enabled, conditions, draft } = value
  const [chosen, choose] = useState<number | undefined>(draft.steps[0]?.key)
  const [refused, setRefused] = useState(nothingRefused)
  const all = placed(draft.steps)
  const shown = all.find(({ step }) => step.key === chosen)
  const send = async (): Promise<void> => {
    setRefused(nothingRefused)
    try {
      await onSubmit(bodyOf(value), bodyOf(before))
    } catch (error) {
      const details = error instanceof MandateError ? error.details['errors'] : undefined
      const parts = refusedParts((details ?? []) as readonly Refused[], all)
      setRefused(parts)
      const [first] = parts.steps.keys()
      if (first !== undefined) choose(first)
      throw error
    }
  }
  const sending = (): (() => void) => {
    const settle = written.sending()
    return () => {
      settle()
      // Read again, steps are numbered in the order of reading.
      if (shown) choose(all.indexOf(shown))
    }
  }
  return (
    <Form
      fields={['name', 'trigger', 'priority', 'enabled', 'conditions', 'steps']}
      onSubmit={send}
      draft={{ sending }}
      refreshes={['flows']}
      footer={footer}
    >
      <Card>
        <div className={styles['fields']}>
          <TextField
            name="name"
            label={w.name}
            value={name}
            onChange={(text) => change({ name: text })}
            hasFocus={!flow}
          />
          <FieldRow>
            <SelectField
              name="trigger"
              label={w.trigger}
              hint={w.triggerHint}
              value={trigger}
              onChange={(chosenTrigger) => change({ trigger: chosenTrigger })}
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
              onChange={(number) => change({ priority: number })}
            />
          </FieldRow>
          <div>
            <JsonField
              name="conditions"
              label={w.conditions}
              hint={w.conditionsHint}
              value={conditions}
              onChange={(said) => change({ conditions: said })}
            />
            <RefusedList errors={refused.conditions.filter(({ pointer }) => pointer !== '')} />
            <details className={styles['names']}>
              <summary>{w.conditionNames}</summary>
              <ul className={styles['names']}>
                {kinds.conditions.map((condition) => (
                  <li key={condition.name}>
                    <code>{condition.name}</code> {s.conditions[condition.name] ?? condition.description}
                  </li>
                ))}
              </ul>
            </details>
          </div>
          <Checkbox
            name="enabled"
            label={w.enabled}
            isChecked={enabled}
            onChange={(isOn) => change({ enabled: isOn })}
          />
        </div>
      </Card>
      <div className={styles['builder']}>
        <Card title={w.steps}>
          <StepList
            draft={draft}
            onChange={(steps) => change({ draft: steps })}
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
              onChange={(part) => change({ draft: changed(draft, shown.step.key, part) })}
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
