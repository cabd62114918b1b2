import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { Webhook } from '@mandate/sdk'
import { mandate } from '#/api/mandate.ts'
import { useWords } from '#/i18n/words.ts'
import type { Draft } from '#/ui/form/draft.ts'
import { Checkbox, FieldRow, SelectField, TagsField, TextField } from '#/ui/form/fields.tsx'
import { Form } from '#/ui/form/form.tsx'
import { optionsOf } from '#/ui/form/options.ts'
import type { WebhookDraft } from './draft.ts'
import { matching } from './matching.ts'
import { webhookWords } from './words.ts'

interface WebhookFormProps {
  /** The one that is changed; without it a new one is made. */
  readonly webhook?: Webhook
  readonly draft: Draft<WebhookDraft>
  readonly onSubmit: (secret: string) => PromiseLike<unknown>
  readonly footer: (isRunning: boolean) => ReactNode
}

/** What can be said of an endpoint. */
export function WebhookForm({ webhook, draft, onSubmit, footer }: WebhookFormProps): ReactNode {
  const w = useWords(webhookWords)
  const { value, change } = draft
  const [secret, setSecret] = useState('')
  const { data } = useQuery({
    queryKey: ['webhooks', 'events'],
    queryFn: ({ signal }) => mandate.webhooks.listEvents({ signal }),
  })
  const matched = data && matching(value.events, data.events)
  return (
    <Form
      fields={[...Object.keys(value), 'secret']}
      onSubmit={() => onSubmit(secret)}
      draft={draft}
      refreshes={['webhooks']}
      footer={footer}
    >
      <TextField
        name="url"
        type="url"
        label={w.url}
        hint={w.urlHint}
        value={value.url}
        onChange={(url) => change({ url })}
        hasFocus={!webhook}
      />
      <TextField
        name="description"
        label={w.description}
        value={value.description}
        onChange={(description) => change({ description })}
        isOptional
      />
      <TagsField
        name="events"
        label={w.events}
        placeholder="user.*"
        hint={
          <>
            {w.eventsHint} {matched && <strong title={matched.join('\n')}>{w.matches(matched.length)}</strong>}
          </>
        }
        value={value.events}
        onChange={(events) => change({ events })}
      />
      <FieldRow>
        <SelectField
          name="signature_format"
          label={w.format}
          hint={w.formatHint}
          value={value.signature_format}
          onChange={(format) => change({ signature_format: format })}
          options={optionsOf(w.formats)}
        />
        <SelectField
          name="retry"
          label={w.retry}
          value={value.retry}
          onChange={(retry) => change({ retry })}
          options={optionsOf(w.retries)}
        />
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
      <Checkbox
        name="enabled"
        label={w.enabled}
        isChecked={value.enabled}
        onChange={(enabled) => change({ enabled })}
      />
    </Form>
  )
}
