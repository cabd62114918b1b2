import { useState } from 'react'
import type { ReactNode } from 'react'
import type { Agent } from '@mandate/sdk'
import { useWords } from '#/i18n/words.ts'
import { Checkbox, CheckboxGroup, NumberField, TagsField, TextField } from '#/ui/form/fields.tsx'
import { Form } from '#/ui/form/form.tsx'
import { JsonField } from '#/ui/form/json-field.tsx'
import { draftOf } from './draft.ts'
import type { AgentDraft, GrantType } from './draft.ts'
import { agentWords } from './words.ts'

interface AgentFormProps {
  /** The one that is changed; without it a new one is made. */
  readonly agent?: Agent
  readonly onSubmit: (draft: AgentDraft) => PromiseLike<unknown>
  readonly footer: (isRunning: boolean) => ReactNode
}

/** What can be said of an agent. */
export function AgentForm({ agent, onSubmit, footer }: AgentFormProps): ReactNode {
  const w = useWords(agentWords)
  const [draft, setDraft] = useState(() => draftOf(agent))
  const change = (changed: Partial<AgentDraft>): void => setDraft({ ...draft, ...changed })
  const isRedirecting = draft.grant_types.includes('authorization_code') || draft.redirect_uris.length > 0
  return (
    <Form fields={Object.keys(draft)} onSubmit={() => onSubmit(draft)} refreshes={['agents']} footer={footer}>
      <TextField
        name="client_name"
        label={w.name}
        hint={w.nameHint}
        value={draft.client_name}
        onChange={(client_name) => change({ client_name })}
        hasFocus={!agent}
      />
      <TextField
        name="description"
        label={w.description}
        value={draft.description ?? ''}
        onChange={(text) => change({ description: text === '' ? null : text })}
        isOptional
      />
      <TagsField
        name="scope"
        label={w.scopes}
        hint={w.scopesHint}
        value={draft.scope.split(' ').filter(Boolean)}
        onChange={(scopes) => change({ scope: scopes.join(' ') })}
        isOptional
      />
      <CheckboxGroup<GrantType>
        name="grant_types"
        label={w.grants}
        value={draft.grant_types}
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
          value={draft.redirect_uris}
          onChange={(redirect_uris) => change({ redirect_uris })}
        />
      )}
      <TagsField
        name="audiences"
        label={w.audiences}
        hint={w.audiencesHint}
        value={draft.audiences}
        onChange={(audiences) => change({ audiences })}
        isOptional
      />
      <NumberField
        name="access_token_ttl_seconds"
        label={w.lifetime}
        hint={w.lifetimeHint}
        value={draft.access_token_ttl_seconds ?? undefined}
        onChange={(seconds) => change({ access_token_ttl_seconds: seconds ?? null })}
        isOptional
      />
      {agent?.token_endpoint_auth_method === 'private_key_jwt' && (
        <>
          <JsonField
            name="jwks"
            label={w.publicKeys}
            hint={w.publicKeysHint}
            value={draft.jwks ?? undefined}
            onChange={(jwks) => change({ jwks: (jwks ?? null) as AgentDraft['jwks'] })}
            isOptional
          />
          <TextField
            name="jwks_uri"
            type="url"
            label={w.keysAt}
            hint={w.keysAtHint}
            value={draft.jwks_uri ?? ''}
            onChange={(address) => change({ jwks_uri: address === '' ? null : address })}
            isOptional
          />
        </>
      )}
      <Checkbox
        name="dpop_bound"
        label={w.mustProve}
        hint={w.mustProveHint}
        isChecked={draft.dpop_bound}
        onChange={(dpop_bound) => change({ dpop_bound })}
      />
    </Form>
  )
}
