import type { ReactNode } from 'react'
import { useWords } from '#/i18n/words.ts'
import { SelectField, TextField } from '#/ui/form/fields.tsx'
import { useOrganizations } from './organizations.ts'
import { ssoWords } from './words.ts'

interface OrganizationFieldProps {
  /** Empty for none. */
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Whose member somebody becomes: chosen by name, or given by id to whoever may not see organizations. */
export function OrganizationField({ value, onChange }: OrganizationFieldProps): ReactNode {
  const w = useWords(ssoWords)
  const { data } = useOrganizations()
  const about = { name: 'organization_id', label: w.organization, hint: w.organizationHint, value, onChange }
  if (!data) return <TextField {...about} isOptional isCode />
  const isListed = value === '' || data.some(({ id }) => id === value)
  return (
    <SelectField
      {...about}
      options={[
        { value: '', label: w.noOrganization },
        ...data.map(({ id, name }) => ({ value: id, label: name })),
        ...(isListed ? [] : [{ value, label: value }]),
      ]}
    />
  )
}
