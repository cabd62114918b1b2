import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { Flow, FlowsTestBody, FlowTest, FlowVersion } from '@mandate/sdk'
import { preferences } from '#/app/preferences.ts'
import { mandate } from '#/api/mandate.ts'
import { useLocale, useWords } from '#/i18n/words.ts'
import { Button } from '#/ui/button.tsx'
import { Checkbox, CheckboxGroup, FieldRow, SelectField, TextField } from '#/ui/form/fields.tsx'
import { Form, FormActions } from '#/ui/form/form.tsx'
import { Card, Columns, Notice, Stack } from '#/ui/layout.tsx'
import { exactTime } from '#/ui/relative-time.ts'
import { useSearchText } from '#/ui/search-params.ts'
import { Status } from '#/ui/status.tsx'
import { useStore } from '#/ui/store.ts'
import { Outline } from './outline.tsx'
import { Picture } from './picture.tsx'
import type { Mark } from './picture.tsx'
import { stepTone, testTone } from './tones.ts'
import { flowWords } from './words.ts'
import styles from './flows.module.css'

/** All that are kept. */
const MOST_VERSIONS = 100

type Method = NonNullable<FlowsTestBody['auth_methods']>[number]

interface OfFlow {
  readonly flow: Flow
}

/** What is tried out: what the flow is now, or was with one save. */
type Tried = Pick<FlowVersion, 'version' | 'trigger' | 'steps'>

/** Tries a flow out with a person: each step lights up with what it would do and what its conditions saw. */
export function DryRun({ flow }: OfFlow): ReactNode {
  const [wanted] = useSearchText('version')
  const [chosen, setChosen] = useState(wanted)
  const [result, setResult] = useState<FlowTest>()
  const { data: { data: versions } = { data: [] } } = useQuery({
    queryKey: ['flows', 'versions', flow.id, 'all'],
    queryFn: ({ signal }) => mandate.flows.versions.list(flow.id, { limit: MOST_VERSIONS }, { signal }),
  })
  const former = versions.filter(({ version }) => version !== flow.version)
  const tried = former.find(({ version }) => String(version) === chosen) ?? flow
  const shown = former.find(({ version }) => version === result?.version) ?? flow
  return (
    <Stack>
      <DryRunForm
        flow={flow}
        former={former}
        tried={tried}
        onTry={(version) => {
          setChosen(String(version))
          setResult(undefined)
        }}
        onResult={setResult}
      />
      {result && <Result tried={shown} result={result} />}
    </Stack>
  )
}

interface DryRunFormProps extends OfFlow {
  /** The versions that it can be tried out as besides. */
  readonly former: readonly FlowVersion[]
  readonly tried: Tried
  readonly onTry: (version: number) => void
  readonly onResult: (result: FlowTest) => void
}

function DryRunForm({ flow, former, tried, onTry, onResult }: DryRunFormProps): ReactNode {
  const w = useWords(flowWords)
  const locale = useLocale()
  const { times } = useStore(preferences)
  const [userId, setUserId] = useState('')
  const [methods, setMethods] = useState<readonly Method[]>(['password'])
  const [clientId, setClientId] = useState('')
  const [ip, setIp] = useState('')
  const [isNew, setNew] = useState(false)
  const [isLive, setLive] = useState(false)
  const send = async (): Promise<void> => {
    const body: FlowsTestBody = {
      version: tried.version,
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
      <p>{w.dryRunLead}</p>
      <Form
        fields={['version', 'user_id', 'auth_methods', 'client_id', 'ip', 'new_device']}
        onSubmit={send}
        footer={(isRunning) => (
          <FormActions>
            <Button kind="primary" type="submit" icon="play" isRunning={isRunning}>
              {w.tryIt}
            </Button>
          </FormActions>
        )}
      >
        {former.length > 0 && (
          <SelectField
            name="version"
            label={w.version}
            value={String(tried.version)}
            onChange={(version) => onTry(Number(version))}
            options={[
              { value: String(flow.version), label: w.versionNow(flow.version) },
              ...former.map(({ version, created_at: at }) => ({
                value: String(version),
                label: w.versionOf(version, exactTime(Date.parse(at), locale, times)),
              })),
            ]}
          />
        )}
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

function Result({ tried, result }: { readonly tried: Tried; readonly result: FlowTest }): ReactNode {
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
        <Outline steps={tried.steps} note={note} />
      </Card>
      <Card title={w.picture}>
        <Picture trigger={tried.trigger} steps={tried.steps} marks={marks} />
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
