import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { ApiKey } from '@mandate/sdk'
import { Page } from '#/app/page.tsx'
import { useParam } from '#/app/router.tsx'
import { useAction } from '#/api/actions.ts'
import { mandate } from '#/api/mandate.ts'
import { useMay } from '#/api/session.ts'
import { common } from '#/i18n/common.ts'
import { useWords } from '#/i18n/words.ts'
import { Button } from '#/ui/button.tsx'
import { Id } from '#/ui/copy.tsx'
import { confirm } from '#/ui/dialogs.ts'
import { endedBy } from '#/ui/ended.tsx'
import { useDraft } from '#/ui/form/draft.ts'
import { SelectField, TextField } from '#/ui/form/fields.tsx'
import { FormDialog } from '#/ui/form/form-dialog.tsx'
import { Form } from '#/ui/form/form.tsx'
import { changeOf } from '#/ui/form/merge-patch.ts'
import { useSaveChange } from '#/ui/form/save-change.ts'
import { submitFooter } from '#/ui/form/submit-footer.tsx'
import { Card, Columns, Facts } from '#/ui/layout.tsx'
import { Loaded } from '#/ui/states.tsx'
import { Badge } from '#/ui/status.tsx'
import { Time } from '#/ui/time.tsx'
import { toast } from '#/ui/toasts.ts'
import { revealKey } from './reveal-key.ts'
import { ScopePicker } from './scope-picker.tsx'
import { apiKeyWords } from './words.ts'
import styles from './api-keys.module.css'

/** One key. */
export default function ApiKeyDetail(): ReactNode {
  const id = useParam('id')
  const w = useWords(apiKeyWords)
  const may = useMay()
  const query = useQuery({
    queryKey: ['api-keys', 'one', id],
    queryFn: ({ signal }) => mandate.apiKeys.get(id, { signal }),
  })
  const key = query.data
  const mayWrite = may('api-keys:write')
  return (
    <Page
      title={key?.name ?? id}
      crumbs={[{ label: w.apiKeys, to: '/api-keys' }]}
      badges={key && <Badge tone={key.active ? 'ok' : 'bad'}>{key.active ? w.works : w.doesNot}</Badge>}
      actions={key && mayWrite && <KeyActions apiKey={key} />}
    >
      <Loaded query={query}>
        {(loaded) => (
          <Columns>
            <Card title={w.about}>
              <Facts
                facts={[
                  [w.secret, <code key="hint">mandate_sk_…{loaded.hint}</code>],
                  [w.id, <Id key="id" value={loaded.id} />],
                  [w.lastUsed, <Time key="used" at={loaded.last_used_at} isExact />],
                  [w.from, loaded.last_used_address ?? undefined],
                  [w.expires, <Time key="expires" at={loaded.expires_at} isExact />],
                  [
                    w.oldSecret,
                    loaded.old_secret_until === null ? undefined : (
                      <Time key="old" at={loaded.old_secret_until} isExact />
                    ),
                  ],
                  [w.madeBy, <Id key="by" value={loaded.created_by} />],
                  [w.created, <Time key="created" at={loaded.created_at} isExact />],
                ]}
              />
            </Card>
            {mayWrite ? <EditKey apiKey={loaded} /> : <ScopesOf apiKey={loaded} />}
          </Columns>
        )}
      </Loaded>
    </Page>
  )
}

interface OfKey {
  readonly apiKey: ApiKey
}

function ScopesOf({ apiKey: { scopes } }: OfKey): ReactNode {
  const w = useWords(apiKeyWords)
  return (
    <Card title={w.scopes}>
      <ul className={styles['list']}>
        {scopes.map((scope) => (
          <li key={scope}>
            <Badge>{scope}</Badge>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function EditKey({ apiKey: { id, name, scopes } }: OfKey): ReactNode {
  const w = useWords(apiKeyWords)
  const { save, saved } = useWords(common)
  const saveChange = useSaveChange(['api-keys'], saved)
  const draft = useDraft<Pick<ApiKey, 'name'> & { readonly scopes: readonly string[] }>({ name, scopes })
  const update = (): Promise<void> =>
    saveChange(changeOf(draft.before, draft.value), (patch) => mandate.apiKeys.update(id, patch))
  return (
    <Card title={w.edit}>
      <Form
        fields={['name', 'scopes']}
        onSubmit={update}
        draft={draft}
        refreshes={['api-keys']}
        footer={submitFooter(save)}
      >
        <TextField
          name="name"
          label={w.name}
          value={draft.value.name}
          onChange={(text) => draft.change({ name: text })}
        />
        <ScopePicker value={draft.value.scopes} onChange={(chosen) => draft.change({ scopes: chosen })} />
      </Form>
    </Card>
  )
}

function KeyActions({ apiKey: { id, name, active } }: OfKey): ReactNode {
  const w = useWords(apiKeyWords)
  const navigate = useNavigate()
  const [isRotating, setRotating] = useState(false)
  const refreshes = ['api-keys']
  const turn = useAction(() => mandate.apiKeys.update(id, { active: !active }), {
    ...{ refreshes, done: active ? w.turnedOff : w.turnedOn },
    undo: () => mandate.apiKeys.update(id, { active }),
  })
  const remove = useAction(
    async () => {
      const isSure = await confirm({
        title: w.deleteTitle(name),
        body: w.deleteBody,
        action: w.delete,
        isDangerous: true,
        preview: () => endedBy(mandate.apiKeys.delete(id, { dry_run: true })),
      })
      if (!isSure) return
      await mandate.apiKeys.delete(id)
      toast(w.deleted)
      await navigate({ to: '/api-keys' })
    },
    { refreshes },
  )
  return (
    <>
      <Button icon="refresh" onPress={() => setRotating(true)}>
        {w.rotate}
      </Button>
      <Button icon={active ? 'pause' : 'play'} isRunning={turn.isRunning} onPress={() => turn.run()}>
        {active ? w.turnOff : w.turnOn}
      </Button>
      <Button kind="danger" icon="trash" isRunning={remove.isRunning} onPress={() => remove.run()}>
        {w.delete}
      </Button>
      {isRotating && <RotateKey id={id} onClose={() => setRotating(false)} />}
    </>
  )
}

const overlaps = ['0', '3600', '86400', '604800'] as const

function RotateKey({ id, onClose }: { readonly id: string; readonly onClose: () => void }): ReactNode {
  const w = useWords(apiKeyWords)
  const [overlap, setOverlap] = useState<(typeof overlaps)[number]>('86400')
  const rotate = async (): Promise<void> => {
    const { key } = await mandate.apiKeys.rotate(id, { overlap_seconds: Number(overlap) })
    onClose()
    await revealKey(w, key)
  }
  return (
    <FormDialog
      title={w.rotateTitle}
      onClose={onClose}
      fields={['overlap_seconds']}
      onSubmit={rotate}
      refreshes={['api-keys']}
      action={w.rotate}
    >
      <p>{w.rotateBody}</p>
      <SelectField
        name="overlap_seconds"
        label={w.overlap}
        value={overlap}
        onChange={setOverlap}
        options={overlaps.map((value) => ({ value, label: w.overlaps[`for${value}`] }))}
      />
    </FormDialog>
  )
}
