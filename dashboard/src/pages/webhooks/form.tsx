import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { Webhook, WebhooksCreateBody } from '@mandate/sdk'
import { mandate } from '#/api/mandate.ts'
import { useWords } from '#/i18n/words.ts'
import { Checkbox, FieldRow, SelectField, TagsField, TextField } from '#/ui/form/fields.tsx'
import { Form } from '#/ui/form/form.tsx'
import { optionsOf } from '#/ui/form/options.ts'
import { matching } from './matching.ts'
import { webhookWords } from './words.ts'

interface WebhookFormProps {
  /** The one that is changed; without it a new one is made. */
  readonly webhook?: Webhook
  readonly onSubmit: (body: WebhooksCreateBody) => PromiseLike<unknown>
  readonly footer: (isRunning: boolean) => ReactNode
}

/** What can be said of an endpoint. */
export function WebhookForm({ webhook, onSubmit, footer }: WebhookFormProps): ReactNode {
  const w = useWords(webhookWords)
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [description, setDescription] = useState(webhook?.description ?? '')
  const [events, setEvents] = useState<readonly string[]>(webhook?.events ?? [])
  const [format, setFormat] = useState<Webhook['signature_format']>(webhook?.signature_format ?? 'timestamped')
  const [retry, setRetry] = useState<Webhook['retry']>(webhook?.retry ?? 'none')
  const [secret, setSecret] = useState('')
  const [isOn, setOn] = useState(webhook?.enabled ?? true)
  const { data } = useQuery({
    queryKey: ['webhooks', 'events'],
    queryFn: ({ signal }) => mandate.webhooks.listEvents({ signal }),
  })
  const matched = data && matching(events, data.events)
  const send = (): PromiseLike<unknown> =>
    onSubmit({
      ...{ url, description, events, signature_format: format, retry, enabled: isOn },
      ...(secret === '' ? {} : { secret }),
    })
  return (
    <Form
      fields={['url', 'description', 'events', 'signature_format', 'retry', 'secret', 'enabled']}
      onSubmit={send}
      refreshes={['webhooks']}
      footer={footer}
    >
      <TextField
        name="url"
        type="url"
        label={w.url}
        hint={w.urlHint}
        value={url}
        onChange={setUrl}
        hasFocus={!webhook}
      />
      <TextField name="description" label={w.description} value={description} onChange={setDescription} isOptional />
      <TagsField
        name="events"
        label={w.events}
        placeholder="user.*"
        hint={
          <>
            {w.eventsHint} {matched && <strong title={matched.join('\n')}>{w.matches(matched.length)}</strong>}
          </>
        }
        value={events}
        onChange={setEvents}
      />
      <FieldRow>
        <SelectField
          name="signature_format"
          label={w.format}
          hint={w.formatHint}
          value={format}
          onChange={setFormat}
          options={optionsOf(w.formats)}
        />
        <SelectField name="retry" label={w.retry} value={retry} onChange={setRetry} options={optionsOf(w.retries)} />
      </FieldRow>
      {!webhook && (
        <TextField
          name="secret"
          type="password"
          label={w.secret}
          hint={w.secretHint}
          value={secret}
          onChange={setSecret}
          isOptional
        />
      )}
      <Checkbox name="enabled" label={w.enabled} isChecked={isOn} onChange={setOn} />
    </Form>
  )
}
