import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { SavedView } from '@mandate/sdk'
import { useAction } from '#/api/actions.ts'
import { mandate } from '#/api/mandate.ts'
import { common } from '#/i18n/common.ts'
import { useWords, words } from '#/i18n/words.ts'
import { Button } from '#/ui/button.tsx'
import { Checkbox, TextField } from '#/ui/form/fields.tsx'
import { FormDialog } from '#/ui/form/form-dialog.tsx'
import { Icon } from '#/ui/icons.tsx'
import { Menu } from '#/ui/menu.tsx'
import { parseSearch, useSearchParams } from '#/ui/search-params.ts'
import { toast } from '#/ui/toasts.ts'
import { listOf, queryOf } from './view-query.ts'

const FRESH_MS = 60_000

/** The views of the list at this address: to open one, and to keep what is shown as one. Lists within a page have none. */
export function SavedViews(): ReactNode {
  const list = useRouterState({ select: ({ location: { pathname } }) => listOf(pathname) })
  return list === undefined ? null : <ViewsOf list={list} />
}

function ViewsOf({ list }: { readonly list: string }): ReactNode {
  const w = useWords(texts)
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const [isSaving, setSaving] = useState(false)
  const { data } = useQuery({
    queryKey: ['saved-views', list],
    queryFn: ({ signal }) => mandate.savedViews.list({ list, limit: 200 }, { signal }),
    staleTime: FRESH_MS,
  })
  const views = data?.data ?? []
  const query = queryOf(search)
  const shown = views.find((view) => view.query === query)
  const remove = useAction(({ id }: SavedView) => mandate.savedViews.delete(id), {
    ...{ refreshes: ['saved-views'], done: w.deleted },
    undo: ({ query: kept, name, shared }) => mandate.savedViews.create({ list, query: kept, name, shared }),
  })
  return (
    <>
      <Menu
        label={w.views}
        trigger={
          <Button kind="quiet">
            {shown ? <bdi>{shown.name}</bdi> : w.views}
            <Icon name="down" size={14} />
          </Button>
        }
        actions={[
          ...views.map(({ id, name, query: kept, shared, mine }) => ({
            id,
            label: shared && !mine ? w.ofOthers(name) : name,
            run: () => void navigate({ to: '.', search: parseSearch(kept), resetScroll: false } as never),
          })),
          query !== '' && !shown && { id: 'save', label: w.save, icon: 'plus', run: () => setSaving(true) },
          query === '' && views.length === 0 && { id: 'none', label: w.none, run: () => undefined },
          shown?.mine && { id: 'delete', label: w.remove(shown.name), icon: 'trash', run: () => remove.run(shown) },
        ]}
      />
      {isSaving && <SaveView list={list} query={query} onClose={() => setSaving(false)} />}
    </>
  )
}

interface SaveViewProps {
  readonly list: string
  readonly query: string
  readonly onClose: () => void
}

function SaveView({ list, query, onClose }: SaveViewProps): ReactNode {
  const w = useWords(texts)
  const { save, name: nameLabel } = useWords(common)
  const [name, setName] = useState('')
  const [isShared, setShared] = useState(false)
  const submit = async (): Promise<void> => {
    await mandate.savedViews.create({ list, query, name, shared: isShared })
    toast(w.saved)
  }
  return (
    <FormDialog
      title={w.save}
      onClose={onClose}
      fields={['name', 'shared']}
      onSubmit={submit}
      refreshes={['saved-views']}
      action={save}
    >
      <TextField name="name" label={nameLabel} value={name} onChange={setName} hasFocus />
      <Checkbox name="shared" label={w.shared} hint={w.sharedHint} isChecked={isShared} onChange={setShared} />
    </FormDialog>
  )
}

const texts = words({
  en: {
    views: 'Views',
    save: 'Save this view …',
    saved: 'The view is saved.',
    deleted: 'The view is deleted.',
    none: 'Set a filter to save it as a view',
    remove: (name: string) => `Delete “${name}”`,
    ofOthers: (name: string) => `${name} (shared)`,
    shared: 'Everybody who runs this server sees it',
    sharedHint: 'A view holds filters alone: whoever opens it sees what they may read.',
  },
  es: {
    views: 'Vistas',
    save: 'Guardar esta vista …',
    saved: 'La vista está guardada.',
    deleted: 'La vista se ha eliminado.',
    none: 'Pon un filtro para guardarlo como vista',
    remove: (name: string) => `Eliminar «${name}»`,
    ofOthers: (name: string) => `${name} (compartida)`,
    shared: 'La ven todas las personas que administran este servidor',
    sharedHint: 'Una vista contiene solo filtros: quien la abre ve lo que le está permitido leer.',
  },
})
