import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { Flow, FlowsTestBody, FlowTest } from '@mandate/sdk'
import { mandate } from '#/api/mandate.ts'
import { useWords } from '#/i18n/words.ts'
import { Button } from '#/ui/button.tsx'
import { Checkbox, CheckboxGroup, FieldRow, TextField } from '#/ui/form/fields.tsx'
import { Form, FormActions } from '#/ui/form/form.tsx'
import { Card, Columns, Notice, Stack } from '#/ui/layout.tsx'
import { Status } from '#/ui/status.tsx'
import { Outline } from './outline.tsx'
import { Picture } from './picture.tsx'
import type { Mark } from './picture.tsx'
import { stepTone, testTone } from './tones.ts'
import { flowWords } from './words.ts'
import styles from './flows.module.css'

type Method = NonNullable<FlowsTestBody['auth_methods']>[number]

interface OfFlow {
  readonly flow: Flow
}

/** Tries a flow out with a person: each step lights up with what it would do and what its conditions saw. */
export function DryRun({ flow }: OfFlow): ReactNode {
  const [result, setResult] = useState<FlowTest>()
  return (
    <Stack>
      <DryRunForm flow={flow} onResult={setResult} />
      {result && <Result flow={flow} result={result} />}
    </Stack>
  )
}

function DryRunForm({ flow, onResult }: OfFlow & { readonly onResult: (result: FlowTest) => void }): ReactNode {
  const w = useWords(flowWords)
  const [userId, setUserId] = useState('')
  const [methods, setMethods] = useState<readonly Method[]>(['password'])
  const [clientId, setClientId] = useState('')
  const [ip, setIp] = useState('')
  const [isNew, setNew] = useState(false)
  const [isLive, setLive] = useState(false)
  const send = async (): Promise<void> => {
    const body: FlowsTestBody = {
      auth_methods: methods,
      new_device: isNew,
      ...(userId === '' ? {} : { user_id: userId.trim() }),
      ...(clientId === '' ? {} : { client_id: clientId.trim() }),
      ...(ip === '' ? {} : { ip: ip.trim() }),
    }
    onResult(await mandate.flows.test(flow.id, body, isLive ? { live_webhooks: true } : {}))
  }
  return (
    <Card>
      <p>{w.dryRunLead(flow.version)}</p>
      <Form
        fields={['user_id', 'auth_methods', 'client_id', 'ip', 'new_device']}
        onSubmit={send}
        footer={(isRunning) => (
          <FormActions>
            <Button kind="primary" type="submit" icon="play" isRunning={isRunning}>
              {w.tryIt}
            </Button>
          </FormActions>
        )}
      >
        <TextField
          name="user_id"
          label={w.userId}
          hint={w.userIdHint}
          placeholder="usr_…"
          value={userId}
          onChange={setUserId}
          isOptional
          isCode
        />
        <CheckboxGroup
          name="auth_methods"
          label={w.methods}
          value={methods}
          onChange={setMethods}
          options={(Object.entries(w.methodNames) as [Method, string][]).map(([value, label]) => ({ value, label }))}
        />
        <FieldRow>
          <TextField name="client_id" label={w.clientId} value={clientId} onChange={setClientId} isOptional isCode />
          <TextField name="ip" label={w.ip} value={ip} onChange={setIp} isOptional isCode />
        </FieldRow>
        <Checkbox name="new_device" label={w.newDevice} isChecked={isNew} onChange={setNew} />
        <Checkbox name="live_webhooks" label={w.liveWebhooks} isChecked={isLive} onChange={setLive} />
        {isLive && <Notice tone="warn">{w.liveWarning}</Notice>}
      </Form>
    </Card>
  )
}

function Result({ flow, result }: OfFlow & { readonly result: FlowTest }): ReactNode {
  const w = useWords(flowWords)
  const outcome = useRef<HTMLDivElement>(null)
  // It stands below the form, where nobody looks on a small screen.
  useEffect(() => {
    outcome.current?.scrollIntoView({ block: 'center' })
  }, [result])
  const byStep = new Map(result.timeline.map((entry) => [entry.step, entry]))
  const marks = new Map<string, Mark>(
    result.timeline.map(({ step, outcome }) => [step, { tone: stepTone[outcome], text: w.stepOutcomes[outcome] }]),
  )
  const note = (pointer: string): ReactNode => {
    const entry = byStep.get(pointer)
    if (entry === undefined) return <Status tone="off">{w.notReached}</Status>
    return (
      <>
        <Status tone={stepTone[entry.outcome]}>{w.stepOutcomes[entry.outcome]}</Status>
        <p>{entry.would}</p>
        <Saw saw={entry.saw} />
      </>
    )
  }
  return (
    <Columns>
      <Card title={w.result}>
        <div ref={outcome} role="status">
          <Status tone={testTone[result.outcome]}>{w.outcomes[result.outcome]}</Status>
        </div>
        <Saw saw={result.saw} />
        <Outline steps={flow.steps} note={note} />
      </Card>
      <Card title={w.picture}>
        <Picture trigger={flow.trigger} steps={flow.steps} marks={marks} />
      </Card>
    </Columns>
  )
}

/** What each condition wanted and what it found. */
function Saw({ saw }: { readonly saw: FlowTest['saw'] }): ReactNode {
  const w = useWords(flowWords)
  return (
    saw.length > 0 && (
      <ul className={styles['saw']}>
        {saw.map(({ pointer, condition, expected, saw: found, holds }) => (
          <li key={pointer}>
            <Status tone={holds ? 'ok' : 'off'}>{holds ? w.holds : w.holdsNot}</Status> <code>{condition}</code>{' '}
            <bdi>{w.saw(shown(expected), shown(found))}</bdi>
          </li>
        ))}
      </ul>
    )
  )
}

const shown = (value: unknown): string => JSON.stringify(value) ?? '–'
