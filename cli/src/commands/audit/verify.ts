import { Command, Option } from 'commander'
import type { Actions } from '#/frame/actions.ts'
import { exitCodes, Failure } from '#/frame/failure.ts'
import { addGlobalFlags } from '#/frame/global-flags.ts'

interface Finding {
  readonly status: 'intact' | 'broken' | 'unfinished'
  readonly checked_through: number
  readonly resume_after: number | null
  readonly fault: { readonly kind: string; readonly message: string; readonly sequence: number } | null
}

/** Walks the hash chain to its end, however long that takes the server; ends with 7 when it is broken. */
export function verify(actions: Actions): Command {
  const command = new Command('verify').description('Walk the hash chain; ends with 7 when it is broken.')
  command.addOption(new Option('--anchor-sequence <n>', 'a place that was noted elsewhere'))
  command.addOption(new Option('--anchor-hash <hash>', 'and the hash there'))
  addGlobalFlags(command)
  return actions.on(command, async ({ connect, printer, terminal, interrupted }) => {
    const { anchorSequence, anchorHash } = command.opts<{ anchorSequence?: string; anchorHash?: string }>()
    const anchor = { anchor_sequence: anchorSequence, anchor_hash: anchorHash }
    const server = await connect()
    let finding: Finding | undefined
    let after: number | null = null
    do {
      const query: Record<string, unknown> = { ...anchor, ...(after === null ? {} : { after }) }
      finding = await server.request<Finding>('GET', '/api/v1/admin/audit-logs/verify', { query, signal: interrupted })
      after = finding.status === 'unfinished' ? finding.resume_after : null
      if (terminal.errIsTty && after !== null) printer.note(`checked through ${finding.checked_through}`)
    } while (after !== null)
    printer.object(finding as unknown as Record<string, unknown>)
    if (finding.status === 'broken') {
      throw new Failure('The audit log is broken.', {
        exitCode: exitCodes.checksFailed,
        why: finding.fault ? `${finding.fault.kind} at ${finding.fault.sequence}: ${finding.fault.message}` : undefined,
        next: 'docs/guides/audit-log.md says what each fault means.',
      })
    }
  })
}
