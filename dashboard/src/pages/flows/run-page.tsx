import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Page } from '#/app/page.tsx'
import { mandate } from '#/api/mandate.ts'
import { useWords } from '#/i18n/words.ts'
import { ButtonLink } from '#/ui/button.tsx'
import { Card } from '#/ui/layout.tsx'
import { Loaded } from '#/ui/states.tsx'
import { RunBody } from './run-body.tsx'
import { flowWords } from './words.ts'

/** A run by its id, as people read it when a flow ends their sign-in; it may have outlived its flow. */
export function RunPage({ id }: { readonly id: string }): ReactNode {
  const w = useWords(flowWords)
  const query = useQuery({
    queryKey: ['flows', 'run', id],
    queryFn: ({ signal }) => mandate.flows.runs.get(id, { signal }),
  })
  const flow = query.data?.flow_id
  return (
    <Page
      title={`${w.run} ${id}`}
      crumbs={[{ label: w.flows, to: '/flows' }]}
      actions={flow !== undefined && <ButtonLink to={`/flows/${flow}`}>{w.toFlow}</ButtonLink>}
    >
      <Loaded query={query}>
        {(run) => (
          <Card title={w.run}>
            <RunBody run={run} />
          </Card>
        )}
      </Loaded>
    </Page>
  )
}
