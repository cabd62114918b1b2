import { useEffect, useId, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { common } from '#/i18n/common.ts'
import { useWords } from '#/i18n/words.ts'
import { Button } from '#/ui/button.tsx'
import { cx } from '#/ui/cx.ts'
import { useFieldError } from './form.tsx'
import type { Option } from './options.ts'
import styles from './form.module.css'

interface FieldProps {
  /** The member of the body it fills; what the server refuses of it stands here. */
  readonly name: string
  readonly label: string
  readonly hint?: ReactNode
  readonly isOptional?: boolean
}

/** The attributes by which an input, its label, its hint and its error belong together. */
interface Wiring {
  readonly id: string
  readonly name: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': boolean
}

interface FrameProps extends FieldProps {
  readonly children: (wiring: Wiring) => ReactNode
}

/** What is the same around every input. Use it for an input that is none of those below. */
export function Field({ name, label, hint, isOptional = false, children }: FrameProps): ReactNode {
  const id = useId()
  const error = useFieldError(name)
  const { optional } = useWords(common)
  const described = [error !== undefined && `${id}-error`, hint !== undefined && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className={styles['field']}>
      <label className={styles['label']} htmlFor={id}>
        {label}
        {isOptional && <span className={styles['optional']}>{optional}</span>}
      </label>
      {children({ id, name, 'aria-describedby': described || undefined, 'aria-invalid': error !== undefined })}
      {error !== undefined && (
        <p id={`${id}-error`} className={styles['error']}>
          {error}
        </p>
      )}
      {hint !== undefined && (
        <p id={`${id}-hint`} className={styles['hint']}>
          {hint}
        </p>
      )}
    </div>
  )
}

interface Valued<Value> {
  readonly value: Value
  readonly onChange: (value: Value) => void
}

interface TextFieldProps extends FieldProps, Valued<string> {
  readonly type?: 'text' | 'email' | 'password' | 'url' | 'search' | 'datetime-local'
  readonly autoComplete?: string
  readonly placeholder?: string
  /** Gets the focus when it appears: the first field of a dialog. */
  readonly hasFocus?: boolean
  readonly isCode?: boolean
}

/** A line of text. */
export function TextField(props: TextFieldProps): ReactNode {
  const { value, onChange, type = 'text', autoComplete = 'off', placeholder, hasFocus = false, isCode = false } = props
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (hasFocus) input.current?.focus()
  }, [hasFocus])
  return (
    <Field {...props}>
      {(wiring) => (
        <input
          {...wiring}
          ref={input}
          className={cx(styles['input'], isCode && styles['code'])}
          type={type}
          value={value}
          autoComplete={autoComplete}
          placeholder={placeholder}
          spellCheck={isCode || type !== 'text' ? false : undefined}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}

interface TextAreaProps extends FieldProps, Valued<string> {
  readonly isCode?: boolean
  readonly rows?: number
  /** Why what stands there cannot be sent; the form around says so in place of sending it. */
  readonly problem?: string
}

/** Several lines of text, or of code. */
export function TextArea(props: TextAreaProps): ReactNode {
  const { value, onChange, isCode = false, rows = 4, problem = '' } = props
  return (
    <Field {...props}>
      {(wiring) => (
        <textarea
          {...wiring}
          ref={(area) => area?.setCustomValidity(problem)}
          className={cx(styles['input'], isCode && styles['code'])}
          rows={rows}
          value={value}
          spellCheck={!isCode}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}

interface FileFieldProps extends FieldProps {
  /** The kinds a browser offers: names of types, and endings. */
  readonly accept: string
  readonly onChange: (file: File | undefined) => void
}

/** A file of whoever sits there. */
export function FileField(props: FileFieldProps): ReactNode {
  const { accept, onChange } = props
  return (
    <Field {...props}>
      {(wiring) => (
        <input
          {...wiring}
          className={styles['file']}
          type="file"
          accept={accept}
          onChange={({ target }) => onChange(target.files?.[0])}
        />
      )}
    </Field>
  )
}

interface NumberFieldProps extends FieldProps, Valued<number | undefined> {
  readonly min?: number
  readonly max?: number
  readonly step?: number | 'any'
}

/** A number; undefined while the field is empty. */
export function NumberField(props: NumberFieldProps): ReactNode {
  const { value, onChange, min, max, step = 1 } = props
  return (
    <Field {...props}>
      {(wiring) => (
        <input
          {...wiring}
          className={styles['input']}
          type="number"
          inputMode="numeric"
          min={min}
          max={max}
          step={step}
          value={value ?? ''}
          onChange={({ target }) => onChange(target.value === '' ? undefined : target.valueAsNumber)}
        />
      )}
    </Field>
  )
}

/** One of a few. */
export function SelectField<Value extends string>(
  props: FieldProps & Valued<Value> & { readonly options: readonly Option<Value>[] },
): ReactNode {
  const { value, onChange, options } = props
  return (
    <Field {...props}>
      {(wiring) => (
        <select
          {...wiring}
          className={styles['input']}
          value={value}
          onChange={(event) => onChange(event.target.value as Value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

interface CheckboxProps extends Omit<FieldProps, 'isOptional'> {
  readonly isChecked: boolean
  readonly onChange: (isChecked: boolean) => void
}

/** Yes or no. */
export function Checkbox({ name, label, hint, isChecked, onChange }: CheckboxProps): ReactNode {
  const id = useId()
  const error = useFieldError(name)
  return (
    <div className={styles['check']}>
      <input
        id={id}
        name={name}
        type="checkbox"
        checked={isChecked}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        aria-invalid={error !== undefined}
        onChange={(event) => onChange(event.target.checked)}
      />
      <label htmlFor={id}>{label}</label>
      {error !== undefined && <p className={styles['error']}>{error}</p>}
      {hint !== undefined && (
        <p id={`${id}-hint`} className={styles['hint']}>
          {hint}
        </p>
      )}
    </div>
  )
}

/** Any of several. */
export function CheckboxGroup<Value extends string>({
  name,
  label,
  hint,
  value,
  onChange,
  options,
}: FieldProps & Valued<readonly Value[]> & { readonly options: readonly Option<Value>[] }): ReactNode {
  const error = useFieldError(name)
  return (
    <fieldset className={styles['group']}>
      <legend>{label}</legend>
      <div className={styles['group']}>
        {hint !== undefined && <p className={styles['hint']}>{hint}</p>}
        {error !== undefined && <p className={styles['error']}>{error}</p>}
        {options.map((option) => (
          <Checkbox
            key={option.value}
            name={`${name}:${option.value}`}
            label={option.label}
            isChecked={value.includes(option.value)}
            onChange={(isChecked) =>
              onChange(isChecked ? [...value, option.value] : value.filter((one) => one !== option.value))
            }
          />
        ))}
      </div>
    </fieldset>
  )
}

const partsOf = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean)

/**
 * A list of short texts, such as scopes or redirect URIs: Enter, a comma or a space ends one. What is being typed counts as well, so
 * that nobody has to end the last one, and nothing moves away under a pointer that goes from here to a button.
 */
export function TagsField(
  props: FieldProps & Valued<readonly string[]> & { readonly placeholder?: string },
): ReactNode {
  const { value, onChange, placeholder } = props
  const { delete: remove } = useWords(common)
  const [draft, setDraft] = useState({ tags: value, typed: '', value })
  // Unless somebody else changed the list meanwhile.
  const { tags, typed } = String(draft.value) === String(value) ? draft : { tags: value, typed: '' }
  const input = useRef<HTMLInputElement>(null)
  const change = (kept: readonly string[], text: string): void => {
    const all = [...new Set([...kept, ...partsOf(text)])]
    setDraft({ tags: [...new Set(kept)], typed: text, value: all })
    onChange(all)
  }
  return (
    <Field {...props}>
      {(wiring) => (
        <>
          <ul className={styles['tags']}>
            {tags.map((tag) => (
              <li key={tag} className={styles['tag']}>
                <bdi>{tag}</bdi>
                <Button
                  kind="quiet"
                  size="small"
                  icon="close"
                  aria-label={`${remove}: ${tag}`}
                  onPress={() => {
                    change(
                      tags.filter((one) => one !== tag),
                      typed,
                    )
                    input.current?.focus()
                  }}
                />
              </li>
            ))}
          </ul>
          <input
            {...wiring}
            ref={input}
            className={styles['input']}
            value={typed}
            placeholder={placeholder}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => {
              const isEnded = /[\s,]$/.test(target.value)
              change(isEnded ? [...tags, ...partsOf(target.value)] : tags, isEnded ? '' : target.value)
            }}
            onKeyDown={(event) => {
              if (event.key === 'Backspace' && typed === '') change(tags.slice(0, -1), '')
              if (event.key !== 'Enter' || typed === '') return
              event.preventDefault()
              change(value, '')
            }}
          />
        </>
      )}
    </Field>
  )
}

/** Fields that stand side by side where there is room. */
export const FieldRow = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <div className={styles['pair']}>{children}</div>
)
