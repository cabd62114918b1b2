/** The part of JSON Schema that forms are made from. */
export interface JsonSchema {
  readonly $id?: string
  readonly type?: string | readonly string[]
  readonly title?: string
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly default?: unknown
}

/** The kind of field that a schema asks for. */
export type FieldKind = 'flag' | 'flagOrNone' | 'choice' | 'number' | 'text' | 'choices' | 'texts' | 'object' | 'json'

/** The schema without the null that it allows besides, and whether it allows one. */
export function nullable(schema: JsonSchema): { readonly schema: JsonSchema; readonly isNullable: boolean } {
  const others = schema.anyOf?.filter(({ type }) => type !== 'null') ?? []
  const [only] = others
  if (only === undefined || others.length > 1 || others.length === schema.anyOf?.length) {
    return { schema, isNullable: false }
  }
  const { anyOf: _, ...rest } = schema
  return { schema: { ...rest, ...only }, isNullable: true }
}

/** What field fits a schema; what fits none is written as JSON. */
export function kindOf(given: JsonSchema): FieldKind {
  const { schema, isNullable } = nullable(given)
  if (isNullable && schema.type === 'boolean') return 'flagOrNone'
  if (choicesOf(schema).length > 0) return 'choice'
  switch (schema.type) {
    case 'boolean':
      return 'flag'
    case 'integer':
    case 'number':
      return 'number'
    case 'string':
      return 'text'
    case 'array':
      if (choicesOf(schema.items ?? {}).length > 0) return 'choices'
      return schema.items?.type === 'string' ? 'texts' : 'json'
    case 'object':
      return schema.properties ? 'object' : 'json'
    default:
      return 'json'
  }
}

/** The texts that a schema allows, however it says so; none where it allows anything else. */
export function choicesOf({ enum: values, const: only, anyOf }: JsonSchema): readonly string[] {
  const all = values ?? (only === undefined ? anyOf?.map((one) => one.const) : [only])
  return all?.every((one) => typeof one === 'string') ? all : []
}

/** What a property is called: its title, or its name in words. */
export const labelOf = (name: string, { title }: JsonSchema): string => {
  const words = name.replaceAll('_', ' ')
  return title ?? words.charAt(0).toUpperCase() + words.slice(1)
}

/** The names of the fields that a schema makes, as what a server refuses is sorted by them. */
export function fieldNames(schema: JsonSchema, within = ''): readonly string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const full = within === '' ? name : `${within}.${name}`
    return kindOf(property) === 'object' ? [...fieldNames(property, full), full] : [full]
  })
}
