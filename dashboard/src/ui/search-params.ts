import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

/** The query of an address: texts by name. */
export type Search = Readonly<Record<string, string>>

/** Reads a query string; of a name that comes twice the last one counts. */
export const parseSearch = (text: string): Search => Object.fromEntries(new URLSearchParams(text))

/** Writes it, without what is empty. */
export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(search).filter(([, value]) => typeof value === 'string' && value !== '')
  const text = new URLSearchParams(given as [string, string][]).toString()
  return text === '' ? '' : `?${text}`
}

/** The query of the address, and how to change parts of it: an empty text takes one away. */
export function useSearchParams(): [Search, (change: Search, how?: { readonly push?: boolean }) => void] {
  const search: Search = useSearch({ strict: false })
  const navigate = useNavigate()
  const change = useCallback(
    (changed: Search, { push = false } = {}): void => {
      const next = (before: Search): Search => ({ ...before, ...changed })
      void navigate({ to: '.', search: next, replace: !push, resetScroll: false })
    },
    [navigate],
  )
  return [search, change]
}

/** One part of the query. */
export function useSearchText(name: string): [string, (value: string) => void] {
  const [search, change] = useSearchParams()
  return [search[name] ?? '', (value) => change({ [name]: value })]
}

/** Which of a list is looked at beside it, in `?peek=`: going back closes it. */
export function usePeek(): {
  readonly id: string | undefined
  readonly open: (id: string) => void
  readonly close: () => void
} {
  const [search, change] = useSearchParams()
  return {
    id: search['peek'] || undefined,
    open: useCallback((id) => change({ peek: id }, { push: true }), [change]),
    close: useCallback(() => change({ peek: '' }), [change]),
  }
}
