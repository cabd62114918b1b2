import type { ReactNode } from 'react'
import type { SigningKey } from '@mandate/sdk'
import { Page } from '#/app/page.tsx'
import { useAction } from '#/api/actions.ts'
import { useList } from '#/api/lists.ts'
import { mandate } from '#/api/mandate.ts'
import { useMay } from '#/api/session.ts'
import { useLocale, useWords } from '#/i18n/words.ts'
import { useLive } from '#/live/use-live.ts'
import { KeyTimeline } from '#/pictures/key-timeline.tsx'
import { Button } from '#/ui/button.tsx'
import { Id } from '#/ui/copy.tsx'
import { confirm } from '#/ui/dialogs.ts'
import { Card } from '#/ui/layout.tsx'
import { useNow } from '#/ui/now.ts'
import { shortened } from '#/ui/shortened.ts'
import { EmptyState } from '#/ui/states.tsx'
import { Status } from '#/ui/status.tsx'
import { DataTable } from '#/ui/table/data-table.tsx'
import { Time } from '#/ui/time.tsx'
import { toast } from '#/ui/toasts.ts'
import { rotateSigningKey } from './rotate.ts'
import { aheadOf, spanOf } from './spans.ts'
import { signingKeyWords } from './words.ts'
import type { Tone } from '#/ui/status.tsx'

const tones: Readonly<Record<SigningKey['state'], Tone>> = {
  active: 'ok',
  next: 'info',
  retired: 'off',
  expired: 'off',
  revoked: 'bad',
}

/** The keys that sign tokens: which does now, which is next, until when the others verify. */
export default function SigningKeys(): ReactNode {
  const w = useWords(signingKeyWords)
  const may = useMay()
  const now = useNow()
  const list = useList<SigningKey>(['signing-keys'], (page, signal) => mandate.signingKeys.list(page, { signal }))
  useLive(['signing_key.*'], ['signing-keys'])
  const spans = list.rows.slice(0, 12).map(spanOf)
  const mayWrite = may('signing-keys:write')
  return (
    <Page title={w.keys} lead={w.lead} actions={mayWrite && <Rotate />}>
      {spans.length > 0 && (
        <Card>
          <KeyTimeline
            title={w.timeline}
            summary={w.summary(list.rows.filter(({ state }) => state === 'active').length)}
            name="signing-keys"
            keys={spans}
            now={now}
            ahead={aheadOf(spans, now)}
          />
        </Card>
      )}
      <DataTable
        name="signing-keys"
        label={w.keys}
        list={list}
        idOf={({ kid }) => kid}
        empty={<EmptyState title={w.none}>{w.noneHelp}</EmptyState>}
        columns={[
          { id: 'kid', header: 'kid', width: '26%', cell: ({ kid }) => <Id value={kid} />, text: ({ kid }) => kid },
          {
            id: 'state',
            header: w.state,
            cell: ({ state }) => <Status tone={tones[state]}>{w.states[state]}</Status>,
            text: ({ state }) => state,
          },
          {
            id: 'algorithm',
            header: w.algorithm,
            width: '104px',
            isWide: true,
            cell: ({ algorithm }) => algorithm,
            text: ({ algorithm }) => algorithm,
          },
          {
            id: 'signs',
            header: w.signsSince,
            isWide: true,
            cell: ({ activated_at: at }) => (at === null ? '—' : <Time at={at} />),
            text: ({ activated_at: at }) => at,
          },
          {
            id: 'until',
            header: w.publishedUntil,
            isWide: true,
            cell: ({ published_until: at }) => (at === null ? w.open : <Time at={at} />),
            text: ({ published_until: at }) => at,
          },
          {
            id: 'actions',
            width: '110px',
            align: 'end',
            cell: (key) => mayWrite && key.state !== 'revoked' && key.state !== 'expired' && <Drop signingKey={key} />,
          },
        ]}
      />
    </Page>
  )
}

function Rotate(): ReactNode {
  const w = useWords(signingKeyWords)
  const locale = useLocale()
  const { run, isRunning } = useAction(() => rotateSigningKey(locale), { refreshes: ['signing-keys'] })
  return (
    <Button kind="primary" icon="refresh" isRunning={isRunning} onPress={() => run()}>
      {w.rotate}
    </Button>
  )
}

function Drop({ signingKey: { kid } }: { readonly signingKey: SigningKey }): ReactNode {
  const w = useWords(signingKeyWords)
  const { run, isRunning } = useAction(
    async () => {
      const isSure = await confirm({
        title: w.dropTitle(shortened(kid)),
        body: w.dropBody,
        action: w.drop,
        isDangerous: true,
        typed: kid,
        preview: async () => w.ends((await mandate.signingKeys.revoke(kid, { dry_run: true }))?.tokens.total ?? 0),
      })
      if (!isSure) return
      await mandate.signingKeys.revoke(kid)
      toast(w.dropped)
    },
    { refreshes: ['signing-keys'] },
  )
  return (
    <Button kind="danger" size="small" isRunning={isRunning} aria-label={`${w.drop}: ${kid}`} onPress={() => run()}>
      {w.drop}
    </Button>
  )
}
