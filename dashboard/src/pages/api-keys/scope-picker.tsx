import type { ReactNode } from 'react'
import { useMe } from '#/api/session.ts'
import { allows } from '#/api/scopes.ts'
import { keyScopes } from '#/generated/key-scopes.ts'
import { useWords } from '#/i18n/words.ts'
import { Checkbox, SelectField } from '#/ui/form/fields.tsx'
import { useFieldError } from '#/ui/form/form.tsx'
import { Notice } from '#/ui/layout.tsx'
import { levelOf, resourcesOf, scopesFrom } from './scopes.ts'
import { apiKeyWords } from './words.ts'
import styles from './api-keys.module.css'
import type { Level } from './scopes.ts'

interface ScopePickerProps {
  readonly value: readonly string[]
  readonly onChange: (scopes: readonly string[]) => void
}

/** What a key may do: everything, or a level for each resource. Nobody gives more than they hold. */
export function ScopePicker({ value, onChange }: ScopePickerProps): ReactNode {
  const w = useWords(apiKeyWords)
  const error = useFieldError('scopes')
  const { scopes: own } = useMe()
  const isAll = value.includes('*')
  const given = keyScopes.filter((scope) => allows(own, scope))
  const change = (resource: string, level: Level): void => {
    const levels = Object.fromEntries(resourcesOf(given).map((one) => [one, levelOf(value, one)]))
    onChange(scopesFrom({ ...levels, [resource]: level }))
  }
  return (
    <fieldset className={styles['scopes']}>
      <legend>{w.scopes}</legend>
      {error !== undefined && <Notice tone="bad">{error}</Notice>}
      {own.includes('*') && own.length === 1 && (
        <Checkbox
          name="scopes:all"
          label={w.everything}
          hint={w.everythingHint}
          isChecked={isAll}
          onChange={(checked) => onChange(checked ? ['*'] : [])}
        />
      )}
      {!isAll && (
        <div className={styles['grid']}>
          {resourcesOf(given).map((resource) => (
            <SelectField<Level>
              key={resource}
              name={`scopes:${resource}`}
              label={resource}
              value={levelOf(value, resource)}
              onChange={(level) => change(resource, level)}
              options={(['none', 'read', 'write', 'both'] as const)
                .filter((level) =>
                  scopesFrom({ [resource]: level }).every((scope) => allows(own, scope.replace(':*', ':write'))),
                )
                .map((level) => ({ value: level, label: w.levels[level] }))}
            />
          ))}
        </div>
      )}
    </fieldset>
  )
}
