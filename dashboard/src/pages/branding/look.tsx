import type { ReactNode } from 'react'
import type { Branding } from '@mandate/sdk'
import { useMay } from '#/api/session.ts'
import { useWords } from '#/i18n/words.ts'
import { useDraft } from '#/ui/form/draft.ts'
import { FieldRow, SelectField, TextField } from '#/ui/form/fields.tsx'
import { Form } from '#/ui/form/form.tsx'
import { submitFooter } from '#/ui/form/submit-footer.tsx'
import { Card, Facts, Stack } from '#/ui/layout.tsx'
import { ColourField } from './colour-field.tsx'
import { draftOf, lookChange } from './draft.ts'
import { fonts as families } from '#/generated/fonts.ts'
import { Logo } from './logo.tsx'
import { paletteOf } from './palette.ts'
import { Preview } from './preview.tsx'
import { useSaveDraft } from './save-draft.ts'
import { brandingWords } from './words.ts'
import styles from './branding.module.css'
import type { Draft } from '#/ui/form/draft.ts'
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
  const draft = useDraft(draftOf(branding))
  const { name, accent, accentDark, body, heading, support, terms, privacy } = draft.value
  const choices = { accent, accentDark, tokens: branding.design_tokens }
  const mayWrite = may('branding:write')
  return (
    <div className={styles['split']}>
      <Stack>
        {mayWrite ? <Choices draft={draft} choices={choices} /> : <Chosen branding={branding} />}
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

interface OfDraft {
  readonly draft: Draft<LookDraft>
}

function Choices({ draft, choices }: OfDraft & { readonly choices: ColourChoices }): ReactNode {
  const w = useWords(brandingWords)
  const { value, before, change } = draft
  const saveDraft = useSaveDraft(w.saved)
  const save = (): Promise<void> => saveDraft(lookChange(before, value), (patch) => patch)
  const fonts = families.map((font) => ({ value: font, label: w.fonts[font] }))
  return (
    <Card title={w.basics}>
      <Form fields={fields} onSubmit={save} draft={draft} refreshes={['branding']} footer={submitFooter(w.save)}>
        <TextField
          name="name"
          label={w.name}
          hint={w.nameHint}
          value={value.name}
          onChange={(name) => change({ name })}
        />
        <ColourField
          name="colors.accent"
          label={w.accent}
          hint={w.accentHint}
          setting="accent"
          mode="light"
          choices={choices}
          value={value.accent}
          onChange={(accent) => change({ accent })}
        />
        <ColourField
          name="colors.accent_dark"
          label={w.accentDark}
          hint={w.accentDarkHint}
          setting="accent"
          mode="dark"
          choices={choices}
          value={value.accentDark}
          onChange={(accentDark) => change({ accentDark })}
        />
        <FieldRow>
          <SelectField
            name="fonts.body"
            label={w.bodyFont}
            value={value.body}
            onChange={(body) => change({ body })}
            options={fonts}
          />
          <SelectField
            name="fonts.heading"
            label={w.headingFont}
            value={value.heading}
            onChange={(heading) => change({ heading })}
            options={[{ value: '', label: w.sameFont }, ...fonts]}
          />
        </FieldRow>
        <Links draft={draft} />
      </Form>
    </Card>
  )
}

function Links({ draft: { value, change } }: OfDraft): ReactNode {
  const w = useWords(brandingWords)
  return (
    <>
      <TextField
        name="support_url"
        type="url"
        label={w.support}
        placeholder="mailto:help@example.com"
        value={value.support}
        onChange={(support) => change({ support })}
        isOptional
      />
      <TextField
        name="terms_url"
        type="url"
        label={w.terms}
        placeholder="https://example.com/terms"
        value={value.terms}
        onChange={(terms) => change({ terms })}
        isOptional
      />
      <TextField
        name="privacy_url"
        type="url"
        label={w.privacy}
        placeholder="https://example.com/privacy"
        value={value.privacy}
        onChange={(privacy) => change({ privacy })}
        isOptional
      />
    </>
  )
}
