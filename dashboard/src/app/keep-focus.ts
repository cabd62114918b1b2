/** What Tab can lead to. */
const USABLE = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, [tabindex="0"]'

/**
 * Gives the focus to what stands nearest when the element that has it goes away: a filter that takes itself off, a row that was
 * deleted. Otherwise somebody without a pointer would begin at the top of the page each time. Returns how to stop it.
 */
export function keepFocus(): () => void {
  let last: Element | undefined
  let around: readonly Element[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const note = ({ target }: FocusEvent): void => {
    if (!(target instanceof Element)) return
    last = target
    around = ancestorsOf(target)
  }
  const check = (): void => {
    timer = undefined
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (!isLost || last === undefined || isShown(last)) return
    nearest(around)?.focus({ preventScroll: true })
  }
  const observer = new MutationObserver(() => {
    // A dialog that closes gives the focus back by itself, in the next frame.
    if (last !== undefined && !isShown(last)) timer ??= setTimeout(check, WAIT_MS)
  })
  addEventListener('focusin', note)
  observer.observe(document.body, { childList: true, subtree: true })
  return () => {
    removeEventListener('focusin', note)
    observer.disconnect()
    clearTimeout(timer)
  }
}

const WAIT_MS = 50

const isShown = (element: Element): boolean => element.isConnected && element.checkVisibility()

/** What a dialog lies over can't have the focus. */
const canHaveFocus = (element: Element): boolean => isShown(element) && element.closest('[inert]') === null

function ancestorsOf(element: Element): Element[] {
  const found: Element[] = []
  for (let at = element.parentElement; at !== null && at !== document.body; at = at.parentElement) found.push(at)
  return found
}

/** Something to use in the nearest that is left of what stood around; else the dialog that is open, or the heading of the screen. */
function nearest(around: readonly Element[]): HTMLElement | undefined {
  for (const one of around) {
    if (!isShown(one)) continue
    if (one.matches('main')) break
    const usable = [...one.querySelectorAll<HTMLElement>(USABLE)].find(canHaveFocus)
    if (usable) return usable
  }
  return [...document.querySelectorAll<HTMLElement>('[role=dialog], [role=alertdialog], main h1')].find(canHaveFocus)
}
