import { useEffect, useState } from 'react'

/** A text once nobody has typed for a moment. */
export function useSettled(text: string, quietMs: number): string {
  const [settled, settle] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => settle(text), quietMs)
    return () => clearTimeout(timer)
  }, [text, quietMs])
  return settled
}
