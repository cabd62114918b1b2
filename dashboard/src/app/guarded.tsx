import { CatchBoundary } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMay } from '#/api/session.ts'
import { useLocale } from '#/i18n/words.ts'
import { ErrorState, NoPermission } from '#/ui/states.tsx'
import { Page } from './page.tsx'
import type { Label } from './screen.ts'

interface GuardedProps {
  /** What its screen is called. */
  readonly title: Label
  readonly scope: string | undefined
  readonly children: ReactNode
}

/** Shows a page to those whom its scope lets in; a failure inside stays inside. */
export function Guarded({ title: label, scope, children }: GuardedProps): ReactNode {
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
