import { useState } from 'react'
import type { ReactNode } from 'react'
import type { ProxyUpstream } from '@mandate/sdk'
import { useDone } from '#/api/actions.ts'
import { mandate } from '#/api/mandate.ts'
import { common } from '#/i18n/common.ts'
import { useWords } from '#/i18n/words.ts'
import { useDraft } from '#/ui/form/draft.ts'
import { TextField } from '#/ui/form/fields.tsx'
import { FormDialog } from '#/ui/form/form-dialog.tsx'
import { PickerField } from '#/ui/form/picker-field.tsx'
import { changeOf } from '#/ui/form/merge-patch.ts'
import { useSaveChange } from '#/ui/form/save-change.ts'
import { useApps } from './places.ts'
import { gatewayWords } from './words.ts'

interface UpstreamFormProps {
  /** The one that is changed; without it a new one is made. */
  readonly upstream?: ProxyUpstream | undefined
  readonly onClose: () => void
}

type UpstreamDraft = Pick<ProxyUpstream, 'upstream' | 'app_id'>

const refreshes = ['proxy', 'proxy-status']

/** What can be said of what stands behind the gateway. The host stays: rules and tokens hang on it. */
export function UpstreamForm({ upstream, onClose }: UpstreamFormProps): ReactNode {
  const w = useWords(gatewayWords)
  const { save } = useWords(common)
  const sayDone = useDone(refreshes)
  const saveChange = useSaveChange(refreshes, w.saved)
  const [host, setHost] = useState('')
  const draft = useDraft<UpstreamDraft>({ upstream: upstream?.upstream ?? null, app_id: upstream?.app_id ?? null })
  const { value, change } = draft
  const apps = useApps()
  const create = async (): Promise<void> => {
    await mandate.proxy.upstreams.create({ host, ...value })
    sayDone(w.added)
  }
  const update = ({ id }: ProxyUpstream): Promise<void> =>
    saveChange(changeOf(draft.before, value), (patch) => mandate.proxy.upstreams.update(id, patch))
  return (
    <FormDialog
      title={upstream ? w.editUpstream(upstream.host) : w.newUpstream}
      fields={['host', 'upstream', 'app_id']}
      onSubmit={() => (upstream ? update(upstream) : create())}
      onClose={onClose}
      draft={draft}
      refreshes={refreshes}
      action={save}
    >
      {!upstream && <TextField name="host" label={w.host} hint={w.hostHint} value={host} onChange={setHost} hasFocus />}
      <TextField
        name="upstream"
        type="url"
        label={w.target}
        hint={w.targetHint}
        value={value.upstream ?? ''}
        onChange={(target) => change({ upstream: target || null })}
        hasFocus={upstream !== undefined}
        isOptional
      />
      <PickerField
        name="app_id"
        label={w.app}
        hint={w.appHint}
        value={value.app_id ?? ''}
        onChange={(app) => change({ app_id: app || null })}
        things={apps}
        none={w.noApp}
      />
    </FormDialog>
  )
}
