import { Link } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { AuditLog, AuditLogDetail } from '@mandate/sdk'
import { Page } from '#/app/page.tsx'
import { useParam } from '#/app/router.tsx'
import { mandate } from '#/api/mandate.ts'
import { useWords } from '#/i18n/words.ts'
import { Copyable, Id, Json } from '#/ui/copy.tsx'
import { cx } from '#/ui/cx.ts'
import { Card, Columns, Facts, Tabs } from '#/ui/layout.tsx'
import { shortened } from '#/ui/shortened.ts'
import { Loaded } from '#/ui/states.tsx'
import { Badge } from '#/ui/status.tsx'
import { Time } from '#/ui/time.tsx'
import { Happened } from './happened.tsx'
import { auditWords } from './words.ts'
import styles from './audit.module.css'

/** One entry, or everything of one request, by the id of either. */
export default function AuditDetail(): ReactNode {
  const id = useParam('id')
  const w = useWords(auditWords)
  if (!id.startsWith('req_')) return <Entry id={id} />
  return (
    <Page title={id} crumbs={[{ label: w.auditLog, to: '/audit-logs' }]} lead={w.timeline}>
      <Timeline request={id} entry={undefined} />
    </Page>
  )
}

/** What an entry says, what else happened in the same request, and its place in the chain. */
function Entry({ id }: { readonly id: string }): ReactNode {
  const w = useWords(auditWords)
  const query = useQuery({
    queryKey: ['audit-logs', 'one', id],
    queryFn: ({ signal }) => mandate.auditLogs.get(id, { signal }),
  })
  const entry = query.data
  return (
    <Page
      title={entry?.action ?? id}
      crumbs={[{ label: w.auditLog, to: '/audit-logs' }]}
      badges={
        entry && (
          <Badge tone={entry.status === 'success' ? 'ok' : entry.status === 'denied' ? 'warn' : 'bad'}>
            {w.results[entry.status]}
          </Badge>
        )
      }
    >
      <Loaded query={query}>{(found) => <Parts entry={found} />}</Loaded>
    </Page>
  )
}

interface OfEntry {
  readonly entry: AuditLogDetail
}

function Parts({ entry }: OfEntry): ReactNode {
  const w = useWords(auditWords)
  return (
    <Tabs
      label={entry.action}
      tabs={[
        { id: 'overview', label: w.overview, content: () => <Overview entry={entry} /> },
        { id: 'request', label: w.request, content: () => <SameRequest entry={entry} /> },
        { id: 'chain', label: w.chain, content: () => <Chain entry={entry} /> },
        { id: 'json', label: w.json, content: () => <Json value={entry} label={w.json} /> },
      ]}
    />
  )
}

function Overview({ entry }: OfEntry): ReactNode {
  const w = useWords(auditWords)
  const { actor_id: actor, actor_name: name, target_id: target, target_type: kind, request_id: request } = entry
  return (
    <Columns>
      <Card title={w.facts}>
        <Facts
          facts={[
            [w.actor, <bdi>{name ?? shortened(actor)}</bdi>],
            ['', <Id value={actor} />],
            [w.actorType, w.actorTypes[entry.actor_type]],
            [w.target, target === null ? undefined : <Id value={target} />],
            [w.chips.target_type, kind ?? undefined],
            [w.when, <Time at={entry.created_at} isExact />],
            [w.address, entry.address ?? undefined],
            [w.requestId, request === null ? undefined : <Id value={request} />],
            [w.clientRequestId, entry.client_request_id === null ? undefined : <Id value={entry.client_request_id} />],
          ]}
        />
        <p>
          <Link to="/audit-logs" search={{ actor_id: actor }}>
            {w.ofActor}
          </Link>
          {target !== null && (
            <>
              {' · '}
              <Link to="/audit-logs" search={{ target_id: target }}>
                {w.ofTarget}
              </Link>
            </>
          )}
        </p>
      </Card>
      <Card title={w.data}>
        {Object.keys(entry.metadata).length === 0 ? <p>{w.noData}</p> : <Json value={entry.metadata} label={w.data} />}
      </Card>
    </Columns>
  )
}

function SameRequest({ entry }: OfEntry): ReactNode {
  const w = useWords(auditWords)
  return entry.request_id === null ? <p>{w.noRequest}</p> : <Timeline request={entry.request_id} entry={entry} />
}

interface TimelineProps {
  readonly request: string
  /** The one that is looked at, which stands there in any case. */
  readonly entry: AuditLog | undefined
}

function Timeline({ request, entry }: TimelineProps): ReactNode {
  const w = useWords(auditWords)
  const query = useQuery({
    queryKey: ['audit-logs', 'request', request],
    queryFn: ({ signal }) => mandate.auditLogs.list({ search: request, limit: 200 }, { signal }),
  })
  return (
    <Card title={w.timeline}>
      <Loaded query={query}>
        {({ data }) => {
          const found = entry === undefined || data.some(({ id }) => id === entry.id) ? data : [entry, ...data]
          if (found.length === 0) return <p>{w.noneHelp}</p>
          return (
            <ol className={styles['timeline']}>
              {found.toReversed().map((one) => (
                <li
                  key={one.id}
                  className={cx(one.id === entry?.id && styles['here'])}
                  aria-current={one.id === entry?.id ? 'true' : undefined}
                >
                  <Link to={`/audit-logs/${one.id}`}>
                    <Happened entry={one} />
                  </Link>
                  {one.target_id !== null && <code>{shortened(one.target_id)}</code>}
                  <Time at={one.created_at} />
                </li>
              ))}
            </ol>
          )
        }}
      </Loaded>
    </Card>
  )
}

function Chain({ entry: { sequence, hash } }: OfEntry): ReactNode {
  const w = useWords(auditWords)
  return (
    <Card title={w.chain}>
      <Facts
        facts={[
          [w.sequence, sequence ?? w.unsealed],
          [
            w.coveredBy,
            sequence === null ? undefined : (
              <Link to="/audit-logs/checkpoints" search={{ peek: String(sequence) }}>
                {w.itsCheckpoint}
              </Link>
            ),
          ],
          [w.hash, hash === null ? undefined : <Copyable value={hash} label={w.hash} />],
        ]}
      />
    </Card>
  )
}
