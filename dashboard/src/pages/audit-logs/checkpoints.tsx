import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { AuditCheckpoint, AuditCheckpointDetail, AuditVerification } from '@mandate/sdk'
import { Page } from '#/app/page.tsx'
import { useAction } from '#/api/actions.ts'
import { useList } from '#/api/lists.ts'
import { mandate } from '#/api/mandate.ts'
import { useLocale, useWords } from '#/i18n/words.ts'
import { useLive } from '#/live/use-live.ts'
import { Button } from '#/ui/button.tsx'
import { Copyable, Id } from '#/ui/copy.tsx'
import { SidePanel } from '#/ui/dialog.tsx'
import { Facts, Stack } from '#/ui/layout.tsx'
import { usePeek } from '#/ui/search-params.ts'
import { EmptyState, Loaded } from '#/ui/states.tsx'
import { Status } from '#/ui/status.tsx'
import { DataTable } from '#/ui/table/data-table.tsx'
import { download } from '#/ui/table/export.ts'
import { Time } from '#/ui/time.tsx'
import { ChainState } from './chain-state.tsx'
import { auditWords } from './words.ts'
import styles from './audit.module.css'

/** The signed points of the chain: how far each reaches, and what proves it elsewhere. */
export default function Checkpoints(): ReactNode {
  const w = useWords(auditWords)
  const peek = usePeek()
  const number = new Intl.NumberFormat(useLocale())
  const list = useList<AuditCheckpoint>(['audit-logs', 'checkpoints'], (page, signal) =>
    mandate.auditLogs.checkpoints.list(page, { signal }),
  )
  useLive(['*'], ['audit-logs'])
  return (
    <Page title={w.checkpoints} crumbs={[{ label: w.auditLog, to: '/audit-logs' }]} lead={w.checkpointsLead}>
      <Stack>
        <ChainState />
        <DataTable
          name="checkpoints"
          label={w.checkpoints}
          list={list}
          idOf={({ sequence }) => String(sequence)}
          empty={<EmptyState title={w.noCheckpoints}>{w.noCheckpointsHelp}</EmptyState>}
          columns={[
            {
              id: 'sequence',
              header: w.sequence,
              cell: ({ sequence }) => (
                <Button
                  kind="quiet"
                  size="small"
                  aria-label={w.checkpoint(number.format(sequence))}
                  onPress={() => peek.open(String(sequence))}
                >
                  {number.format(sequence)}
                </Button>
              ),
              text: ({ sequence }) => sequence,
            },
            {
              id: 'signature',
              header: w.signature,
              cell: (checkpoint) => <Signature checkpoint={checkpoint} />,
              text: ({ signature }) => signature,
            },
            {
              id: 'entries',
              header: w.entries,
              width: '110px',
              align: 'end',
              isWide: true,
              cell: (checkpoint) => number.format(entriesOf(checkpoint)),
              text: entriesOf,
            },
            {
              id: 'key',
              header: w.key,
              isWide: true,
              cell: ({ key_id: key }) => key !== null && <code>{key}</code>,
              text: ({ key_id: key }) => key,
            },
            {
              id: 'hash',
              header: w.hash,
              isWide: true,
              cell: ({ hash }) => <Id value={hash} />,
              text: ({ hash }) => hash,
            },
            {
              id: 'when',
              header: w.sealed,
              width: '146px',
              align: 'end',
              cell: ({ sealed_at: at }) => <Time at={at} />,
              text: ({ sealed_at: at }) => at,
            },
          ]}
        />
      </Stack>
      {peek.id !== undefined && <CheckpointPanel place={peek.id} onClose={peek.close} />}
    </Page>
  )
}

const entriesOf = ({ first_sequence: first, sequence }: AuditCheckpoint): number => sequence - first + 1

function Signature({ checkpoint: { signature } }: { readonly checkpoint: AuditCheckpoint }): ReactNode {
  const w = useWords(auditWords)
  return <Status tone={signature === 'genuine' ? 'ok' : 'bad'}>{w.signatures[signature]}</Status>
}

interface CheckpointPanelProps {
  /** A place in the chain that it covers. */
  readonly place: string
  readonly onClose: () => void
}

function CheckpointPanel({ place, onClose }: CheckpointPanelProps): ReactNode {
  const w = useWords(auditWords)
  const number = new Intl.NumberFormat(useLocale())
  const query = useQuery({
    queryKey: ['audit-logs', 'checkpoint', place],
    queryFn: ({ signal }) => mandate.auditLogs.checkpoints.get(place, { signal }),
  })
  const { data } = query
  return (
    <SidePanel
      title={data ? w.checkpoint(number.format(data.sequence)) : w.checkpoints}
      onClose={onClose}
      actions={data && <Download checkpoint={data} />}
    >
      <Loaded query={query}>{(checkpoint) => <Parts key={place} checkpoint={checkpoint} />}</Loaded>
    </SidePanel>
  )
}

interface OfCheckpoint {
  readonly checkpoint: AuditCheckpointDetail
}

/** All of it as a file, with the key that checks it. */
function Download({ checkpoint }: OfCheckpoint): ReactNode {
  const w = useWords(auditWords)
  const name = `checkpoint-${checkpoint.sequence}.json`
  const content = `${JSON.stringify(checkpoint, null, 2)}\n`
  return (
    <Button size="small" icon="download" onPress={() => download(name, 'application/json', content)}>
      {w.download}
    </Button>
  )
}

function Parts({ checkpoint }: OfCheckpoint): ReactNode {
  const w = useWords(auditWords)
  const number = new Intl.NumberFormat(useLocale())
  const { first_sequence: first, sequence, hash, key_id: key, sealed_at: at, statement } = checkpoint
  return (
    <>
      <Facts
        facts={[
          [w.signature, <Signature checkpoint={checkpoint} />],
          [w.entries, w.fromTo(number.format(first), number.format(sequence))],
          ['', <EntriesState checkpoint={checkpoint} />],
          [w.sealed, <Time at={at} isExact />],
          [w.key, key === null ? undefined : <code>{key}</code>],
          [w.hash, <Copyable value={hash} label={w.hash} />],
          [w.anchor, <Copyable value={`${sequence}:${hash}`} label={w.anchor} />],
        ]}
      />
      <p className={styles['note']}>{w.anchorHelp}</p>
      <h3>{w.statement}</h3>
      <Copyable value={statement} label={w.statement} />
      <p className={styles['note']}>{w.statementHelp}</p>
    </>
  )
}

/** Whether the entries that it covers are what was sealed, looked at when somebody asks. */
function EntriesState({ checkpoint: { first_sequence: first, sequence } }: OfCheckpoint): ReactNode {
  const w = useWords(auditWords)
  const [found, setFound] = useState<AuditVerification>()
  const { run, isRunning } = useAction(async () => {
    setFound(await mandate.auditLogs.verify({ after: first - 1, through: sequence }))
  })
  return (
    <div className={styles['chain']} role="status">
      {found?.fault && <Status tone="bad">{`${w.broken}: ${found.fault.message}`}</Status>}
      {found && !found.fault && <Status tone="ok">{w.entriesIntact}</Status>}
      <Button size="small" icon="signature" isRunning={isRunning} onPress={() => run()}>
        {w.verifyEntries}
      </Button>
    </div>
  )
}
