import type { ReactNode } from 'react'
import type { AuditLog } from '@mandate/sdk'
import { Status } from '#/ui/status.tsx'

/** How something ended, by its sign and its name. */
export function Happened({ entry: { action, status } }: { readonly entry: AuditLog }): ReactNode {
  return <Status tone={status === 'success' ? 'ok' : status === 'denied' ? 'warn' : 'bad'}>{action}</Status>
}
