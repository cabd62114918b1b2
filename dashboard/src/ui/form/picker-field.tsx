import type { ReactNode } from 'react'
import { SelectField, TextField } from './fields.tsx'

interface PickerFieldProps {
  readonly name: string
  readonly label: string
  readonly hint?: string
  /** An id; empty for none. */
  readonly value: string
  readonly onChange: (id: string) => void
  /** What there is to choose from; undefined for whoever may not see it, or where there is too much of it. */
  readonly things: readonly { readonly id: string; readonly name: string }[] | undefined
  /** What no choice is called; without it one has to be chosen. */
  readonly none?: string
}

/** Something of the server chosen by its name, or given by its id to whoever may not see what there is. */
export function PickerField({ things, none, ...about }: PickerFieldProps): ReactNode {
  if (!things) return <TextField {...about} isOptional={none !== undefined} isCode />
  const { value } = about
  const isListed = value === '' || things.some(({ id }) => id === value)
  return (
    <SelectField
      {...about}
      options={[
        ...(none === undefined ? [] : [{ value: '', label: none }]),
        ...things.map(({ id, name }) => ({ value: id, label: name })),
        ...(isListed ? [] : [{ value, label: value }]),
      ]}
    />
  )
}
