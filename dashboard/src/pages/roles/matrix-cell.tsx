import { startTransition, useOptimistic } from 'react'
import type { ReactNode } from 'react'
import type { Permission, Role } from '@mandate/sdk'
import { useWords } from '#/i18n/words.ts'
import { cx } from '#/ui/cx.ts'
import { Icon } from '#/ui/icons.tsx'
import { heldFor } from './coverage.ts'
import type { Toggle } from './toggle.ts'
import { roleWords } from './words.ts'
import styles from './matrix.module.css'

interface CellProps {
  readonly role: Role
  readonly permission: Permission
  /** Undefined until it was read. */
  readonly holds: ReadonlySet<string> | undefined
  readonly onChange: Toggle | undefined
}

/** Whether a role holds a permission: a box for whoever may change it, and words for whoever may not. */
export function Cell({ role, permission, holds, onChange }: CellProps): ReactNode {
  const w = useWords(roleWords)
  if (holds === undefined) return <td aria-busy="true" />
  const name = permission.permission
  const by = heldFor(name, holds)
  const isOwn = by === name
  const isCovered = by !== undefined && !isOwn
  const label = isCovered ? w.covered(role.name, name, by) : w.cell(role.name, name)
  const className = cx(styles['cell'], isOwn && styles['own'], isCovered && styles['covered'])
  if (onChange === undefined) {
    return (
      <td className={className}>
        {by !== undefined && (
          <span title={label}>
            {isOwn ? <Icon name="check" /> : <span aria-hidden="true">–</span>}
            <span className="visually-hidden">{isOwn ? w.holds : w.coveredBy(by)}</span>
          </span>
        )}
      </td>
    )
  }
  const change = (isHeld: boolean): Promise<void> => onChange(role, permission, isHeld)
  return (
    <td className={className}>
      <Box label={label} isOwn={isOwn} isCovered={isCovered} onChange={change} />
    </td>
  )
}

interface BoxProps {
  readonly label: string
  readonly isOwn: boolean
  readonly isCovered: boolean
  readonly onChange: (isHeld: boolean) => Promise<void>
}

/** The tick shows what was asked for until the server has said what counts. */
function Box({ label, isOwn, isCovered, onChange }: BoxProps): ReactNode {
  const [isTicked, setTicked] = useOptimistic(isOwn)
  const change = (isHeld: boolean): void =>
    startTransition(async () => {
      setTicked(isHeld)
      await onChange(isHeld)
    })
  return (
    <label title={label}>
      <input
        // What a wildcard covers is neither ticked nor free.
        ref={(box) => {
          if (box) box.indeterminate = isCovered && !isTicked
        }}
        type="checkbox"
        aria-label={label}
        checked={isTicked}
        onChange={({ target }) => change(target.checked)}
      />
    </label>
  )
}
