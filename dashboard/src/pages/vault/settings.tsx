import { useState } from 'react'
import type { ReactNode } from 'react'
import type { VaultProvider } from '@mandate/sdk'
import { useDone } from '#/api/actions.ts'
import { mandate } from '#/api/mandate.ts'
import { useWords } from '#/i18n/words.ts'
import { confirm } from '#/ui/dialogs.ts'
import { TagsField, TextField } from '#/ui/form/fields.tsx'
import { Form } from '#/ui/form/form.tsx'
import { JsonField } from '#/ui/form/json-field.tsx'
import { submitFooter } from '#/ui/form/submit-footer.tsx'
import { Card } from '#/ui/layout.tsx'
import { toast } from '#/ui/toasts.ts'
import { changeTo, draftOf } from './provider-patch.ts'
import type { ProviderDraft } from './provider-patch.ts'
import { vaultWords } from './words.ts'

/** What can be said of a provider. Its name and kind stay: the service knows the callback, and connections hang on both. */
export function Settings({ provider }: { readonly provider: VaultProvider }): ReactNode {
  const w = useWords(vaultWords)
  const sayDone = useDone(['vault'])
  const [draft, setDraft] = useState(() => draftOf(provider))
  const [secret, setSecret] = useState('')
  const say = (said: Partial<ProviderDraft>): void => setDraft({ ...draft, ...said })
  const save = async (): Promise<void> => {
    const change = changeTo(provider, draft, secret)
    if (!change) return toast(w.unchanged)
    const { patch, back, movesTokens } = change
    const ask = { title: w.movesTitle, body: w.movesBody, action: w.saveChanges, isDangerous: true }
    if (movesTokens && !(await confirm(ask))) return
    await mandate.vault.providers.update(provider.id, patch)
    sayDone(w.saved, back && (() => mandate.vault.providers.update(provider.id, back)))
  }
  return (
    <Card>
      <Form
        fields={[...Object.keys(draftOf(provider)), 'client_secret']}
        onSubmit={save}
        refreshes={['vault']}
        footer={submitFooter(w.saveChanges)}
      >
        <TextField
          name="display_name"
          label={w.displayName}
          value={draft.display_name ?? ''}
          onChange={(shown) => say({ display_name: shown })}
        />
        {provider.kind === 'oauth' && (
          <ClientFields
            draft={draft}
            onChange={say}
            secret={secret}
            onSecret={setSecret}
            hasSecret={provider.has_secret}
          />
        )}
        <TagsField
          name="scopes"
          label={w.scopes}
          hint={w.scopesHint}
          value={draft.scopes ?? []}
          onChange={(scopes) => say({ scopes })}
          isOptional
        />
        <TextField
          name="icon_url"
          type="url"
          label={w.icon}
          value={draft.icon_url ?? ''}
          onChange={(url) => say({ icon_url: url || null })}
          isOptional
        />
        <JsonField
          name="allowed_clients"
          label={w.agents}
          hint={w.agentsHint}
          value={draft.allowed_clients ?? undefined}
          onChange={(listed) => say({ allowed_clients: (listed ?? null) as ProviderDraft['allowed_clients'] })}
          isOptional
        />
        <JsonField
          name="proxy"
          label={w.proxy}
          hint={w.proxyHint}
          value={draft.proxy ?? undefined}
          onChange={(rules) => say({ proxy: (rules ?? null) as ProviderDraft['proxy'] })}
          isOptional
        />
      </Form>
    </Card>
  )
}

interface ClientFieldsProps {
  readonly draft: ProviderDraft
  readonly onChange: (said: Partial<ProviderDraft>) => void
  readonly secret: string
  readonly onSecret: (secret: string) => void
  readonly hasSecret: boolean
}

/** How this server is known at a service, and how it speaks with it. */
function ClientFields({ draft, onChange, secret, onSecret, hasSecret }: ClientFieldsProps): ReactNode {
  const w = useWords(vaultWords)
  return (
    <>
      <TextField
        name="auth_url"
        type="url"
        label={w.authUrl}
        value={draft.auth_url ?? ''}
        onChange={(url) => onChange({ auth_url: url })}
      />
      <TextField
        name="token_url"
        type="url"
        label={w.tokenUrl}
        hint={w.movesHint}
        value={draft.token_url ?? ''}
        onChange={(url) => onChange({ token_url: url })}
      />
      <TextField
        name="client_id"
        label={w.clientId}
        hint={w.movesHint}
        value={draft.client_id ?? ''}
        onChange={(id) => onChange({ client_id: id })}
        isCode
      />
      <TextField
        name="client_secret"
        type="password"
        label={w.clientSecret}
        hint={hasSecret ? w.secretKeptHint : w.clientSecretHint}
        value={secret}
        onChange={onSecret}
        isOptional={hasSecret}
      />
      <JsonField
        name="extra_auth_params"
        label={w.extra}
        value={draft.extra_auth_params}
        onChange={(extra) => onChange({ extra_auth_params: (extra ?? {}) as Record<string, string> })}
        isOptional
      />
      <JsonField
        name="quirks"
        label={w.quirks}
        hint={w.quirksHint}
        value={draft.quirks}
        onChange={(quirks) => onChange({ quirks: quirks ?? {} })}
        isOptional
      />
    </>
  )
}
