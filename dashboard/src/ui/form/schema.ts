/** The part of JSON Schema that forms are made from. */
export interface JsonSchema {
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
  readonly default?: unknown
}

/** The kind of field that a schema asks for. */
export type FieldKind = 'flag' | 'choice' | 'number' | 'text' | 'choices' | 'texts' | 'object' | 'json'

/** What field fits a schema; what fits none is written as JSON. */
export function kindOf(schema: JsonSchema): FieldKind {
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
