import { ChainVerifier } from '#/platform/audit/verify.ts'
import { AuditPurger } from '#/platform/audit/audit-purger.ts'
import { AuditExports } from './exports.ts'
import { AuditLogs } from './audit-logs.ts'
import { AuditPurges } from './purges.ts'
import { AuditVerification } from './verification.ts'
import type { Keyring } from '#/platform/crypto/keyring.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { AuditLogsDeps } from './audit-logs.ts'

/** Builds what reads, takes out, purges and verifies the log; `purger` also wipes it, and has a job. */
export function buildAuditLogs(
  deps: AuditLogsDeps & { readonly clock: Clock; readonly keyring: Keyring; readonly events: Events },
) {
  const auditLogs = new AuditLogs(deps)
  const purger = new AuditPurger(deps)
  return {
    purger,
    services: {
      auditLogs,
      auditExports: new AuditExports({ ...deps, auditLogs }),
      auditPurges: new AuditPurges({ ...deps, purger }),
      auditVerification: new AuditVerification({ ...deps, verifier: new ChainVerifier(deps) }),
    },
  }
}
