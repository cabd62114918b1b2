import type { ReactNode } from 'react'
import type { Agent } from '@mandate/sdk'
import { useWords } from '#/i18n/words.ts'
import type { Draft } from '#/ui/form/draft.ts'
import { Checkbox, CheckboxGroup, NumberField, TagsField, TextField } from '#/ui/form/fields.tsx'
import { Form } from '#/ui/form/form.tsx'
import { JsonField } from '#/ui/form/json-field.tsx'
import type { AgentDraft, GrantType } from './draft.ts'
import { agentWords } from './words.ts'

interface AgentFormProps {
  /** The one that is changed; without it a new one is made. */
  readonly agent?: Agent
  readonly draft: Draft<AgentDraft>
  readonly onSubmit: () => PromiseLike<unknown>
  readonly footer: (isRunning: boolean) => ReactNode
}

/** What can be said of an agent. */
export function AgentForm({ agent, draft, onSubmit, footer }: AgentFormProps): ReactNode {
  const w = useWords(agentWords)
  const { value, change } = draft
  const isRedirecting = value.grant_types.includes('authorization_code') || value.redirect_uris.length > 0
  return (
    <Form fields={Object.keys(value)} onSubmit={onSubmit} draft={draft} refreshes={['agents']} footer={footer}>
      <TextField
        name="client_name"
        label={w.name}
        hint={w.nameHint}
        value={value.client_name}
        onChange={(client_name) => change({ client_name })}
        hasFocus={!agent}
      />
      <TextField
        name="description"
        label={w.description}
        value={value.description ?? ''}
        onChange={(text) => change({ description: text === '' ? null : text })}
        isOptional
      />
      <TagsField
        name="scope"
        label={w.scopes}
        hint={w.scopesHint}
        value={value.scope.split(' ').filter(Boolean)}
        onChange={(scopes) => change({ scope: scopes.join(' ') })}
        isOptional
      />
      <CheckboxGroup<GrantType>
        name="grant_types"
        label={w.grants}
        value={value.grant_types}
        onChange={(grant_types) => change({ grant_types })}
        options={[
          { value: 'client_credentials', label: w.grantOwn },
          { value: 'urn:ietf:params:oauth:grant-type:token-exchange', label: w.grantExchange },
          { value: 'urn:ietf:params:oauth:grant-type:device_code', label: w.grantDevice },
        ]}
      />
      {isRedirecting && (
        <TagsField
          name="redirect_uris"
          label={w.redirects}
          hint={w.redirectsHint}
          value={value.redirect_uris}
          onChange={(redirect_uris) => change({ redirect_uris })}
        />
      )}
      <TagsField
        name="audiences"
        label={w.audiences}
        hint={w.audiencesHint}
        value={value.audiences}
        onChange={(audiences) => change({ audiences })}
        isOptional
      />
      <NumberField
        name="access_token_ttl_seconds"
        label={w.lifetime}
        hint={w.lifetimeHint}
        value={value.access_token_ttl_seconds ?? undefined}
        onChange={(seconds) => change({ access_token_ttl_seconds: seconds ?? null })}
        isOptional
      />
      {agent?.token_endpoint_auth_method === 'private_key_jwt' && (
        <>
          <JsonField
            name="jwks"
            label={w.publicKeys}
            hint={w.publicKeysHint}
            value={value.jwks ?? undefined}
            onChange={(jwks) => change({ jwks: (jwks ?? null) as AgentDraft['jwks'] })}
            isOptional
          />
          <TextField
            name="jwks_uri"
            type="url"
            label={w.keysAt}
            hint={w.keysAtHint}
            value={value.jwks_uri ?? ''}
            onChange={(address) => change({ jwks_uri: address === '' ? null : address })}
            isOptional
          />
        </>
      )}
      <Checkbox
        name="dpop_bound"
        label={w.mustProve}
        hint={w.mustProveHint}
        isChecked={value.dpop_bound}
        onChange={(dpop_bound) => change({ dpop_bound })}
      />
    </Form>
  )
}
