import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { Settings } from '@mandate/sdk'
import { useDone } from '#/api/actions.ts'
import { mandate } from '#/api/mandate.ts'
import { useMay } from '#/api/session.ts'
import { settingsSchema } from '#/generated/settings-schema.ts'
import { useWords } from '#/i18n/words.ts'
import { Button } from '#/ui/button.tsx'
import { Form } from '#/ui/form/form.tsx'
import { SchemaField } from '#/ui/form/schema-form.tsx'
import { Card, Facts, Stack } from '#/ui/layout.tsx'
import { Loaded } from '#/ui/states.tsx'
import { Badge } from '#/ui/status.tsx'
import { groupsOf, isDefault, shown } from './groups.ts'
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
  const sayDone = useDone(['settings', 'mode'])
  const [changes, setChanges] = useState<Values>({})
  const current: Values = { ...settings }
  const changed = Object.keys(changes)
  const change = (name: string, value: unknown): void => {
    const { [name]: _, ...others } = changes
    const isSame = JSON.stringify(value ?? null) === JSON.stringify(current[name] ?? null)
    setChanges(isSame ? others : { ...others, [name]: value ?? null })
  }
  const save = async (): Promise<void> => {
    const before: Values = Object.fromEntries(changed.map((name) => [name, current[name]]))
    await mandate.system.updateConfig(changes)
    setChanges({})
    sayDone(w.saved, () => mandate.system.updateConfig(before))
  }
  return (
    <Form
      fields={names}
      onSubmit={save}
      refreshes={['settings', 'mode']}
      footer={(isRunning) =>
        changed.length > 0 && (
          <div className={styles['bar']} role="region" aria-label={w.changes(changed.length)}>
            <span>{w.changes(changed.length)}</span>
            <Button onPress={() => setChanges({})}>{w.discard}</Button>
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
              value={name in changes ? changes[name] : current[name]}
              isChanged={name in changes}
              onChange={(value) => change(name, value)}
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

function Setting({ name, schema, value, isChanged, onChange }: SettingProps): ReactNode {
  const w = useWords(settingsWords)
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
