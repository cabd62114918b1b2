import { lazy, Suspense } from 'react'
import type { ReactNode } from 'react'
import { waiting } from './dialogs.ts'
import { useStore } from './store.ts'

const Dialogs = lazy(() => import('./waiting-dialogs.tsx'))

/** Shows the dialogs that wait for an answer. */
export function DialogHost(): ReactNode {
  const shown = useStore(waiting)
  return shown.length === 0 ? null : (
    <Suspense>
      <Dialogs shown={shown} />
    </Suspense>
  )
}
