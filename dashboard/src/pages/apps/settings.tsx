import type { ReactNode } from 'react'
import type { App } from '@mandate/sdk'
import { mandate } from '#/api/mandate.ts'
import { useWords } from '#/i18n/words.ts'
import { useDraft } from '#/ui/form/draft.ts'
import { Checkbox, TagsField, TextField } from '#/ui/form/fields.tsx'
import { Form } from '#/ui/form/form.tsx'
import { changeOf } from '#/ui/form/merge-patch.ts'
import { useSaveChange } from '#/ui/form/save-change.ts'
import { submitFooter } from '#/ui/form/submit-footer.tsx'
import { Card } from '#/ui/layout.tsx'
import { appWords } from './words.ts'

interface AppDraft extends Pick<App, 'name' | 'scope' | 'dpop_bound'> {
  readonly redirect_uris: readonly string[]
  readonly allowed_origins: readonly string[]
}

/** Changes what an application is called, where it may be, and what it may ask for. */
export function Settings({ app }: { readonly app: App }): ReactNode {
  const { id, type, name, scope, dpop_bound, redirect_uris, allowed_origins } = app
  const w = useWords(appWords)
  const draft = useDraft<AppDraft>({ name, redirect_uris, allowed_origins, scope, dpop_bound })
  const { before, value, change } = draft
  const saveChange = useSaveChange(['apps'], w.saved)
  const save = (): Promise<void> => saveChange(changeOf(before, value), (patch) => mandate.apps.update(id, patch))
  return (
    <Card>
      <Form
        fields={Object.keys(value)}
        onSubmit={save}
        draft={draft}
        refreshes={['apps']}
        footer={submitFooter(w.saveChanges)}
      >
        <TextField name="name" label={w.name} value={value.name} onChange={(text) => change({ name: text })} />
        {type !== 'machine' && (
          <>
            <TagsField
              name="redirect_uris"
              label={w.redirects}
              hint={w.redirectsHint}
              value={value.redirect_uris}
              onChange={(uris) => change({ redirect_uris: uris })}
            />
            <TagsField
              name="allowed_origins"
              label={w.origins}
              hint={w.originsHint}
              value={value.allowed_origins}
              onChange={(origins) => change({ allowed_origins: origins })}
            />
          </>
        )}
        <TextField
          name="scope"
          label={w.scope}
          hint={w.scopeHint}
          value={value.scope}
          onChange={(text) => change({ scope: text })}
          isCode
        />
        <Checkbox
          name="dpop_bound"
          label={w.dpop}
          isChecked={value.dpop_bound}
          onChange={(isBound) => change({ dpop_bound: isBound })}
        />
      </Form>
    </Card>
  )
}
