import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { MandateError } from '@mandate/sdk'
import { meQuery } from '#/api/session.ts'
import { isLocale, LocaleContext } from '#/i18n/words.ts'
import { useStore } from '#/ui/store.ts'
import { preferences } from './preferences.ts'
import { router } from './router.tsx'
import { Session } from './session.tsx'

const FRESH_MS = 10_000

const client = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      // The SDK repeats what is worth repeating.
      retry: false,
      refetchOnWindowFocus: (query) => !(query.state.error instanceof MandateError),
    },
  },
})

/**
 * Waits for what is drawn first: who is signed in, and the file of the screen. Returns false where nobody is signed in: they are on their
 * way there, and the page stays as the server sent it.
 */
export async function ready(): Promise<boolean> {
  await Promise.all([client.prefetchQuery(meQuery), router.load()])
  const error = client.getQueryState(meQuery.queryKey)?.error
  return !(error instanceof MandateError && error.status === 401)
}

const ofPage = document.documentElement.lang

/** The dashboard. */
export function App(): ReactNode {
  const { locale: chosen } = useStore(preferences)
  const locale = chosen ?? (isLocale(ofPage) ? ofPage : 'en')
  useEffect(() => {
    document.documentElement.lang = locale
  }, [locale])
  return (
    <LocaleContext value={locale}>
      <I18nProvider locale={locale}>
        <QueryClientProvider client={client}>
          <Session>
            <RouterProvider router={router} />
          </Session>
        </QueryClientProvider>
      </I18nProvider>
    </LocaleContext>
  )
}
