import type { ReactNode } from 'react'
import { useWords } from '#/i18n/words.ts'
import { PickerField } from '#/ui/form/picker-field.tsx'
import { useOrganizations } from './organizations.ts'
import { ssoWords } from './words.ts'

interface OrganizationFieldProps {
  /** Empty for none. */
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Whose member somebody becomes. */
export function OrganizationField(props: OrganizationFieldProps): ReactNode {
  const w = useWords(ssoWords)
  const { data } = useOrganizations()
  const about = { name: 'organization_id', label: w.organization, hint: w.organizationHint, none: w.noOrganization }
  return <PickerField {...about} {...props} things={data} />
}
