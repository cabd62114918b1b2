import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Settings } from '@mandate/sdk'
import { mandate } from '#/api/mandate.ts'
import { useMay } from '#/api/session.ts'
import { settingsSchema } from '#/generated/settings-schema.ts'
import { useWords } from '#/i18n/words.ts'
import { Button } from '#/ui/button.tsx'
import { useDraft } from '#/ui/form/draft.ts'
import { Form } from '#/ui/form/form.tsx'
import { changeOf } from '#/ui/form/merge-patch.ts'
import { useSaveChange } from '#/ui/form/save-change.ts'
import { SchemaField } from '#/ui/form/schema-form.tsx'
import { Card, Facts, Stack } from '#/ui/layout.tsx'
import { Loaded } from '#/ui/states.tsx'
import { Badge } from '#/ui/status.tsx'
import { groupsOf, isDefault, shown } from './groups.ts'
import { settingWords } from './setting-words.ts'
import { settingsWords } from './words.ts'
import styles from './settings.module.css'
import type { JsonSchema } from '#/ui/form/schema.ts'

type Values = Readonly<Record<string, unknown>>

const groups = groupsOf(settingsSchema)
const names = Object.keys(settingsSchema.properties ?? {})

/** Every runtime setting with its default and what it does. */
export function RuntimeSettings(): ReactNode {
  const may = useMay()
  const query = useQuery({ queryKey: ['settings'], queryFn: ({ signal }) => mandate.system.getConfig({ signal }) })
  return (
    <Loaded query={query}>
      {(settings) =>
        may('system:write') ? <EditSettings settings={settings} /> : <ReadSettings settings={settings} />
      }
    </Loaded>
  )
}

interface OfSettings {
  readonly settings: Settings
}

function ReadSettings({ settings }: OfSettings): ReactNode {
  const w = useWords(settingsWords)
  const values: Values = { ...settings }
  return (
    <Stack>
      {groups.map(({ name, settings: members }) => (
        <Card key={name} title={w.groups[name as keyof typeof w.groups] ?? name}>
          <Facts facts={members.map(([key]) => [key, <bdi key={key}>{shown(values[key])}</bdi>])} />
        </Card>
      ))}
    </Stack>
  )
}

function EditSettings({ settings }: OfSettings): ReactNode {
  const w = useWords(settingsWords)
  const current: Values = { ...settings }
  const draft = useDraft(current)
  const { value, before, change } = draft
  const saveChange = useSaveChange(['settings', 'mode'], w.saved)
  const changes = changeOf(before, value)
  const changed = Object.keys(changes?.patch ?? {})
  const save = (): Promise<void> => saveChange(changes, (patch) => mandate.system.updateConfig(patch))
  return (
    <Form
      fields={names}
      onSubmit={save}
      draft={draft}
      refreshes={['settings', 'mode']}
      footer={(isRunning) =>
        changed.length > 0 && (
          <div className={styles['bar']} role="region" aria-label={w.changes(changed.length)}>
            <span>{w.changes(changed.length)}</span>
            <Button onPress={() => change(current)}>{w.discard}</Button>
            <Button kind="primary" type="submit" isRunning={isRunning}>
              {w.save}
            </Button>
          </div>
        )
      }
    >
      {groups.map(({ name: group, settings: members }) => (
        <Card key={group} title={w.groups[group as keyof typeof w.groups] ?? group}>
          {members.map(([name, schema]) => (
            <Setting
              key={name}
              name={name}
              schema={schema}
              value={value[name]}
              isChanged={changed.includes(name)}
              onChange={(said) => change({ [name]: said ?? null })}
            />
          ))}
        </Card>
      ))}
    </Form>
  )
}

interface SettingProps {
  readonly name: string
  readonly schema: JsonSchema
  readonly value: unknown
  readonly isChanged: boolean
  readonly onChange: (value: unknown) => void
}

function Setting({ name, schema: given, value, isChanged, onChange }: SettingProps): ReactNode {
  const w = useWords(settingsWords)
  const description = useWords(settingWords)[name]
  const schema = description === undefined ? given : { ...given, description }
  return (
    <div className={styles['setting']}>
      <SchemaField name={name} label={name} schema={schema} value={value} onChange={onChange} />
      <p className={styles['fine']}>
        {isChanged && <Badge tone="warn">{w.notSaved}</Badge>}
        {isDefault(schema, value) ? (
          w.isDefault
        ) : (
          <>
            {w.defaultIs} <bdi>{shown(schema.default)}</bdi>{' '}
            <Button
              kind="quiet"
              size="small"
              aria-label={`${w.toDefault}: ${name}`}
              onPress={() => onChange(schema.default)}
            >
              {w.toDefault}
            </Button>
          </>
        )}
      </p>
    </div>
  )
}
