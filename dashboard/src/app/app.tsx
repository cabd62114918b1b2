import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { useDeferredValue, useEffect } from 'react'
import type { ReactNode } from 'react'
import { MandateError } from '@mandate/sdk'
import { client } from '#/api/client.ts'
import { meQuery } from '#/api/session.ts'
import { listenAhead } from '#/live/stream.ts'
import { isLocale, LocaleContext } from '#/i18n/words.ts'
import { useStore } from '#/ui/store.ts'
import { preferences } from './preferences.ts'
import { router } from './router.tsx'
import { Session } from './session.tsx'

/**
 * Waits for what is drawn first: who is signed in, and the file of the screen. Returns false where nobody is signed in: they are on their
 * way there, and the page stays as the server sent it.
 */
export async function ready(): Promise<boolean> {
  await Promise.all([known(), router.load()])
  const error = client.getQueryState(meQuery.queryKey)?.error
  return !(error instanceof MandateError && error.status === 401)
}

/** Finds out who is signed in; whoever may read something is told of what changes from here on. */
async function known(): Promise<void> {
  await client.prefetchQuery(meQuery)
  if ((client.getQueryData(meQuery.queryKey)?.scopes.length ?? 0) > 0) listenAhead()
}

const ofPage = document.documentElement.lang

/** What no change of language makes anew as a whole: what has words follows it by itself. */
const screens = (
  <QueryClientProvider client={client}>
    <Session>
      <RouterProvider router={router} />
    </Session>
  </QueryClientProvider>
)

/** The dashboard. */
export function App(): ReactNode {
  const { locale: chosen } = useStore(preferences)
  // The menu shows the choice at once; the words of the screens follow, and hold up no key and no click meanwhile.
  const locale = useDeferredValue(chosen ?? (isLocale(ofPage) ? ofPage : 'en'))
  useEffect(() => {
    document.documentElement.lang = locale
  }, [locale])
  return (
    <LocaleContext value={locale}>
      <I18nProvider locale={locale}>{screens}</I18nProvider>
    </LocaleContext>
  )
}
