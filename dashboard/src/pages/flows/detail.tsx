import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Flow } from '@mandate/sdk'
import { Page, PendingPage } from '#/app/page.tsx'
import { useParam } from '#/app/router.tsx'
import { mandate } from '#/api/mandate.ts'
import { useMay } from '#/api/session.ts'
import { useWords } from '#/i18n/words.ts'
import { Id, Json } from '#/ui/copy.tsx'
import { Card, Columns, Facts, Tabs } from '#/ui/layout.tsx'
import { Badge } from '#/ui/status.tsx'
import { Time } from '#/ui/time.tsx'
import { FlowActions } from './actions.tsx'
import { DryRun } from './dry-run.tsx'
import { FlowForm } from './flow-form.tsx'
import { changeOf } from '#/ui/form/merge-patch.ts'
import { useSaveChange } from '#/ui/form/save-change.ts'
import { submitFooter } from '#/ui/form/submit-footer.tsx'
import { Outline } from './outline.tsx'
import { Picture } from './picture.tsx'
import { RunPage } from './run-page.tsx'
import { Runs } from './runs.tsx'
import { Versions } from './versions.tsx'
import { flowWords, named } from './words.ts'

/** What stands at `/flows/{id}`: a flow, or by its own id a run. */
export default function FlowOrRun(): ReactNode {
  const id = useParam('id')
  return id.startsWith('run_') ? <RunPage id={id} /> : <FlowDetail id={id} />
}

/** One flow: what it is, its builder, what it would do, and what it did. */
function FlowDetail({ id }: { readonly id: string }): ReactNode {
  const w = useWords(flowWords)
  const may = useMay()
  const query = useQuery({
    queryKey: ['flows', 'one', id],
    queryFn: ({ signal }) => mandate.flows.get(id, { signal }),
  })
  const crumbs = [{ label: w.flows, to: '/flows' }]
  const { data } = query
  if (!data) return <PendingPage title={id} crumbs={crumbs} query={query} />
  const mayWrite = may('flows:write')
  const tabs = [
    { id: 'overview', label: w.overview, content: () => <Overview flow={data} /> },
    mayWrite && { id: 'edit', label: w.edit, content: () => <Edit flow={data} /> },
    mayWrite && may('users:read') && { id: 'dry-run', label: w.dryRun, content: () => <DryRun flow={data} /> },
    { id: 'runs', label: w.runs, content: () => <Runs flow={data} /> },
    { id: 'versions', label: w.versions, content: () => <Versions flow={data} /> },
    { id: 'json', label: 'JSON', content: () => <Json value={data} label="JSON" /> },
  ].filter((tab) => tab !== false)
  return (
    <Page
      title={data.name}
      crumbs={crumbs}
      badges={<Badge tone={data.enabled ? 'ok' : 'off'}>{data.enabled ? w.on : w.off}</Badge>}
      actions={mayWrite && <FlowActions flow={data} />}
    >
      <Tabs label={data.name} tabs={tabs} />
    </Page>
  )
}

interface OfFlow {
  readonly flow: Flow
}

function Overview({ flow }: OfFlow): ReactNode {
  const w = useWords(flowWords)
  const { old_secret_until: oldSecret, conditions } = flow
  return (
    <Columns>
      <Card title={w.flow}>
        <Facts
          facts={[
            [w.trigger, named(w.triggers, flow.trigger)],
            [w.priority, flow.priority],
            [w.version, flow.version],
            [w.oldSecret, oldSecret === null ? undefined : <Time at={oldSecret} isExact />],
            [w.id, <Id value={flow.id} />],
            [w.created, <Time at={flow.created_at} isExact />],
            [w.changed, <Time at={flow.updated_at} isExact />],
          ]}
        />
        <h3>{w.conditions}</h3>
        {Object.keys(conditions).length === 0 ? (
          <p>{w.always}</p>
        ) : (
          <Json value={conditions} label={`${w.conditions}: JSON`} />
        )}
      </Card>
      <Card title={w.steps}>
        <Outline steps={flow.steps} />
      </Card>
      <Card title={w.picture}>
        <Picture trigger={flow.trigger} steps={flow.steps} />
      </Card>
    </Columns>
  )
}

function Edit({ flow }: OfFlow): ReactNode {
  const w = useWords(flowWords)
  const saveChange = useSaveChange(['flows'], ({ version }: Flow) => w.saved(version))
  return (
    <FlowForm
      flow={flow}
      // Only what changed is sent: whoever renames a flow needs none of the scopes of its steps.
      onSubmit={(body, before) => saveChange(changeOf(before, body), (patch) => mandate.flows.update(flow.id, patch))}
      footer={submitFooter(w.save)}
    />
  )
}
