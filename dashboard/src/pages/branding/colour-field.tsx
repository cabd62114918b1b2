import type { ReactNode } from 'react'
import { useWords } from '#/i18n/words.ts'
import { Button } from '#/ui/button.tsx'
import { Field } from '#/ui/form/fields.tsx'
import { Status } from '#/ui/status.tsx'
import { spelled } from './colours.ts'
import { readingOf, shown } from './meter.ts'
import { paletteOf } from './palette.ts'
import { brandingWords } from './words.ts'
import styles from './branding.module.css'
import type { Mode } from './built-in.ts'
import type { Setting } from './meter.ts'
import type { ColourChoices } from './palette.ts'

interface ColourFieldProps {
  /** The member of the body. */
  readonly name: string
  readonly label: string
  readonly hint?: string
  readonly setting: Setting
  readonly mode: Mode
  /** All choices, in which this one is read. */
  readonly choices: ColourChoices
  /** Empty: what is built in or made from others. */
  readonly value: string
  readonly onChange: (value: string) => void
}

/** A colour, with how well it can be read where it is hardest, and the nearest shade that is enough. */
export function ColourField(props: ColourFieldProps): ReactNode {
  const { name, label, hint, setting, mode, choices, value, onChange } = props
  const w = useWords(brandingWords)
  const actual = paletteOf(choices, mode)[setting]
  return (
    <div className={styles['colour']}>
      <Field name={name} label={label} {...(hint === undefined ? {} : { hint })}>
        {(wiring) => (
          <div className={styles['inputs']}>
            <input
              type="color"
              className={styles['swatch']}
              aria-label={`${w.pick}: ${label}`}
              value={spelled(value) ?? actual}
              onChange={(event) => onChange(event.target.value)}
            />
            <input
              {...wiring}
              className={styles['hex']}
              value={value}
              placeholder={actual}
              autoComplete="off"
              spellCheck={false}
              maxLength={7}
              onChange={(event) => onChange(event.target.value)}
            />
          </div>
        )}
      </Field>
      <Meter {...props} />
    </div>
  )
}

function Meter({ label, setting, mode, choices, onChange }: ColourFieldProps): ReactNode {
  const w = useWords(brandingWords)
  const reading = readingOf(setting, mode, choices)
  if (reading === undefined) return null
  const { pair, ratio, isEnough, nearest } = reading
  return (
    <div className={styles['meter']}>
      <Status tone={isEnough ? 'ok' : 'bad'}>{isEnough ? w.enough(shown(ratio)) : w.tooLittle(shown(ratio))}</Status>
      <span>{isEnough ? w.hardest(w.pairs[pair.name]) : w.needs(pair.needed, w.pairs[pair.name])}</span>
      {nearest !== undefined && (
        <Button size="small" aria-label={`${label}: ${w.take(nearest)}`} onPress={() => onChange(nearest)}>
          <span className={styles['dot']} style={{ background: nearest }} />
          {w.take(nearest)}
        </Button>
      )}
      {!isEnough && nearest === undefined && <span>{w.noShade}</span>}
    </div>
  )
}
