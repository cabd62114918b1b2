import type { ReactNode } from 'react'
import type { EmailGetConfigResult } from '@mandate/sdk'
import { mandate } from '#/api/mandate.ts'
import { useLocale, useWords } from '#/i18n/words.ts'
import { useDraft } from '#/ui/form/draft.ts'
import { FieldRow, NumberField, SelectField, TextField } from '#/ui/form/fields.tsx'
import { Form } from '#/ui/form/form.tsx'
import { optionsOf } from '#/ui/form/options.ts'
import { useSaveChange } from '#/ui/form/save-change.ts'
import { submitFooter } from '#/ui/form/submit-footer.tsx'
import { Card, Facts, Notice, Stack } from '#/ui/layout.tsx'
import { Status } from '#/ui/status.tsx'
import { useMayWriteMail } from './access.ts'
import { configChange, draftOf } from './config-patch.ts'
import { SendTest } from './send-test.tsx'
import { emailWords } from './words.ts'
import type { ConfigDraft } from './config-patch.ts'

interface OfConfig {
  readonly config: EmailGetConfigResult
}

const fields = [
  ...['provider', 'from_name', 'from_address', 'daily_limit'],
  ...['smtp.host', 'smtp.port', 'smtp.user', 'smtp.password', 'smtp.security'],
]

/** How mail leaves the server, how much did today, and where that is decided. */
export function Delivery({ config }: OfConfig): ReactNode {
  const w = useWords(emailWords)
  const mayWrite = useMayWriteMail()
  return (
    <Stack>
      {config.provider === 'dev' && <Notice tone="warn">{w.devNotice}</Notice>}
      <Card title={w.today} actions={mayWrite && <SendTest send={(body) => mandate.email.sendTest(body)} />}>
        <Today config={config} />
      </Card>
      {mayWrite && <Settings config={config} />}
    </Stack>
  )
}

function Today({ config: { provider, sender, smtp, status } }: OfConfig): ReactNode {
  const w = useWords(emailWords)
  const number = new Intl.NumberFormat(useLocale())
  const isFull = status.sent_today >= status.daily_limit
  return (
    <Facts
      facts={[
        [
          w.provider,
          <Status tone={status.configured ? 'ok' : 'warn'}>
            {status.configured || provider === 'dev' ? w.providers[provider] : w.notSetUp}
          </Status>,
        ],
        [w.sender, <bdi>{sender}</bdi>],
        [w.server, provider === 'smtp' && smtp.host !== null ? <code>{`${smtp.host}:${smtp.port}`}</code> : undefined],
        [
          w.sentToday,
          <Status tone={isFull ? 'warn' : 'ok'}>
            {w.ofLimit(number.format(status.sent_today), number.format(status.daily_limit))}
          </Status>,
        ],
        [w.waiting, number.format(status.waiting)],
      ]}
    />
  )
}

function Settings({ config }: OfConfig): ReactNode {
  const w = useWords(emailWords)
  const draft = useDraft(draftOf(config))
  const { value, change } = draft
  const saveChange = useSaveChange(['email', 'health'], w.saved)
  const save = (): Promise<void> =>
    saveChange(configChange(draft.before, value), (patch) => mandate.email.updateConfig(patch))
  return (
    <Card title={w.settings}>
      <Form fields={fields} onSubmit={save} draft={draft} refreshes={['email', 'health']} footer={submitFooter(w.save)}>
        <SelectField
          name="provider"
          label={w.provider}
          hint={w.providerHints[value.provider]}
          value={value.provider}
          onChange={(provider) => change({ provider })}
          options={optionsOf(w.providers)}
        />
        <FieldRow>
          <TextField
            name="from_name"
            label={w.fromName}
            value={value.fromName}
            onChange={(fromName) => change({ fromName })}
            isOptional
          />
          <TextField
            name="from_address"
            type="email"
            label={w.fromAddress}
            value={value.fromAddress}
            onChange={(fromAddress) => change({ fromAddress })}
            isOptional
          />
        </FieldRow>
        {value.provider === 'smtp' && (
          <Smtp value={value} change={change} hasPassword={config.smtp.password !== null} />
        )}
        <NumberField
          name="daily_limit"
          label={w.dailyLimit}
          hint={w.dailyLimitHint}
          min={1}
          value={value.dailyLimit}
          onChange={(dailyLimit) => change({ dailyLimit })}
          isOptional
        />
      </Form>
    </Card>
  )
}

interface SmtpProps {
  readonly value: ConfigDraft
  readonly change: (part: Partial<ConfigDraft>) => void
  readonly hasPassword: boolean
}

function Smtp({ value, change, hasPassword }: SmtpProps): ReactNode {
  const w = useWords(emailWords)
  return (
    <>
      <FieldRow>
        <TextField
          name="smtp.host"
          label={w.host}
          placeholder="mail.example.com"
          value={value.host}
          onChange={(host) => change({ host })}
          isCode
        />
        <NumberField
          name="smtp.port"
          label={w.port}
          min={1}
          max={65_535}
          value={value.port}
          onChange={(port) => change({ port })}
        />
      </FieldRow>
      <FieldRow>
        <TextField
          name="smtp.user"
          label={w.user}
          value={value.user}
          onChange={(user) => change({ user })}
          isOptional
        />
        <TextField
          name="smtp.password"
          type="password"
          label={w.password}
          hint={hasPassword ? w.passwordKept : w.passwordHint}
          autoComplete="new-password"
          value={value.password}
          onChange={(password) => change({ password })}
          isOptional
        />
      </FieldRow>
      <SelectField
        name="smtp.security"
        label={w.security}
        hint={w.securityHint}
        value={value.security}
        onChange={(security) => change({ security })}
        options={optionsOf(w.securities)}
      />
    </>
  )
}
