import type { ReactNode } from 'react'
import type { VaultProvider } from '@mandate/sdk'
import { mandate } from '#/api/mandate.ts'
import { useWords } from '#/i18n/words.ts'
import { confirm } from '#/ui/dialogs.ts'
import { useDraft } from '#/ui/form/draft.ts'
import { TagsField, TextField } from '#/ui/form/fields.tsx'
import { Form } from '#/ui/form/form.tsx'
import { JsonField } from '#/ui/form/json-field.tsx'
import { useSaveChange } from '#/ui/form/save-change.ts'
import { submitFooter } from '#/ui/form/submit-footer.tsx'
import { Card } from '#/ui/layout.tsx'
import { changeTo, draftOf } from './provider-patch.ts'
import type { ProviderDraft } from './provider-patch.ts'
import { vaultWords } from './words.ts'

/** What can be said of a provider. Its name and kind stay: the service knows the callback, and connections hang on both. */
export function Settings({ provider }: { readonly provider: VaultProvider }): ReactNode {
  const w = useWords(vaultWords)
  const saveChange = useSaveChange(['vault'], w.saved)
  const draft = useDraft<ProviderDraft>(draftOf(provider))
  const { value, change: say } = draft
  const save = async (): Promise<void> => {
    const change = changeTo(draft.before, value)
    const ask = { title: w.movesTitle, body: w.movesBody, action: w.saveChanges, isDangerous: true }
    if (change?.movesTokens && !(await confirm(ask))) return
    await saveChange(change, (patch) => mandate.vault.providers.update(provider.id, patch))
  }
  return (
    <Card>
      <Form
        fields={Object.keys(value)}
        onSubmit={save}
        draft={draft}
        refreshes={['vault']}
        footer={submitFooter(w.saveChanges)}
      >
        <TextField
          name="display_name"
          label={w.displayName}
          value={value.display_name ?? ''}
          onChange={(shown) => say({ display_name: shown })}
        />
        {provider.kind === 'oauth' && <ClientFields value={value} onChange={say} hasSecret={provider.has_secret} />}
        <TagsField
          name="scopes"
          label={w.scopes}
          hint={w.scopesHint}
          value={value.scopes ?? []}
          onChange={(scopes) => say({ scopes })}
          isOptional
        />
        <TextField
          name="icon_url"
          type="url"
          label={w.icon}
          value={value.icon_url ?? ''}
          onChange={(url) => say({ icon_url: url || null })}
          isOptional
        />
        <JsonField
          name="allowed_clients"
          label={w.agents}
          hint={w.agentsHint}
          value={value.allowed_clients ?? undefined}
          onChange={(listed) => say({ allowed_clients: (listed ?? null) as ProviderDraft['allowed_clients'] })}
          isOptional
        />
        <JsonField
          name="proxy"
          label={w.proxy}
          hint={w.proxyHint}
          value={value.proxy ?? undefined}
          onChange={(rules) => say({ proxy: (rules ?? null) as ProviderDraft['proxy'] })}
          isOptional
        />
      </Form>
    </Card>
  )
}

interface ClientFieldsProps {
  readonly value: ProviderDraft
  readonly onChange: (said: Partial<ProviderDraft>) => void
  readonly hasSecret: boolean
}

/** How this server is known at a service, and how it speaks with it. */
function ClientFields({ value, onChange, hasSecret }: ClientFieldsProps): ReactNode {
  const w = useWords(vaultWords)
  return (
    <>
      <TextField
        name="auth_url"
        type="url"
        label={w.authUrl}
        value={value.auth_url ?? ''}
        onChange={(url) => onChange({ auth_url: url })}
      />
      <TextField
        name="token_url"
        type="url"
        label={w.tokenUrl}
        hint={w.movesHint}
        value={value.token_url ?? ''}
        onChange={(url) => onChange({ token_url: url })}
      />
      <TextField
        name="client_id"
        label={w.clientId}
        hint={w.movesHint}
        value={value.client_id ?? ''}
        onChange={(id) => onChange({ client_id: id })}
        isCode
      />
      <TextField
        name="client_secret"
        type="password"
        label={w.clientSecret}
        hint={hasSecret ? w.secretKeptHint : w.clientSecretHint}
        value={value.client_secret ?? ''}
        onChange={(secret) => onChange({ client_secret: secret })}
        isOptional={hasSecret}
      />
      <JsonField
        name="extra_auth_params"
        label={w.extra}
        value={value.extra_auth_params}
        onChange={(extra) => onChange({ extra_auth_params: (extra ?? {}) as Record<string, string> })}
        isOptional
      />
      <JsonField
        name="quirks"
        label={w.quirks}
        hint={w.quirksHint}
        value={value.quirks}
        onChange={(quirks) => onChange({ quirks: quirks ?? {} })}
        isOptional
      />
    </>
  )
}
