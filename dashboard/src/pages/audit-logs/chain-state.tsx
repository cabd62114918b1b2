import { useState } from 'react'
import type { ReactNode } from 'react'
import type { AuditVerification } from '@mandate/sdk'
import { useAction } from '#/api/actions.ts'
import { mandate } from '#/api/mandate.ts'
import { useWords } from '#/i18n/words.ts'
import { Button, ButtonLink } from '#/ui/button.tsx'
import { Status } from '#/ui/status.tsx'
import { auditWords } from './words.ts'
import styles from './audit.module.css'

/** Whether the chain of entries verifies, checked by the server when somebody asks. */
export function ChainState({ children }: { readonly children?: ReactNode }): ReactNode {
  const w = useWords(auditWords)
  const [found, setFound] = useState<AuditVerification>()
  const { run, isRunning } = useAction(async () => {
    const after = found?.resume_after ?? undefined
    setFound(await mandate.auditLogs.verify(after === undefined ? {} : { after }))
  })
  const fault = found?.fault
  const isPartly = found !== undefined && found.resume_after !== null
  return (
    <div className={styles['chain']} role="status">
      {!found && <Status tone="off">{w.unverified}</Status>}
      {fault && <Status tone="bad">{`${w.broken}: ${fault.message}`}</Status>}
      {found && !fault && (
        <Status tone={isPartly ? 'info' : 'ok'}>
          {`${isPartly ? w.partly : w.verified}. ${w.verifiedTo(found.checked_through)}`}
        </Status>
      )}
      {fault && fault.audit_log_id !== null && (
        <ButtonLink to={`/audit-logs/${fault.audit_log_id}`}>{`#${fault.sequence}`}</ButtonLink>
      )}
      <Button size="small" icon="signature" isRunning={isRunning} onPress={() => run()}>
        {isPartly ? w.goOn : w.verify}
      </Button>
      {children}
    </div>
  )
}
