import { Link } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { TokenTrace } from '@mandate/sdk'
import { Page } from '#/app/page.tsx'
import { useParam } from '#/app/router.tsx'
import { useAction } from '#/api/actions.ts'
import { mandate } from '#/api/mandate.ts'
import { useMay } from '#/api/session.ts'
import { useWords } from '#/i18n/words.ts'
import { useLive } from '#/live/use-live.ts'
import { Button } from '#/ui/button.tsx'
import { Id } from '#/ui/copy.tsx'
import { cx } from '#/ui/cx.ts'
import { confirm } from '#/ui/dialogs.ts'
import { Card, Columns, Facts, Notice, Stack } from '#/ui/layout.tsx'
import { shortened } from '#/ui/shortened.ts'
import { Loaded } from '#/ui/states.tsx'
import { Badge, Status } from '#/ui/status.tsx'
import { Time } from '#/ui/time.tsx'
import { toast } from '#/ui/toasts.ts'
import { TokenState } from './table.tsx'
import { tokenWords } from './words.ts'
import styles from './tokens.module.css'

/** One token: what it descends from, what each hop lost, and why it is alive or dead. */
export default function TokenDetail(): ReactNode {
  const id = useParam('id')
  const w = useWords(tokenWords)
  const may = useMay()
  const query = useQuery({
    queryKey: ['tokens', 'one', id],
    queryFn: ({ signal }) => mandate.tokens.get(id, { signal }),
  })
  useLive(['token.*', 'agent.*', 'consent.*', 'policy.*', 'user.*', 'session.*'], ['tokens'])
  const trace = query.data
  const canRevoke = may('tokens:write') && trace?.is_alive === true
  return (
    <Page
      title={shortened(id)}
      crumbs={[{ label: w.tokens, to: '/tokens' }]}
      badges={trace && <Badge tone={trace.is_alive ? 'ok' : 'bad'}>{trace.is_alive ? w.alive : w.dead}</Badge>}
      actions={canRevoke && <Revoke id={id} />}
    >
      <Loaded query={query}>{(found) => <Trace trace={found} />}</Loaded>
    </Page>
  )
}

function Trace({ trace }: { readonly trace: TokenTrace }): ReactNode {
  const w = useWords(tokenWords)
  return (
    <Stack>
      <Why trace={trace} />
      <Columns>
        <Card title={w.trace}>
          <Line trace={trace} />
        </Card>
        <Stack>
          <FactsOf trace={trace} />
          <Card title={w.children}>
            {trace.children.length === 0 ? (
              <p>{w.noChildren}</p>
            ) : (
              <ul className={styles['line']}>
                {trace.children.map(({ id, client_id: client, status }) => (
                  <li key={id} className={styles['head']}>
                    <Link to={`/tokens/${id}`}>
                      <code>{shortened(id)}</code>
                    </Link>
                    <bdi>{shortened(client)}</bdi>
                    <TokenState status={status} />
                  </li>
                ))}
              </ul>
            )}
          </Card>
        </Stack>
      </Columns>
    </Stack>
  )
}

