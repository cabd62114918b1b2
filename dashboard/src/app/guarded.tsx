import { CatchBoundary } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMay } from '#/api/session.ts'
import { useLocale } from '#/i18n/words.ts'
import { ErrorState, NoPermission } from '#/ui/states.tsx'
import { Page } from './page.tsx'
import type { Screen } from './screen.ts'

interface GuardedProps {
  readonly screen: Screen
  readonly children: ReactNode
}

/** Shows a screen to those whom its scope lets in; a failure inside stays inside. */
export function Guarded({ screen: { scope, label }, children }: GuardedProps): ReactNode {
  const may = useMay()
  const title = label[useLocale()]
  if (scope !== undefined && !may(scope)) {
    return (
      <Page title={title}>
        <NoPermission scope={scope} />
      </Page>
    )
  }
  return (
    <CatchBoundary
      getResetKey={() => location.pathname}
      errorComponent={({ error, reset }) => (
        <Page title={title}>
          <ErrorState error={error} onRetry={reset} />
        </Page>
      )}
    >
      {children}
    </CatchBoundary>
  )
}
