import type { ReactNode } from 'react'
import { common } from '#/i18n/common.ts'
import { useWords } from '#/i18n/words.ts'
import { Button } from '#/ui/button.tsx'

interface RowActionsProps {
  readonly name: string
  readonly onEdit: () => void
  /** What else can be done with it. */
  readonly children: ReactNode
}

/** What can be done with a row: the form about it is opened, and what stands beside that. */
export function RowActions({ name, onEdit, children }: RowActionsProps): ReactNode {
  const { edit } = useWords(common)
  return (
    <span style={{ display: 'inline-flex', gap: 6 }}>
      <Button size="small" icon="edit" aria-label={`${edit}: ${name}`} onPress={onEdit} />
      {children}
    </span>
  )
}
