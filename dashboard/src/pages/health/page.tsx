import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { HealthReport } from '@mandate/sdk'
import { Page } from '#/app/page.tsx'
import { mandate } from '#/api/mandate.ts'
import { useLocale, useWords } from '#/i18n/words.ts'
import { useLive } from '#/live/use-live.ts'
import { Constellation } from '#/pictures/constellation.tsx'
import { Button } from '#/ui/button.tsx'
import { Command } from '#/ui/copy.tsx'
import { Card, Columns, Facts, Notice, Stack } from '#/ui/layout.tsx'
import { Loaded } from '#/ui/states.tsx'
import { Badge } from '#/ui/status.tsx'
import { starsOf } from './stars.ts'
import { healthWords } from './words.ts'

/** The server and what it hangs on, with what is careless and how to mend it. */
export default function Health(): ReactNode {
  const w = useWords(healthWords)
  const query = useQuery({
    queryKey: ['health'],
    queryFn: ({ signal }) => mandate.system.getHealthReport({ signal }),
  })
  useLive(['health.changed', 'signing_key.*', 'sso.*', 'oauth_provider.*', 'config.*'], ['health'])
  const status = query.data?.status
  return (
    <Page
      title={w.health}
      lead={w.lead}
      badges={status && <Badge tone={status === 'ok' ? 'ok' : 'bad'}>{w.statuses[status]}</Badge>}
      actions={
        <Button icon="refresh" isRunning={query.isFetching} onPress={() => void query.refetch()}>
          {w.again}
        </Button>
      }
    >
      <Loaded query={query}>{(report) => <Report report={report} />}</Loaded>
    </Page>
  )
}

function Report({ report }: { readonly report: HealthReport }): ReactNode {
  const w = useWords(healthWords)
  const locale = useLocale()
  const number = new Intl.NumberFormat(locale)
  const { version, uptime_seconds: uptime, db, migrations, jwt, master_key: masterKey, smtp, warnings } = report
  const stars = starsOf(report, w)
  const worst = warnings.length
  return (
    <Stack>
      {warnings.map(({ code, message }) => (
        <Notice key={code} tone="warn">
          <p>{message}</p>
        </Notice>
      ))}
      <Columns>
        <Card>
          <Constellation
            title={worst === 0 ? w.allFine : w.toMend(worst)}
            summary={stars.map(({ label, says }) => `${label}: ${says}`).join('. ')}
            name="health"
            center="Mandate"
            stars={stars}
          />
        </Card>
        <Card title={w.details}>
          <Facts
            facts={[
              [w.version, version],
              [w.uptime, duration(uptime, locale)],
              [w.database, `${db.driver === 'sqlite' ? 'SQLite' : 'PostgreSQL'}, ${number.format(db.size_mb)} MB`],
              [w.schema, `${migrations.current} · ${migrations.name}`],
              [w.tokens, `${jwt.algorithm}, ${w.keys(jwt.active_keys)}`],
              [w.masterKey, masterKey.waiting === 0 ? masterKey.id : w.waiting(masterKey.id, masterKey.waiting)],
              [w.mail, `${number.format(smtp.sent_today)} / ${number.format(smtp.daily_limit)}`],
            ]}
          />
        </Card>
      </Columns>
      <Card title={w.sameChecks}>
        <Command>mandate doctor</Command>
      </Card>
    </Stack>
  )
}

/** A stretch of time by its two largest parts. */
function duration(seconds: number, locale: string): string {
  const parts = [
    ['day', Math.floor(seconds / 86_400)],
    ['hour', Math.floor((seconds % 86_400) / 3600)],
    ['minute', Math.floor((seconds % 3600) / 60)],
    ['second', Math.floor(seconds % 60)],
  ] as const
  const first = parts.findIndex(([, count]) => count > 0)
  return parts
    .slice(Math.max(0, first), Math.max(0, first) + 2)
    .map(([unit, count]) => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count))
    .join(' ')
}
