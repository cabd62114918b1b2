import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { AdminUser } from '@mandate/sdk'
import { mandate } from '#/api/mandate.ts'
import { useWords } from '#/i18n/words.ts'
import { YearHeatmap } from '#/pictures/year-heatmap.tsx'
import { Card } from '#/ui/layout.tsx'
import { userWords } from './words.ts'

const DAY = 86_400_000
const DAYS = 364

/** On which days of a year somebody signed in. It is a picture besides: where it can't be counted, nothing stands there. */
export function SignIns({ user: { id } }: { readonly user: AdminUser }): ReactNode {
  const w = useWords(userWords)
  const { data } = useQuery({
    queryKey: ['audit-logs', 'sign-ins', id],
    queryFn: ({ signal }) => {
      const tomorrow = Math.ceil(Date.now() / DAY) * DAY
      const [from, to] = [tomorrow - DAYS * DAY, tomorrow].map((at) => new Date(at).toISOString())
      return mandate.auditLogs.getHistogram(
        { actor_id: id, action: 'session.created', from, to, interval: 'day' },
        { signal },
      )
    },
  })
  if (data === undefined) return null
  const days = data.buckets.map(({ success }) => success)
  const [first] = data.buckets
  return first === undefined ? null : (
    <Card>
      <YearHeatmap
        title={w.signIns(days.reduce((sum, count) => sum + count, 0))}
        summary={w.signInsSummary(days.filter((count) => count > 0).length)}
        name="sign-ins"
        from={Date.parse(first.at)}
        days={days}
      />
    </Card>
  )
}
