import type { ReactNode } from 'react'
import { useWords } from '#/i18n/words.ts'
import { common } from '#/i18n/common.ts'
import { JsonField } from './json-field.tsx'
import { Checkbox, CheckboxGroup, NumberField, SelectField, TagsField, TextField } from './fields.tsx'
import { choicesOf, kindOf, labelOf, nullable } from './schema.ts'
import type { JsonSchema } from './schema.ts'
import styles from './form.module.css'

type Values = Readonly<Record<string, unknown>>

interface SchemaFieldsProps {
  /** An object: each property becomes a field, described by its `title` and `description`. */
  readonly schema: JsonSchema
  readonly value: Values
  readonly onChange: (value: Values) => void
  /** What the names of the fields begin with, where the object is a member of the body: `config`. */
  readonly within?: string
}

/** Fields made from a JSON Schema. They stand in a `Form`, whose `fields` are `fieldNames(schema)`. */
export const SchemaFields = ({ schema, value, onChange, within = '' }: SchemaFieldsProps): ReactNode =>
  Object.entries(schema.properties ?? {}).map(([name, property]) => (
    <SchemaField
      key={name}
      name={within === '' ? name : `${within}.${name}`}
      label={labelOf(name, property)}
      schema={property}
      isOptional={!(schema.required ?? []).includes(name)}
      value={value[name]}
      onChange={(changed) => onChange(changed === undefined ? without(value, name) : { ...value, [name]: changed })}
    />
  ))

const without = (value: Values, name: string): Values =>
  Object.fromEntries(Object.entries(value).filter(([key]) => key !== name))

interface SchemaFieldProps {
  readonly name: string
  readonly label: string
  readonly schema: JsonSchema
  readonly isOptional?: boolean
  readonly value: unknown
  /** Undefined takes the member away. */
  readonly onChange: (value: unknown) => void
}

/** One field made from a JSON Schema; what fits no kind of field is written as JSON. */
export function SchemaField(props: SchemaFieldProps): ReactNode {
  const { name, label, schema: given, value, onChange } = props
  const { none, yes, no } = useWords(common)
  const { schema, isNullable } = nullable(given)
  const isOptional = props.isOptional === true || isNullable
  const gone = isNullable ? null : undefined
  const about = { name, label, isOptional, ...(schema.description === undefined ? {} : { hint: schema.description }) }
  switch (kindOf(given)) {
    case 'flag':
      return <Checkbox {...about} isChecked={value === true} onChange={onChange} />
    case 'flagOrNone':
      return (
        <SelectField
          {...about}
          options={[
            { value: '', label: none },
            { value: 'true', label: yes },
            { value: 'false', label: no },
          ]}
          value={typeof value === 'boolean' ? String(value) : ''}
          onChange={(choice) => onChange(choice === '' ? null : choice === 'true')}
        />
      )
    case 'choice': {
      const options = choicesOf(schema).map((choice) => ({ value: choice, label: choice }))
      const all = isOptional ? [{ value: '', label: none }, ...options] : options
      return (
        <SelectField
          {...about}
          options={all}
          value={typeof value === 'string' ? value : ''}
          onChange={(choice) => onChange(choice === '' ? gone : choice)}
        />
      )
    }
    case 'number':
      return (
        <NumberField
          {...about}
          {...(schema.minimum === undefined ? {} : { min: schema.minimum })}
          {...(schema.maximum === undefined ? {} : { max: schema.maximum })}
          step={schema.type === 'integer' ? 1 : 'any'}
          value={typeof value === 'number' ? value : undefined}
          onChange={onChange}
        />
      )
    case 'text':
      return (
        <TextField
          {...about}
          value={typeof value === 'string' ? value : ''}
          onChange={(text) => onChange(text === '' && isOptional ? gone : text)}
        />
      )
    case 'choices':
      return (
        <CheckboxGroup
          {...about}
          options={choicesOf(schema.items ?? {}).map((choice) => ({ value: choice, label: choice }))}
          value={texts(value)}
          onChange={onChange}
        />
      )
    case 'texts':
      return <TagsField {...about} value={texts(value)} onChange={onChange} />
    case 'object':
      return (
        <fieldset className={styles['group']}>
          <legend>{label}</legend>
          <div className={styles['form']}>
            <SchemaFields schema={schema} value={(value ?? {}) as Values} onChange={onChange} within={name} />
          </div>
        </fieldset>
      )
    default:
      return <JsonField {...about} value={value} onChange={onChange} />
  }
}

const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
