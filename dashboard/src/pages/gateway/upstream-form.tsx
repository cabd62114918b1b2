import { useState } from 'react'
import type { ReactNode } from 'react'
import type { ProxyUpstream } from '@mandate/sdk'
import { useDone } from '#/api/actions.ts'
import { mandate } from '#/api/mandate.ts'
import { useWords } from '#/i18n/words.ts'
import { TextField } from '#/ui/form/fields.tsx'
import { changeOf } from '#/ui/form/merge-patch.ts'
import { FormDialog } from './form-dialog.tsx'
import { gatewayWords } from './words.ts'

interface UpstreamFormProps {
  /** The one that is changed; without it a new one is made. */
  readonly upstream?: ProxyUpstream | undefined
  readonly onClose: () => void
}

/** What can be said of what stands behind the gateway. The host stays: rules and tokens hang on it. */
export function UpstreamForm({ upstream, onClose }: UpstreamFormProps): ReactNode {
  const w = useWords(gatewayWords)
  const sayDone = useDone(['proxy', 'proxy-status'])
  const [host, setHost] = useState('')
  const [target, setTarget] = useState(upstream?.upstream ?? '')
  const [app, setApp] = useState(upstream?.app_id ?? '')
  const body = { upstream: target || null, app_id: app || null }
  const create = async (): Promise<void> => {
    await mandate.proxy.upstreams.create({ host, ...body })
    sayDone(w.added)
  }
  const change = async ({ id, upstream: address, app_id }: ProxyUpstream): Promise<void> => {
    const changed = changeOf({ upstream: address, app_id }, body)
    if (!changed) return
    const { patch, back } = changed
    await mandate.proxy.upstreams.update(id, patch)
    sayDone(w.saved, back && (() => mandate.proxy.upstreams.update(id, back)))
  }
  return (
    <FormDialog
      title={upstream ? w.editUpstream(upstream.host) : w.newUpstream}
      fields={['host', 'upstream', 'app_id']}
      onSubmit={() => (upstream ? change(upstream) : create())}
      onClose={onClose}
    >
      {!upstream && <TextField name="host" label={w.host} hint={w.hostHint} value={host} onChange={setHost} hasFocus />}
      <TextField
        name="upstream"
        type="url"
        label={w.target}
        hint={w.targetHint}
        value={target}
        onChange={setTarget}
        hasFocus={upstream !== undefined}
        isOptional
      />
      <TextField name="app_id" label={w.app} hint={w.appHint} value={app} onChange={setApp} isOptional isCode />
    </FormDialog>
  )
}
