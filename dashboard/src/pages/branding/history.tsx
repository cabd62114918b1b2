import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { BrandingVersion } from '@mandate/sdk'
import { useAction, useDone } from '#/api/actions.ts'
import { useList } from '#/api/lists.ts'
import { mandate } from '#/api/mandate.ts'
import { useWords } from '#/i18n/words.ts'
import { Button } from '#/ui/button.tsx'
import { Id } from '#/ui/copy.tsx'
import { SidePanel } from '#/ui/dialog.tsx'
import { FormActions } from '#/ui/form/form.tsx'
import { Facts, Notice } from '#/ui/layout.tsx'
import { Loaded } from '#/ui/states.tsx'
import { Badge } from '#/ui/status.tsx'
import { VersionTable } from '#/ui/table/version-table.tsx'
import { Time } from '#/ui/time.tsx'
import { ChangeList } from './changes.tsx'
import { historyWords } from './history-words.ts'
import { RealPage } from './real-page.tsx'

interface HistoryProps {
  /** The version that people see. */
  readonly published: number
  readonly mayWrite: boolean
}

/** What was published, newest first. */
export default function History({ published, mayWrite }: HistoryProps): ReactNode {
  const w = useWords(historyWords)
  const list = useList<BrandingVersion>(['branding', 'versions'], (page, signal) =>
    mandate.branding.versions.list(page, { signal }),
  )
  const told = ({ changes, restored_from: from }: BrandingVersion): string =>
    from === null ? Object.keys(changes).join(', ') || w.noChanges : w.again(from)
  return (
    <VersionTable
      label={w.history}
      says={w}
      list={list}
      current={published}
      columns={[{ id: 'changes', header: w.changes, cell: (version) => <bdi>{told(version)}</bdi>, text: told }]}
      panel={(shown, close) => (
        <VersionPanel key={shown.version} {...{ published, mayWrite }} of={shown} onClose={close} />
      )}
    />
  )
}

interface VersionPanelProps extends HistoryProps {
  readonly of: BrandingVersion
  readonly onClose: () => void
}

/** One version: what it changed, how it looks, and the way back to it. */
function VersionPanel({ of, published, mayWrite, onClose }: VersionPanelProps): ReactNode {
  const w = useWords(historyWords)
  const { version, created_by: by, created_at: at, logo_removed: isLogoRemoved } = of
  const query = useQuery({
    queryKey: ['branding', 'versions', version, published],
    queryFn: ({ signal }) => mandate.branding.versions.get(String(version), { signal }),
  })
  const isCurrent = version === published
  return (
    <SidePanel
      title={`${w.version} ${version}`}
      onClose={onClose}
      actions={isCurrent && <Badge tone="ok">{w.current}</Badge>}
    >
      <Facts
        facts={[
          [w.by, by !== null && <Id value={by} />],
          [w.created, <Time at={at} isExact />],
        ]}
      />
      <ChangeList changes={of.changes} />
      {isLogoRemoved && <Notice tone="warn">{w.logoRemoved}</Notice>}
      <Loaded query={query}>
        {({ restoring_changes: changes }) =>
          Object.keys(changes).length === 0 ? (
            <p>{w.sameAsNow}</p>
          ) : (
            <>
              <h3>{w.wouldChange}</h3>
              <ChangeList changes={changes} />
              {mayWrite && <Restore version={version} published={published} onRestored={onClose} />}
            </>
          )
        }
      </Loaded>
      <RealPage version={version} look={String(version)} />
    </SidePanel>
  )
}

interface RestoreProps {
  readonly version: number
  readonly published: number
  readonly onRestored: () => void
}

function Restore({ version, published, onRestored }: RestoreProps): ReactNode {
  const w = useWords(historyWords)
  const sayDone = useDone(['branding'])
  const restore = useAction(
    async () => {
      const after = await mandate.branding.versions.restore(String(version), { published_version: published })
      onRestored()
      sayDone(w.restored(after.version, version), () =>
        mandate.branding.versions.restore(String(published), { published_version: after.version }),
      )
    },
    { refreshes: ['branding'] },
  )
  return (
    <FormActions>
      <Button kind="primary" icon="refresh" isRunning={restore.isRunning} onPress={() => restore.run()}>
        {w.restore(version)}
      </Button>
    </FormActions>
  )
}
