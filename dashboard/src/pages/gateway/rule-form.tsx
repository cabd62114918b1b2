import { useState } from 'react'
import type { ReactNode } from 'react'
import type { ProxyRule } from '@mandate/sdk'
import { useDone } from '#/api/actions.ts'
import { mandate } from '#/api/mandate.ts'
import { common } from '#/i18n/common.ts'
import { useWords } from '#/i18n/words.ts'
import { useDraft } from '#/ui/form/draft.ts'
import { Checkbox, CheckboxGroup, FieldRow, NumberField, SelectField, TagsField, TextField } from '#/ui/form/fields.tsx'
import { FormDialog } from '#/ui/form/form-dialog.tsx'
import { optionsOf } from '#/ui/form/options.ts'
import { changeOf } from '#/ui/form/merge-patch.ts'
import { PickerField } from '#/ui/form/picker-field.tsx'
import { useSaveChange } from '#/ui/form/save-change.ts'
import { useApps, useUpstreams } from './places.ts'
import { gatewayWords } from './words.ts'

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** What the form says of a rule; an empty priority is not said. */
type RuleDraft = Omit<ProxyRule, 'id' | 'upstream_id' | 'app_id' | 'priority' | 'created_at' | 'updated_at'> & {
  readonly priority: number | undefined
}

const fresh: RuleDraft = {
  ...{ name: '', pattern: '/*', methods: ['GET', 'HEAD'], require: ['authenticated'], scopes: [] },
  ...{ acr: null, max_age_seconds: null, priority: 0, enabled: true },
}

/** Every path by every method. */
const everything = { pattern: '/*', methods: [] } satisfies Partial<RuleDraft>

const isEverything = ({ pattern, methods: fitted }: Pick<RuleDraft, 'pattern' | 'methods'>): boolean =>
  pattern === everything.pattern && fitted.length === 0

/** What the fields say where a rule is not for everything: what it said before, or what is to be said. */
const partOf = (rule: ProxyRule | undefined): Pick<RuleDraft, 'pattern' | 'methods'> =>
  rule && !isEverything(rule)
    ? { pattern: rule.pattern, methods: rule.methods }
    : { pattern: '', methods: fresh.methods }

const refreshes = ['proxy', 'proxy-status']

/** Where a rule holds: at one host, or at all of an application. */
type Place = 'host' | 'app'

const draftOf = (rule: ProxyRule): RuleDraft => {
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
  const { save } = useWords(common)
  const sayDone = useDone(refreshes)
  const saveChange = useSaveChange(refreshes, w.saved)
  const upstreams = useUpstreams()
  const apps = useApps()
  const [place, setPlace] = useState<Place>('host')
  const [host, setHost] = useState('')
  const [app, setApp] = useState('')
  const draft = useDraft<RuleDraft>(rule ? draftOf(rule) : fresh)
  const { value, change: say } = draft
  const [isForAll, setForAll] = useState(() => isEverything(value))
  const create = async (): Promise<void> => {
    const where =
      place === 'app'
        ? { app_id: app || (apps?.[0]?.id ?? null) }
        : { upstream_id: host || (upstreams?.[0]?.id ?? null) }
    await mandate.proxy.rules.create({ ...where, ...value })
    sayDone(w.added)
  }
  const change = ({ id, priority }: ProxyRule): Promise<void> =>
    saveChange(changeOf(draft.before, { ...value, priority: value.priority ?? priority }), (patch) =>
      mandate.proxy.rules.update(id, patch),
    )
  return (
    <FormDialog
      title={rule ? w.editRule(rule.name) : w.newRule}
      fields={['upstream_id', 'app_id', ...Object.keys(fresh)]}
      onSubmit={() => (rule ? change(rule) : create())}
      onClose={onClose}
      draft={draft}
      refreshes={refreshes}
      action={save}
      isWide
    >
      {!rule && (
        <FieldRow>
          <SelectField name="place" label={w.where} value={place} onChange={setPlace} options={optionsOf(w.places)} />
          {place === 'host' ? (
            <PickerField
              name="upstream_id"
              label={w.upstream}
              value={host || (upstreams?.[0]?.id ?? '')}
              onChange={setHost}
              things={upstreams?.map(({ id, host: name }) => ({ id, name }))}
            />
          ) : (
            <PickerField
              name="app_id"
              label={w.app}
              hint={w.ruleAppHint}
              value={app || (apps?.[0]?.id ?? '')}
              onChange={setApp}
              things={apps}
            />
          )}
        </FieldRow>
      )}
      <TextField name="name" label={w.name} value={value.name} onChange={(name) => say({ name })} hasFocus />
      <Checkbox
        name="everything"
        label={w.everything}
        hint={w.everythingHint}
        isChecked={isForAll}
        onChange={(isAll) => {
          setForAll(isAll)
          say(isAll ? everything : partOf(rule))
        }}
      />
      {!isForAll && (
        <>
          <TextField
            name="pattern"
            label={w.pattern}
            hint={w.patternHint}
            value={value.pattern}
            onChange={(pattern) => say({ pattern })}
            isCode
          />
          <CheckboxGroup
            name="methods"
            label={w.methods}
            hint={w.methodsHint}
            value={value.methods}
            onChange={(fitted) => say({ methods: [...fitted] })}
            options={methods.map((value) => ({ value, label: value }))}
          />
        </>
      )}
      <TagsField
        name="require"
        label={w.requires}
        hint={w.requiresHint}
        value={value.require}
        onChange={(require) => say({ require: [...require] })}
      />
      <TagsField
        name="scopes"
        label={w.scopes}
        value={value.scopes}
        onChange={(scopes) => say({ scopes: [...scopes] })}
        isOptional
      />
      <FieldRow>
        <SelectField
          name="acr"
          label={w.strength}
          value={value.acr ?? ''}
          onChange={(acr) => say({ acr: acr || null })}
          options={optionsOf(w.strengths)}
        />
        <NumberField
          name="max_age_seconds"
          label={w.maxAge}
          hint={w.maxAgeHint}
          value={value.max_age_seconds ?? undefined}
          onChange={(seconds) => say({ max_age_seconds: seconds ?? null })}
          isOptional
        />
      </FieldRow>
      <NumberField
        name="priority"
        label={w.priority}
        hint={w.priorityHint}
        value={value.priority}
        onChange={(priority) => say({ priority })}
      />
      <Checkbox name="enabled" label={w.holds} isChecked={value.enabled} onChange={(enabled) => say({ enabled })} />
    </FormDialog>
  )
}
