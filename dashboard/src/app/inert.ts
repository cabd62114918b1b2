import { painted } from './painted.ts'

/** What stays in use whatever lies over the page: messages, and the layer itself. React Aria's dialogs know it by the same name. */
const KEPT = '[data-react-aria-top-layer]'

/** Makes the page behind a popover inert while that is open. It begins once the popover is painted, so that nobody waits for it. */
export function inertBehind(popover: HTMLElement): void {
  let isOpen = true
  let made: readonly HTMLElement[] = []
  void painted().then(() => {
    if (isOpen) made = withoutKept(document.body)
    for (const element of made) element.inert = true
  })
  // Before it closes: then the browser gives the focus back, and what is inert can't have it.
  popover.addEventListener(
    'beforetoggle',
    () => {
      isOpen = false
      for (const element of made) element.inert = false
    },
    { once: true },
  )
}

/** The largest parts of an element in which nothing is kept, and that are not inert as it is. */
function withoutKept(element: Element): readonly HTMLElement[] {
  return [...element.children].flatMap((child) => {
    if (child.matches(KEPT) || !(child instanceof HTMLElement) || child.inert) return []
    return child.querySelector(KEPT) ? withoutKept(child) : [child]
  })
}
