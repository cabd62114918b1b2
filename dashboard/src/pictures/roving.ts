import { useState } from 'react'
import type { KeyboardEvent } from 'react'

/** Where the focus goes by a key among marks in a row, or in rows of so many; undefined for a key that moves nothing. */
export function nextMark(key: string, at: number, count: number, perRow = count): number | undefined {
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, ArrowDown: at + perRow, ArrowUp: at - perRow }[key]
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  if (to === undefined) return undefined
  if (to >= 0 && to < count) return to
  return perRow < count ? at : Math.min(count - 1, Math.max(0, to))
}

/** The attributes of one mark of a picture. */
interface MarkProps {
  readonly tabIndex: 0 | -1
  readonly 'data-mark': number
  readonly onFocus: () => void
}

interface Marks {
  /** Of the mark with this number. */
  readonly mark: (index: number) => MarkProps
  /** Of what stands around the marks. */
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly focused: number
}

/** One stop of the Tab key for all marks of a picture; arrow keys go from mark to mark. */
export function useMarks(count: number, perRow?: number): Marks {
  const [wanted, setFocused] = useState(0)
  const focused = Math.min(wanted, Math.max(0, count - 1))
  return {
    focused,
    mark: (index) => ({ tabIndex: index === focused ? 0 : -1, 'data-mark': index, onFocus: () => setFocused(index) }),
    onKeyDown: (event) => {
      const to = nextMark(event.key, focused, count, perRow)
      if (to === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
      event.preventDefault()
      setFocused(to)
      event.currentTarget.querySelector<SVGElement>(`[data-mark="${to}"]`)?.focus()
    },
  }
}
