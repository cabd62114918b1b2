import { useState } from 'react'
import type { KeyboardEvent, ReactNode, SyntheticEvent } from 'react'
import styles from './matrix.module.css'

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

interface FrameProps {
  readonly label: string
  /** Beside the one with the names. */
  readonly columns: number
  readonly children: ReactNode
}

/** A table that scrolls by itself: its heads stay, arrows walk its boxes, and the column of the moment is marked as its row is. */
export function Frame({ label, columns, children }: FrameProps): ReactNode {
  const [marked, setMarked] = useState(-1)
  const mark = ({ target }: SyntheticEvent): void => setMarked(cellOf(target)?.cellIndex ?? -1)
  return (
    <div className={styles['frame']} role="region" aria-label={label} tabIndex={0}>
      <table
        className={styles['table']}
        aria-label={label}
        onPointerOver={mark}
        onPointerLeave={() => setMarked(-1)}
        onFocus={mark}
        onKeyDown={walk}
      >
        <colgroup>
          <col />
          {Array.from({ length: columns }, (_, column) => (
            <col key={column} className={marked === column + 1 ? styles['marked'] : undefined} />
          ))}
        </colgroup>
        {children}
      </table>
    </div>
  )
}

const cellOf = (target: EventTarget): HTMLTableCellElement | null => (target as Element).closest('td')

/** Arrows move from box to box, so that nobody has to pass a whole row to come to the next. */
function walk(event: KeyboardEvent<HTMLTableElement>): void {
  const cell = cellOf(event.target)
  const step = steps[event.key]
  if (cell === null || step === undefined) return
  const row = event.currentTarget.rows[(cell.parentElement as HTMLTableRowElement).rowIndex + step[0]]
  const box = row?.cells[cell.cellIndex + step[1]]?.querySelector('input')
  if (!box) return
  event.preventDefault()
  box.focus()
}
