import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { Branding } from '@mandate/sdk'
import { mandate } from '#/api/mandate.ts'
import { useMay } from '#/api/session.ts'
import { useWords } from '#/i18n/words.ts'
import { FieldRow, SelectField, TextField } from '#/ui/form/fields.tsx'
import { Form } from '#/ui/form/form.tsx'
import { submitFooter } from '#/ui/form/submit-footer.tsx'
import { Card, Facts, Stack } from '#/ui/layout.tsx'
import { toast } from '#/ui/toasts.ts'
import { ColourField } from './colour-field.tsx'
import { draftOf, lookPatch } from './draft.ts'
import { fonts as families } from '#/generated/fonts.ts'
import { Logo } from './logo.tsx'
import { paletteOf } from './palette.ts'
import { Preview } from './preview.tsx'
import { brandingWords } from './words.ts'
import styles from './branding.module.css'
import type { LookDraft } from './draft.ts'
import type { ColourChoices } from './palette.ts'

interface OfBranding {
  readonly branding: Branding
}

const fields = [
  ...['name', 'colors.accent', 'colors.accent_dark', 'fonts.body', 'fonts.heading'],
  ...['support_url', 'terms_url', 'privacy_url'],
]

/** The basics of the look, and what becomes of them while they are chosen. */
export function Basics({ branding }: OfBranding): ReactNode {
  const may = useMay()
  // Only what was touched: a change by somebody else, or another logo, takes nothing of it away.
  const [changes, setChanges] = useState<Partial<LookDraft>>({})
  const draft = { ...draftOf(branding), ...changes }
  const { name, accent, accentDark, body, heading, support, terms, privacy } = draft
  const choices = { accent, accentDark, tokens: branding.design_tokens }
  const mayWrite = may('branding:write')
  return (
    <div className={styles['split']}>
      <Stack>
        {mayWrite ? (
          <Choices
            branding={branding}
            draft={draft}
            choices={choices}
            change={(part) => setChanges((before) => ({ ...before, ...part }))}
            onSaved={() => setChanges({})}
          />
        ) : (
          <Chosen branding={branding} />
        )}
        {(mayWrite || branding.logo !== null) && <Logo branding={branding} />}
      </Stack>
      <div className={styles['beside']}>
        <Preview
          look={{
            name,
            palettes: { light: paletteOf(choices, 'light'), dark: paletteOf(choices, 'dark') },
            fonts: { body, heading: heading || body },
            tokens: branding.design_tokens,
            logo: branding.logo,
            links: { support: support !== '', terms: terms !== '', privacy: privacy !== '' },
          }}
        />
      </div>
    </div>
  )
}

function Chosen({ branding: { name, colors, fonts, ...links } }: OfBranding): ReactNode {
  const w = useWords(brandingWords)
  return (
    <Card title={w.basics}>
      <Facts
        facts={[
          [w.name, <bdi>{name}</bdi>],
          [w.accent, <code>{colors.accent}</code>],
          [w.accentDark, colors.accent_dark === null ? w.fromAccent : <code>{colors.accent_dark}</code>],
          [w.bodyFont, w.fonts[fonts.body]],
          [w.headingFont, w.fonts[fonts.heading]],
          [w.support, links.support_url ?? undefined],
          [w.terms, links.terms_url ?? undefined],
          [w.privacy, links.privacy_url ?? undefined],
        ]}
      />
    </Card>
  )
}

interface ChoicesProps extends OfBranding {
  readonly draft: LookDraft
  readonly choices: ColourChoices
  readonly change: (part: Partial<LookDraft>) => void
  readonly onSaved: () => void
}

function Choices({ branding, draft, choices, change, onSaved }: ChoicesProps): ReactNode {
  const w = useWords(brandingWords)
  const client = useQueryClient()
  const save = async (): Promise<void> => {
    client.setQueryData(['branding'], await mandate.branding.update(lookPatch(draftOf(branding), draft)))
    onSaved()
    toast(w.saved)
  }
  const fonts = families.map((value) => ({ value, label: w.fonts[value] }))
  return (
    <Card title={w.basics}>
      <Form fields={fields} onSubmit={save} refreshes={['branding']} footer={submitFooter(w.save)}>
        <TextField
          name="name"
          label={w.name}
          hint={w.nameHint}
          value={draft.name}
          onChange={(name) => change({ name })}
        />
        <ColourField
          name="colors.accent"
          label={w.accent}
          hint={w.accentHint}
          setting="accent"
          mode="light"
          choices={choices}
          value={draft.accent}
          onChange={(accent) => change({ accent })}
        />
        <ColourField
          name="colors.accent_dark"
          label={w.accentDark}
          hint={w.accentDarkHint}
          setting="accent"
          mode="dark"
          choices={choices}
          value={draft.accentDark}
          onChange={(accentDark) => change({ accentDark })}
        />
        <FieldRow>
          <SelectField
            name="fonts.body"
            label={w.bodyFont}
            value={draft.body}
            onChange={(body) => change({ body })}
            options={fonts}
          />
          <SelectField
            name="fonts.heading"
            label={w.headingFont}
            value={draft.heading}
            onChange={(heading) => change({ heading })}
            options={[{ value: '', label: w.sameFont }, ...fonts]}
          />
        </FieldRow>
        <Links draft={draft} change={change} />
      </Form>
    </Card>
  )
}

function Links({ draft, change }: Pick<ChoicesProps, 'draft' | 'change'>): ReactNode {
  const w = useWords(brandingWords)
  return (
    <>
      <TextField
        name="support_url"
        type="url"
        label={w.support}
        placeholder="mailto:help@example.com"
        value={draft.support}
        onChange={(support) => change({ support })}
        isOptional
      />
      <TextField
        name="terms_url"
        type="url"
        label={w.terms}
        placeholder="https://example.com/terms"
        value={draft.terms}
        onChange={(terms) => change({ terms })}
        isOptional
      />
      <TextField
        name="privacy_url"
        type="url"
        label={w.privacy}
        placeholder="https://example.com/privacy"
        value={draft.privacy}
        onChange={(privacy) => change({ privacy })}
        isOptional
      />
    </>
  )
}
