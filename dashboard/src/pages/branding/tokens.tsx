import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { Branding, DesignTokens } from '@mandate/sdk'
import { mandate } from '#/api/mandate.ts'
import { useMay } from '#/api/session.ts'
import { useWords } from '#/i18n/words.ts'
import { FieldRow, NumberField, SelectField } from '#/ui/form/fields.tsx'
import { Form } from '#/ui/form/form.tsx'
import { optionsOf } from '#/ui/form/options.ts'
import { submitFooter } from '#/ui/form/submit-footer.tsx'
import { Card, Facts, Stack } from '#/ui/layout.tsx'
import { toast } from '#/ui/toasts.ts'
import { measures, modes } from './built-in.ts'
import { ColourField } from './colour-field.tsx'
import { tokensPatch, withChanges } from './draft.ts'
import { withColour } from './meter.ts'
import { paletteOf } from './palette.ts'
import { Preview } from './preview.tsx'
import { brandingWords } from './words.ts'
import styles from './branding.module.css'
import type { Mode } from './built-in.ts'
import type { ColourChoices } from './palette.ts'

const colours = ['background', 'surface', 'text', 'muted', 'line', 'border', 'accent_hover', 'on_accent'] as const
const fields = [...modes.flatMap((mode) => colours.map((colour) => `${mode}.${colour}`)), ...Object.keys(measures)].map(
  (name) => `design_tokens.${name}`,
)

/** The fine print of the look: every colour and measure that the pages know. */
export function Tokens({ branding }: { readonly branding: Branding }): ReactNode {
  const may = useMay()
  const before = branding.design_tokens
  const [changes, setChanges] = useState<DesignTokens>({})
  const tokens = withChanges(before, changes)
  const { colors, fonts, name, logo } = branding
  const choices = { accent: colors.accent, accentDark: colors.accent_dark ?? '', tokens }
  const links = branding
  return (
    <div className={styles['split']}>
      {may('branding:write') ? (
        <Choices
          changes={changes}
          choices={choices}
          change={(after) => setChanges(tokensPatch(before, after))}
          onSaved={() => setChanges({})}
        />
      ) : (
        <Chosen branding={branding} />
      )}
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

interface ChoicesProps {
  /** What was touched and not saved. */
  readonly changes: DesignTokens
  readonly choices: ColourChoices
  readonly change: (tokens: DesignTokens) => void
  readonly onSaved: () => void
}

function Choices({ changes, choices, change, onSaved }: ChoicesProps): ReactNode {
  const w = useWords(brandingWords)
  const client = useQueryClient()
  const save = async (): Promise<void> => {
    client.setQueryData(['branding'], await mandate.branding.draft.update({ design_tokens: changes }))
    onSaved()
    toast(w.saved)
  }
  return (
    <Form fields={fields} onSubmit={save} refreshes={['branding']} footer={submitFooter(w.save)}>
      <Measures tokens={choices.tokens} change={change} />
      {modes.map((mode) => (
        <Colours key={mode} mode={mode} choices={choices} change={change} />
      ))}
    </Form>
  )
}

function Colours({
  mode,
  choices,
  change,
}: Pick<ChoicesProps, 'choices' | 'change'> & { readonly mode: Mode }): ReactNode {
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
          value={choices.tokens[mode]?.[colour] ?? ''}
          onChange={(value) => change(withColour(choices, colour, mode, value).tokens)}
        />
      ))}
    </Card>
  )
}

interface MeasuresProps {
  readonly tokens: DesignTokens
  readonly change: (tokens: DesignTokens) => void
}

function Measures({ tokens, change }: MeasuresProps): ReactNode {
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
          onChange={(radius) => change({ ...tokens, radius_px: radius ?? null })}
        />
        <NumberField
          name="design_tokens.logo_height_px"
          label={w.logoHeight}
          hint={w.emptyIs(measures.logo_height_px)}
          min={20}
          max={64}
          value={tokens.logo_height_px ?? undefined}
          onChange={(height) => change({ ...tokens, logo_height_px: height ?? null })}
        />
      </FieldRow>
      <FieldRow>
        <SelectField
          name="design_tokens.shadow"
          label={w.shadow}
          value={tokens.shadow ?? measures.shadow}
          onChange={(shadow) => change({ ...tokens, shadow })}
          options={optionsOf(w.shadows)}
        />
        <SelectField
          name="design_tokens.logo_plate"
          label={w.logoPlate}
          value={tokens.logo_plate ?? measures.logo_plate}
          onChange={(plate) => change({ ...tokens, logo_plate: plate })}
          options={optionsOf(w.plates)}
        />
      </FieldRow>
    </Card>
  )
}
