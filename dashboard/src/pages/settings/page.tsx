import type { ReactNode } from 'react'
import { Page } from '#/app/page.tsx'
import { useMay } from '#/api/session.ts'
import { useWords } from '#/i18n/words.ts'
import { Tabs } from '#/ui/layout.tsx'
import { DangerZone } from './danger-zone.tsx'
import { Mode } from './mode.tsx'
import { RuntimeSettings } from './runtime-settings.tsx'
import { settingsWords } from './words.ts'

/** How the server behaves. */
export default function Settings(): ReactNode {
  const w = useWords(settingsWords)
  const may = useMay()
  const tabs = [
    { id: 'settings', label: w.runtime, content: () => <RuntimeSettings /> },
    { id: 'mode', label: w.mode, content: () => <Mode /> },
    may('system:write') && { id: 'danger', label: w.danger, content: () => <DangerZone /> },
  ].filter((tab) => tab !== false)
  return (
    <Page title={w.settings} lead={w.lead}>
      <Tabs label={w.settings} tabs={tabs} />
    </Page>
  )
}
