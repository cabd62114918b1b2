import { useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { stringifySearch } from '#/ui/search-params.ts'
import { addressOf } from './address.ts'
import type { Search } from '#/ui/search-params.ts'

interface QuickLinkProps {
  /** A page about one thing, as its route has it: `/users/$id`; the page that is shown where there is none. */
  readonly to?: string
  readonly id?: string
  readonly search?: Search
  readonly className?: string | undefined
  readonly title?: string
  readonly 'aria-current'?: 'page' | undefined
  readonly 'data-row-link'?: boolean
  readonly children: ReactNode
}

/**
 * A link in a row of a long list, which scrolling makes and removes all the time. It leads where a `Link` does and loads ahead as that
 * does, but finds its route only when it is pointed at, and does not follow the address.
 */
export function QuickLink({ to, id = '', search = {}, children, ...rest }: QuickLinkProps): ReactNode {
  const router = useRouter()
  const path = to === undefined ? '' : router.basepath + addressOf(to, id)
  const place = { to: to ?? '.', params: { id }, search }
  const preload = (): void => {
    // What fails here is said by the page itself, once it is opened.
    router.preloadRoute(place).catch(() => undefined)
  }
  const intend = (): void => {
    clearTimeout(intent)
    intent = setTimeout(preload, router.options.defaultPreloadDelay)
  }
  return (
    <a
      {...rest}
      href={path + stringifySearch(search)}
      onClick={(event) => {
        if (!isPlain(event)) return
        event.preventDefault()
        forget()
        void router.navigate(place)
      }}
      onFocus={intend}
      onMouseEnter={intend}
      onBlur={forget}
      onMouseLeave={forget}
      onTouchStart={preload}
    >
      {children}
    </a>
  )
}

/** Of the link that is pointed at, or has the focus: there is one at a time. */
let intent: ReturnType<typeof setTimeout> | undefined

const forget = (): void => clearTimeout(intent)

/** Any other click is the browser's: it opens a tab or a window, or keeps the page. */
const isPlain = ({ button, metaKey, altKey, ctrlKey, shiftKey, defaultPrevented }: MouseEvent): boolean =>
  button === 0 && !metaKey && !altKey && !ctrlKey && !shiftKey && !defaultPrevented
