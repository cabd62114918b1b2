import type { Json } from '#/platform/openapi/components.ts'
import { className, docstring, isIdentifier, pythonLiteral, pythonText } from './names.ts'

const REFERENCE = '#/components/schemas/'

/**
 * The shapes of the wire as TypedDicts, written when something first asks for them: what is sent and received stays the
 * dictionary that it is on the wire, and type checkers know what is in it.
 */
export class PythonTypes {
  readonly #schemas: Readonly<Record<string, Json>>
  readonly #written = new Map<string, string>()

  constructor(document: Json) {
    this.#schemas = (document['components'] as { schemas: Record<string, Json> }).schemas
  }

  /** What Python calls the type of a schema; `name` is for what has none of its own. */
  typeOf(schema: Json, name: string): string {
    const reference = schema['$ref']
    if (typeof reference === 'string') return this.#component(reference.slice(REFERENCE.length))
    if ('const' in schema) return `Literal[${pythonLiteral(schema['const'])}]`
    if (Array.isArray(schema['enum'])) return literals(schema['enum'])
    const choices = (schema['anyOf'] ?? schema['oneOf']) as Json[] | undefined
    if (choices) return this.#union(choices, name)
    if (schema['type'] === 'array') return `list[${this.typeOf((schema['items'] ?? {}) as Json, `${name}Item`)}]`
    if (schema['type'] === 'object') return this.#object(schema, name)
    return PLAIN[schema['type'] as string] ?? 'Any'
  }

  /** All that was asked for, by name. */
  definitions(): readonly string[] {
    return [...this.#written].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text)
  }

  #component(component: string): string {
    const name = className(component)
    if (this.#written.has(name)) return name
    const schema = this.#schemas[component]
    if (!schema) throw new Error(`the document has no schema ${component}`)
    if (isRecord(schema)) return this.#object(schema, name)
    this.#write(name, '')
    this.#written.set(name, `${name}: TypeAlias = ${pythonText(this.typeOf(schema, `${name}Value`))}`)
    return name
  }

  #union(choices: readonly Json[], name: string): string {
    const objects = choices.filter(isRecord)
    const types = choices.map((choice) => {
      const at = objects.indexOf(choice)
      return this.typeOf(choice, at > 0 ? `${name}${at + 1}` : name)
    })
    return [...new Set(types)].join(' | ')
  }

  #object(schema: Json, name: string): string {
    if (isRecord(schema)) return this.#record(schema, name)
    const patterns = Object.values((schema['patternProperties'] ?? {}) as Record<string, Json>)
    const values = patterns.length === 1 && patterns[0] ? this.typeOf(patterns[0], `${name}Value`) : 'Any'
    return `dict[str, ${values}]`
  }

  #record(schema: Json, name: string): string {
    this.#write(name, '') // first, since a schema may hold itself
    const properties = Object.entries(schema['properties'] as Record<string, Json>)
    const required = new Set((schema['required'] ?? []) as string[])
    const fields = properties.map(([field, value]) => {
      const type = this.typeOf(value, className(name, field))
      const description = typeof value['description'] === 'string' ? value['description'] : ''
      return { field, type: required.has(field) ? type : `NotRequired[${type}]`, description }
    })
    const isClass = properties.every(([field]) => isIdentifier(field))
    this.#written.set(name, isClass ? asClass(name, fields) : asCall(name, fields))
    return name
  }

  #write(name: string, text: string): void {
    if (this.#written.has(name)) throw new Error(`two types would be called ${name}`)
    this.#written.set(name, text)
  }
}

interface Field {
  readonly field: string
  readonly type: string
  readonly description: string
}

const PLAIN: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
}

const isRecord = (schema: Json): boolean =>
  schema['type'] === 'object' && Object.keys(schema['properties'] ?? {}).length > 0

const literals = (values: readonly unknown[]): string => `Literal[${values.map(pythonLiteral).join(', ')}]`

function asClass(name: string, fields: readonly Field[]): string {
  const lines = fields.flatMap(({ field, type, description }) => [
    `    ${field}: ${type}`,
    ...(description === '' ? [] : [docstring([description], '    ')]),
  ])
  return [`class ${name}(TypedDict):`, ...lines].join('\n')
}

// Names with dots and the like are no names of fields.
const asCall = (name: string, fields: readonly Field[]): string =>
  [
    `${name} = TypedDict(`,
    `    ${pythonText(name)},`,
    '    {',
    ...fields.map(({ field, type }) => `        ${pythonText(field)}: ${pythonText(type)},`),
    '    },',
    ')',
  ].join('\n')
