import { useState } from 'react'
import type { ReactNode } from 'react'
import { MandateError } from '@mandate/sdk'
import type { Flow, FlowVersion } from '@mandate/sdk'
import { proven, useAction, useDone, useRefresh } from '#/api/actions.ts'
import { mandate } from '#/api/mandate.ts'
import { useMay } from '#/api/session.ts'
import { useWords } from '#/i18n/words.ts'
import { Button, ButtonLink } from '#/ui/button.tsx'
import { Id, Json } from '#/ui/copy.tsx'
import { SidePanel } from '#/ui/dialog.tsx'
import { FormActions } from '#/ui/form/form.tsx'
import { Facts, Notice } from '#/ui/layout.tsx'
import { Badge } from '#/ui/status.tsx'
import { Time } from '#/ui/time.tsx'
import { Difference } from './difference.tsx'
import { Outline } from './outline.tsx'
import { RefusedList } from './refused-list.tsx'
import type { Refused } from './refused.ts'
import { versionDiff } from './version-diff.ts'
import { flowWords } from './words.ts'

interface VersionPanelProps {
  readonly flow: Flow
  readonly version: FlowVersion
  readonly onClose: () => void
}

/** One version: how it differs from what the flow is now, and the ways back to it. */
export function VersionPanel({ flow, version, onClose }: VersionPanelProps): ReactNode {
  const w = useWords(flowWords)
  const may = useMay()
  const { run, isRunning, refused } = useRestore(flow, version, onClose)
  const { version: number, created_by: by, created_at: at, steps } = version
  const isCurrent = number === flow.version
  const diff = versionDiff(flow, version)
  const title = `${w.version} ${number}`
  const mayWrite = may('flows:write')
  return (
    <SidePanel title={title} onClose={onClose} actions={isCurrent && <Badge tone="ok">{w.current}</Badge>}>
      <Facts
        facts={[
          [w.name, <bdi>{version.name}</bdi>],
          [w.by, <Id value={by} />],
          [w.created, <Time at={at} isExact />],
        ]}
      />
      {isCurrent || diff.isSame ? (
        <>
          {!isCurrent && <p>{w.sameAsNow(flow.version)}</p>}
          <Outline steps={steps} />
        </>
      ) : (
        <>
          <h3>{w.restoreWould(flow.version)}</h3>
          <Difference diff={diff} />
        </>
      )}
      {refused.length > 0 && (
        <Notice tone="bad">
          <div role="alert">
            <p>{w.notRestored(number)}</p>
            <RefusedList errors={refused} />
          </div>
        </Notice>
      )}
      {!isCurrent && mayWrite && (
        <FormActions>
          {may('users:read') && (
            <ButtonLink to={`/flows/${flow.id}`} search={{ tab: 'dry-run', version: String(number) }} icon="play">
              {w.dryRun}
            </ButtonLink>
          )}
          {!diff.isSame && (
            <Button kind="primary" icon="refresh" isRunning={isRunning} onPress={run}>
              {w.restore(number)}
            </Button>
          )}
        </FormActions>
      )}
      <Json value={version} label={`${title}: JSON`} />
    </SidePanel>
  )
}

/** Makes a flow what it was, says so, and what the server refused of it. */
function useRestore({ id, version: current }: Flow, { version }: FlowVersion, onRestored: () => void) {
  const w = useWords(flowWords)
  const refresh = useRefresh()
  const sayDone = useDone(['flows'])
  const [refused, setRefused] = useState<readonly Refused[]>([])
  const { run, isRunning } = useAction(
    async () => {
      setRefused([])
      try {
        const restored = await proven(() =>
          mandate.flows.versions.restore(id, String(version), { current_version: current }),
        )
        onRestored()
        sayDone(w.restored(version, restored.version), () =>
          mandate.flows.versions.restore(id, String(current), { current_version: restored.version }),
        )
      } catch (error) {
        const errors = error instanceof MandateError ? error.details['errors'] : undefined
        if (Array.isArray(errors)) return setRefused(errors as Refused[])
        await refresh('flows')
        throw error
      }
    },
    { refreshes: ['flows'] },
  )
  return { run: () => run(), isRunning, refused }
}
