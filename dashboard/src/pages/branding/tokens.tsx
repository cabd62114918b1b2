import type { ReactNode } from 'react'
import type { Branding } from '@mandate/sdk'
import { useMay } from '#/api/session.ts'
import { useWords } from '#/i18n/words.ts'
import { useDraft } from '#/ui/form/draft.ts'
import { FieldRow, NumberField, SelectField } from '#/ui/form/fields.tsx'
import { Form } from '#/ui/form/form.tsx'
import { changeOf } from '#/ui/form/merge-patch.ts'
import { optionsOf } from '#/ui/form/options.ts'
import { submitFooter } from '#/ui/form/submit-footer.tsx'
import { Card, Facts, Stack } from '#/ui/layout.tsx'
import { measures, modes } from './built-in.ts'
import { ColourField } from './colour-field.tsx'
import { draftOfTokens } from './draft.ts'
import { withColour } from './meter.ts'
import { paletteOf } from './palette.ts'
import { Preview } from './preview.tsx'
import { useSaveDraft } from './save-draft.ts'
import { brandingWords } from './words.ts'
import styles from './branding.module.css'
import type { Draft } from '#/ui/form/draft.ts'
import type { Mode } from './built-in.ts'
import type { TokensDraft } from './draft.ts'
import type { ColourChoices } from './palette.ts'

const colours = ['background', 'surface', 'text', 'muted', 'line', 'border', 'accent_hover', 'on_accent'] as const
const fields = [...modes.flatMap((mode) => colours.map((colour) => `${mode}.${colour}`)), ...Object.keys(measures)].map(
  (name) => `design_tokens.${name}`,
)

/** The fine print of the look: every colour and measure that the pages know. */
export function Tokens({ branding }: { readonly branding: Branding }): ReactNode {
  const may = useMay()
  const draft = useDraft(draftOfTokens(branding))
  const tokens = draft.value
  const { colors, fonts, name, logo } = branding
  const choices = { accent: colors.accent, accentDark: colors.accent_dark ?? '', tokens }
  const links = branding
  return (
    <div className={styles['split']}>
      {may('branding:write') ? <Choices draft={draft} choices={choices} /> : <Chosen branding={branding} />}
      <div className={styles['beside']}>
        <Preview
          look={{
            ...{ name, fonts, tokens, logo },
            palettes: { light: paletteOf(choices, 'light'), dark: paletteOf(choices, 'dark') },
            links: {
              support: links.support_url !== null,
              terms: links.terms_url !== null,
              privacy: links.privacy_url !== null,
            },
          }}
        />
      </div>
    </div>
  )
}

function Chosen({ branding: { palettes, design_tokens: tokens } }: { readonly branding: Branding }): ReactNode {
  const w = useWords(brandingWords)
  return (
    <Stack>
      {modes.map((mode) => (
        <Card key={mode} title={w.schemes[mode]}>
          <Facts
            facts={colours.map((colour) => [w.colours[colour], <code key={colour}>{palettes[mode][colour]}</code>])}
          />
        </Card>
      ))}
      <Card title={w.measures}>
        <Facts
          facts={[
            [w.radius, tokens.radius_px ?? measures.radius_px],
            [w.shadow, w.shadows[tokens.shadow ?? measures.shadow]],
            [w.logoHeight, tokens.logo_height_px ?? measures.logo_height_px],
            [w.logoPlate, w.plates[tokens.logo_plate ?? measures.logo_plate]],
          ]}
        />
      </Card>
    </Stack>
  )
}

interface OfDraft {
  readonly draft: Draft<TokensDraft>
}

interface ColourProps extends OfDraft {
  readonly choices: ColourChoices
}

function Choices({ draft, choices }: ColourProps): ReactNode {
  const w = useWords(brandingWords)
  const saveDraft = useSaveDraft(w.saved)
  const save = (): Promise<void> =>
    saveDraft(changeOf(draft.before, draft.value), (tokens) => ({ design_tokens: tokens }))
  return (
    <Form fields={fields} onSubmit={save} draft={draft} refreshes={['branding']} footer={submitFooter(w.save)}>
      <Measures draft={draft} />
      {modes.map((mode) => (
        <Colours key={mode} mode={mode} draft={draft} choices={choices} />
      ))}
    </Form>
  )
}

function Colours({ mode, draft, choices }: ColourProps & { readonly mode: Mode }): ReactNode {
  const w = useWords(brandingWords)
  return (
    <Card title={w.schemes[mode]}>
      {colours.map((colour) => (
        <ColourField
          key={colour}
          name={`design_tokens.${mode}.${colour}`}
          label={w.colours[colour]}
          setting={colour}
          mode={mode}
          choices={choices}
          value={draft.value[mode][colour] ?? ''}
          onChange={(value) => draft.change({ [mode]: withColour(choices, colour, mode, value).tokens[mode] })}
        />
      ))}
    </Card>
  )
}

function Measures({ draft: { value: tokens, change } }: OfDraft): ReactNode {
  const w = useWords(brandingWords)
  return (
    <Card title={w.measures}>
      <FieldRow>
        <NumberField
          name="design_tokens.radius_px"
          label={w.radius}
          hint={w.emptyIs(measures.radius_px)}
          min={0}
          max={20}
          value={tokens.radius_px ?? undefined}
          onChange={(radius) => change({ radius_px: radius ?? null })}
        />
        <NumberField
          name="design_tokens.logo_height_px"
          label={w.logoHeight}
          hint={w.emptyIs(measures.logo_height_px)}
          min={20}
          max={64}
          value={tokens.logo_height_px ?? undefined}
          onChange={(height) => change({ logo_height_px: height ?? null })}
        />
      </FieldRow>
      <FieldRow>
        <SelectField
          name="design_tokens.shadow"
          label={w.shadow}
          value={tokens.shadow ?? measures.shadow}
          onChange={(shadow) => change({ shadow })}
          options={optionsOf(w.shadows)}
        />
        <SelectField
          name="design_tokens.logo_plate"
          label={w.logoPlate}
          value={tokens.logo_plate ?? measures.logo_plate}
          onChange={(plate) => change({ logo_plate: plate })}
          options={optionsOf(w.plates)}
        />
      </FieldRow>
    </Card>
  )
}
