import { useRef, useState } from 'react'
import type { KeyboardEvent, PointerEvent } from 'react'
import { brushed } from './columns.ts'

interface Brush {
  /** The first and the last column that are held at the moment. */
  readonly range: readonly [number, number] | undefined
  readonly pointer: {
    readonly onPointerDown?: (event: PointerEvent<SVGSVGElement>) => void
    readonly onPointerMove?: (event: PointerEvent<SVGSVGElement>) => void
    readonly onPointerUp?: (event: PointerEvent<SVGSVGElement>) => void
  }
  readonly onKeyDown: (event: KeyboardEvent) => void
}

/**
 * Chooses a stretch of columns: by dragging over them, or by keys: Shift with an arrow key takes one more, Enter chooses what is
 * held, or the column that has the focus, and Escape lets go.
 */
export function useBrush(
  count: number,
  width: number,
  left: number,
  onChoose: ((from: number, to: number) => void) | undefined,
): Brush {
  const [range, setRange] = useState<readonly [number, number]>()
  const start = useRef<number>(undefined)
  if (!onChoose) return { range: undefined, pointer: {}, onKeyDown: () => undefined }
  const place = (event: PointerEvent<SVGSVGElement>): number =>
    event.clientX - event.currentTarget.getBoundingClientRect().left - left
  const choose = (chosen: readonly [number, number]): void => {
    setRange(undefined)
    onChoose(...chosen)
  }
  return {
    range,
    pointer: {
      onPointerDown: (event) => {
        if (event.button !== 0) return
        start.current = place(event)
        event.currentTarget.setPointerCapture(event.pointerId)
      },
      onPointerMove: (event) => {
        if (start.current !== undefined) setRange(brushed(start.current, place(event), width, count))
      },
      onPointerUp: (event) => {
        if (start.current === undefined) return
        const held = brushed(start.current, place(event), width, count)
        start.current = undefined
        choose(held)
      },
    },
    onKeyDown: (event) => {
      const at = Number((event.target as Element).closest('[data-mark]')?.getAttribute('data-mark') ?? -1)
      if (at < 0) return
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
      if (event.shiftKey && step !== undefined) {
        event.preventDefault()
        const [low, high] = range ?? [at, at]
        setRange(step > 0 ? [low, Math.min(count - 1, high + 1)] : [Math.max(0, low - 1), high])
      }
      if (event.key === 'Escape') setRange(undefined)
      if (event.key !== 'Enter') return
      event.preventDefault()
      choose(range ?? [at, at])
    },
  }
}
