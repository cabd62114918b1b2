import { useEffect, useState } from 'react'
import type { RefObject } from 'react'

const FIRST = 640

/** How wide something is on the screen, in pixels: what a picture is drawn for, so that its texts keep their size. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(FIRST)
  useEffect(() => {
    const { current } = element
    if (!current) return undefined
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setWidth(Math.max(160, Math.floor(entry.contentRect.width)))
    })
    observer.observe(current)
    return () => observer.disconnect()
  }, [element])
  return width
}
