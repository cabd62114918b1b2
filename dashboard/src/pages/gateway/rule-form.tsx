import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { ProxyRule } from '@mandate/sdk'
import { useDone } from '#/api/actions.ts'
import { mandate } from '#/api/mandate.ts'
import { useWords } from '#/i18n/words.ts'
import { Checkbox, CheckboxGroup, FieldRow, NumberField, SelectField, TagsField, TextField } from '#/ui/form/fields.tsx'
import { optionsOf } from '#/ui/form/options.ts'
import { changeOf } from '#/ui/form/merge-patch.ts'
import { FormDialog } from './form-dialog.tsx'
import { gatewayWords } from './words.ts'

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** What the form says of a rule; an empty priority is not said. */
type Draft = Omit<ProxyRule, 'id' | 'upstream_id' | 'app_id' | 'priority' | 'created_at' | 'updated_at'> & {
  readonly priority: number | undefined
}

const fresh: Draft = {
  ...{ name: '', pattern: '/*', methods: ['GET', 'HEAD'], require: ['authenticated'], scopes: [] },
  ...{ acr: null, max_age_seconds: null, priority: 0, enabled: true },
}

const draftOf = (rule: ProxyRule): Draft => {
  const { name, pattern, methods: fitted, require, scopes, acr, max_age_seconds, priority, enabled } = rule
  return { name, pattern, methods: fitted, require, scopes, acr, max_age_seconds, priority, enabled }
}

interface RuleFormProps {
  /** The one that is changed; without it a new one is made. */
  readonly rule?: ProxyRule | undefined
  readonly onClose: () => void
}

/** What can be said of a rule. Where it holds stays. */
export function RuleForm({ rule, onClose }: RuleFormProps): ReactNode {
  const w = useWords(gatewayWords)
  const sayDone = useDone(['proxy', 'proxy-status'])
  const { data: upstreams = [] } = useQuery({
    queryKey: ['proxy', 'hosts'],
    queryFn: async ({ signal }) => (await mandate.proxy.upstreams.list({ limit: 200 }, { signal })).data,
    enabled: rule === undefined,
  })
  const [chosen, setChosen] = useState('')
  const upstream = chosen || (upstreams[0]?.id ?? '')
  const [draft, setDraft] = useState<Draft>(() => (rule ? draftOf(rule) : fresh))
  const say = (said: Partial<Draft>): void => setDraft({ ...draft, ...said })
  const create = async (): Promise<void> => {
    await mandate.proxy.rules.create({ upstream_id: upstream || null, ...draft })
    sayDone(w.added)
  }
  const change = async (before: ProxyRule): Promise<void> => {
    const changed = changeOf(draftOf(before), { ...draft, priority: draft.priority ?? before.priority })
    if (!changed) return
    const { patch, back } = changed
    await mandate.proxy.rules.update(before.id, patch)
    sayDone(w.saved, back && (() => mandate.proxy.rules.update(before.id, back)))
  }
  return (
    <FormDialog
      title={rule ? w.editRule(rule.name) : w.newRule}
      fields={['upstream_id', ...Object.keys(fresh)]}
      onSubmit={() => (rule ? change(rule) : create())}
      onClose={onClose}
      isWide
    >
      {!rule && (
        <SelectField
          name="upstream_id"
          label={w.upstream}
          value={upstream}
          onChange={setChosen}
          options={upstreams.map(({ id, host }) => ({ value: id, label: host }))}
        />
      )}
      <TextField name="name" label={w.name} value={draft.name} onChange={(name) => say({ name })} hasFocus />
      <TextField
        name="pattern"
        label={w.pattern}
        hint={w.patternHint}
        value={draft.pattern}
        onChange={(pattern) => say({ pattern })}
        isCode
      />
      <CheckboxGroup
        name="methods"
        label={w.methods}
        hint={w.methodsHint}
        value={draft.methods}
        onChange={(fitted) => say({ methods: [...fitted] })}
        options={methods.map((value) => ({ value, label: value }))}
      />
      <TagsField
        name="require"
        label={w.requires}
        hint={w.requiresHint}
        value={draft.require}
        onChange={(require) => say({ require: [...require] })}
      />
      <TagsField
        name="scopes"
        label={w.scopes}
        value={draft.scopes}
        onChange={(scopes) => say({ scopes: [...scopes] })}
        isOptional
      />
      <FieldRow>
        <SelectField
          name="acr"
          label={w.strength}
          value={draft.acr ?? ''}
          onChange={(acr) => say({ acr: acr || null })}
          options={optionsOf(w.strengths)}
        />
        <NumberField
          name="max_age_seconds"
          label={w.maxAge}
          hint={w.maxAgeHint}
          value={draft.max_age_seconds ?? undefined}
          onChange={(seconds) => say({ max_age_seconds: seconds ?? null })}
          isOptional
        />
      </FieldRow>
      <NumberField
        name="priority"
        label={w.priority}
        hint={w.priorityHint}
        value={draft.priority}
        onChange={(priority) => say({ priority })}
      />
      <Checkbox name="enabled" label={w.holds} isChecked={draft.enabled} onChange={(enabled) => say({ enabled })} />
    </FormDialog>
  )
}
