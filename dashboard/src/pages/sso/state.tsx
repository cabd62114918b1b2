import type { ReactNode } from 'react'
import type { SsoConnection } from '@mandate/sdk'
import { useWords } from '#/i18n/words.ts'
import { Status } from '#/ui/status.tsx'
import { ssoWords } from './words.ts'

/** Whether people sign in through a connection, and whether something is wrong with it. */
export function ConnectionState({ connection }: { readonly connection: SsoConnection }): ReactNode {
  const { enabled, saml_metadata: metadata } = connection
  const w = useWords(ssoWords)
  if (!enabled) return <Status tone="off">{w.off}</Status>
  return metadata?.error ? <Status tone="warn">{w.onUnread}</Status> : <Status tone="ok">{w.on}</Status>
}
