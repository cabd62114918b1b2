/** Between a menu and its button, and between a menu and the edge of the window. */
const GAP = 4
const EDGE = 8
/** How long somebody pauses who begins to type another name. */
const PAUSE_MS = 800

interface Measured {
  readonly offsetWidth: number
  readonly offsetHeight: number
}

/** Where a menu stands: below its button, or above where there is more room, and within the window. */
export function placeOf(box: Measured, button: Element, side: 'start' | 'end'): Readonly<Record<string, string>> {
  const { clientWidth: width, clientHeight: height } = document.documentElement
  const { left, right, top, bottom } = button.getBoundingClientRect()
  const isLeft = (side === 'start') === (getComputedStyle(button).direction === 'ltr')
  const wanted = isLeft ? left : right - box.offsetWidth
  const [below, above] = [height - bottom - GAP - EDGE, top - GAP - EDGE]
  const isBelow = box.offsetHeight <= below || below >= above
  return {
    left: `${Math.max(EDGE, Math.min(wanted, width - box.offsetWidth - EDGE))}px`,
    top: isBelow ? `${bottom + GAP}px` : 'auto',
    bottom: isBelow ? 'auto' : `${height - top + GAP}px`,
    maxHeight: `${isBelow ? below : above}px`,
  }
}

interface Named {
  readonly textContent: string | null
}

/** Which item of a menu a key leads to from where the focus is: the next ones, the ends, or one by the letters of its name. */
export function itemFor<Item extends Named>(
  key: string,
  items: readonly Item[],
  from: unknown,
  typed: { text: string; at: number },
  now = Date.now(),
): Item | undefined {
  const at = items.findIndex((item) => item === from)
  if (key === 'ArrowDown') return items[(at + 1) % items.length]
  if (key === 'ArrowUp') return items.at(at <= 0 ? -1 : at - 1)
  if (key === 'Home' || key === 'PageUp') return items[0]
  if (key === 'End' || key === 'PageDown') return items.at(-1)
  const isTyping = now - typed.at < PAUSE_MS && typed.text !== ''
  // Without letters before it a space chooses.
  if (key.length !== 1 || (key === ' ' && !isTyping)) return undefined
  typed.text = (isTyping ? typed.text : '') + key.toLowerCase()
  typed.at = now
  // The first letter leads on from here; further ones may still be of the same name.
  const begin = typed.text.length === 1 ? at + 1 : Math.max(at, 0)
  const inTurn = [...items.slice(begin), ...items.slice(0, begin)]
  return inTurn.find(({ textContent }) => textContent?.toLowerCase().startsWith(typed.text))
}