function Why({ trace: { token, is_alive: isAlive, causes } }: { readonly trace: TokenTrace }): ReactNode {
  const w = useWords(tokenWords)
  if (isAlive) {
    return (
      <Notice tone="ok">
        <strong>{w.whyAlive}.</strong> {w.whyAliveHelp}
      </Notice>
    )
  }
  return (
    <Notice tone="bad">
      <strong>{w.why}</strong>
      <ul className={styles['causes']}>
        {causes.map(({ cause, token_id: at, at: when, reason }) => (
          <li key={`${cause} ${at}`}>
            {w.causes[cause]}
            {reason !== null && (
              <>
                {' '}
                <code>{reason}</code>
              </>
            )}
            {when !== null && (
              <>
                {' · '}
                <Time at={when} />
              </>
            )}
            {' · '}
            {at === token.id ? w.here : <Link to={`/tokens/${at}`}>{`${w.above} ${shortened(at)}`}</Link>}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function Line({ trace: { token, line } }: { readonly trace: TokenTrace }): ReactNode {
  const w = useWords(tokenWords)
  const may = useMay()
  return (
    <ol className={styles['line']}>
      {line.map((hop, i) => {
        const kept = hop.scope.split(' ').filter(Boolean)
        const lost = hop.dropped_scope.split(' ').filter(Boolean)
        const state = { active: '', expired: styles['over'], revoked: styles['dead'] }[hop.status]
        return (
          <li key={hop.id} className={cx(styles['hop'], state, hop.id === token.id && styles['this'])}>
            <span className={styles['dot']} aria-hidden="true" />
            <div className={styles['head']}>
              <strong>{i === 0 ? w.root : w.hop(i)}</strong>
              {may('agents:read') ? (
                <Link to={`/agents/${hop.client_id}`}>
                  <bdi>{shortened(hop.client_id)}</bdi>
                </Link>
              ) : (
                <bdi>{shortened(hop.client_id)}</bdi>
              )}
              <TokenState status={hop.status} />
              {hop.dpop_jkt !== null && <Badge tone="info">DPoP</Badge>}
            </div>
            <div className={styles['head']}>
              {hop.id === token.id ? (
                <Status tone="info">{w.here}</Status>
              ) : (
                <Link to={`/tokens/${hop.id}`}>
                  <code>{shortened(hop.id)}</code>
                </Link>
              )}
              <Time at={hop.created_at} />
            </div>
            <ul className={styles['scopes']} aria-label={w.keeps}>
              {kept.length + lost.length === 0 && <li>{w.noScope}</li>}
              {kept.map((scope) => (
                <li key={scope}>
                  <bdi>{scope}</bdi>
                </li>
              ))}
              {lost.map((scope) => (
                <li key={scope} className={styles['lost']}>
                  <bdi>{scope}</bdi>
                  <span className={styles['hidden']}>{` (${w.lost})`}</span>
                </li>
              ))}
            </ul>
          </li>
        )
      })}
    </ol>
  )
}

function FactsOf({ trace: { token } }: { readonly trace: TokenTrace }): ReactNode {
  const w = useWords(tokenWords)
  const { session_id: session, consent_id: consent, policy_id: policy, dpop_jkt: key } = token
  return (
    <Card title={w.facts}>
      <Facts
        facts={[
          ['jti', <Id value={token.id} />],
          [w.state, <TokenState status={token.status} />],
          [w.kind, token.kind === 'access' ? w.access : w.refresh],
          [w.person, <Id value={token.subject} />],
          [w.client, <Id value={token.client_id} />],
          [w.grant, token.grant_type.split(':').at(-1)],
          [w.audience, <bdi>{token.audience.join(', ')}</bdi>],
          [w.boundTo, key === null ? w.unbound : <Id value={key} />],
          [w.session, session === null ? undefined : <Id value={session} />],
          [w.consent, consent === null ? undefined : <Id value={consent} />],
          [w.policy, policy === null ? undefined : <Id value={policy} />],
          [w.made, <Time at={token.created_at} isExact />],
          [w.expires, <Time at={token.expires_at} isExact />],
        ]}
      />
    </Card>
  )
}

function Revoke({ id }: { readonly id: string }): ReactNode {
  const w = useWords(tokenWords)
  const { run, isRunning } = useAction(
    async () => {
      const isSure = await confirm({
        title: w.revokeTitle,
        body: w.revokeBody,
        action: w.revokeFrom,
        isDangerous: true,
        preview: async () => {
          const { tokens } = await mandate.tokens.revokeByJti({ jti: id, dry_run: true })
          return <p>{w.ends(tokens.total, tokens.delegated_tokens)}</p>
        },
      })
      if (!isSure) return
      const { revoked_count: count } = await mandate.tokens.revokeByJti({ jti: id })
      toast(w.revokedCount(count))
    },
    { refreshes: ['tokens', 'delegations'] },
  )
  return (
    <Button kind="danger" isRunning={isRunning} onPress={() => run()}>
      {w.revokeFrom}
    </Button>
  )
}
