import { useState } from 'react'
import type { ReactNode } from 'react'
import type { AdminUser } from '@mandate/sdk'
import { useMay } from '#/api/session.ts'
import { useWords } from '#/i18n/words.ts'
import type { Draft } from '#/ui/form/draft.ts'
import { Checkbox, FieldRow, SelectField, TextField } from '#/ui/form/fields.tsx'
import { Form } from '#/ui/form/form.tsx'
import { JsonField } from '#/ui/form/json-field.tsx'
import { optionsOf } from '#/ui/form/options.ts'
import { withEmail } from './draft.ts'
import type { UserDraft } from './draft.ts'
import { userFormWords } from './form-words.ts'
import { userWords } from './words.ts'

interface UserFormProps {
  /** The one who is changed; without one somebody new is made. */
  readonly user?: AdminUser
  readonly draft: Draft<UserDraft>
  readonly onSubmit: (password: string) => PromiseLike<unknown>
  readonly footer: (isRunning: boolean) => ReactNode
}

const fields = ['email', 'name', 'password', 'email_verified', 'tier', 'system_role', 'metadata']

/** What can be said of a person. */
export function UserForm({ user, draft, onSubmit, footer }: UserFormProps): ReactNode {
  const w = { ...useWords(userWords), ...useWords(userFormWords) }
  const may = useMay()
  const { value, change } = draft
  const [password, setPassword] = useState('')
  return (
    // Whoever changes themselves stands in the frame as well.
    <Form
      fields={fields}
      onSubmit={() => onSubmit(password)}
      draft={draft}
      refreshes={user ? ['users', 'me'] : ['users']}
      footer={footer}
    >
      <TextField
        name="email"
        type="email"
        label={w.email}
        value={value.email}
        onChange={(email) => change(withEmail(value, email, user))}
        hasFocus={!user}
      />
      <Checkbox
        name="email_verified"
        label={w.isVerified}
        hint={w.isVerifiedHint}
        isChecked={value.email_verified}
        onChange={(email_verified) => change({ email_verified })}
      />
      <TextField name="name" label={w.name} value={value.name} onChange={(name) => change({ name })} isOptional />
      {!user && (
        <TextField
          name="password"
          type="password"
          label={w.password}
          hint={w.passwordHint}
          value={password}
          onChange={setPassword}
          autoComplete="new-password"
          isOptional
        />
      )}
      <FieldRow>
        <TextField
          name="tier"
          label={w.tier}
          hint={w.tierHint}
          value={value.tier}
          onChange={(tier) => change({ tier })}
          isOptional={!user}
        />
        {may('*') && (
          <SelectField<NonNullable<UserDraft['system_role']> | ''>
            name="system_role"
            label={w.role}
            hint={w.roleHint}
            value={value.system_role ?? ''}
            onChange={(role) => change({ system_role: role === '' ? null : role })}
            options={[{ value: '', label: w.noRole }, ...optionsOf(w.roles)]}
          />
        )}
      </FieldRow>
      <JsonField
        name="metadata"
        label={w.metadata}
        hint={w.metadataHint}
        value={value.metadata}
        onChange={(metadata) => change({ metadata: (metadata ?? {}) as UserDraft['metadata'] })}
        isOptional
      />
    </Form>
  )
}
