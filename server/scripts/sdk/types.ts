import type { Json } from '#/platform/openapi/components.ts'

const REF = '#/components/schemas/'
const WIDTH = 120

/** A component whose name means something else in TypeScript, with its name there. */
const RENAMED: Readonly<Record<string, string>> = { Error: 'ErrorBody' }

export const typeName = (component: string): string => RENAMED[component] ?? component

/** How a type is written: `inputs` are what callers hand over, whose optional members may be undefined, too. */
interface Style {
  readonly indent: string
  readonly input: boolean
}

/** A JSON schema of the document as a type of TypeScript. */
export function typeOf(schema: Json, style: Style): string {
  if (typeof schema['$ref'] === 'string') return typeName(schema['$ref'].slice(REF.length))
  const options = schema['anyOf'] ?? schema['oneOf']
  if (Array.isArray(options)) return union((options as Json[]).map((option) => typeOf(option, style)))
  if ('const' in schema) return literal(schema['const'])
  if (Array.isArray(schema['enum'])) return union(schema['enum'].map(literal))
  const { type } = schema
  if (Array.isArray(type)) return union(type.map((each) => typeOf({ ...schema, type: each }, style)))
  if (schema['format'] === 'binary') return 'Blob'
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
      return type
    case 'integer':
    case 'number':
      return 'number'
    case 'array':
      return arrayOf(typeOf((schema['items'] ?? {}) as Json, style), style)
    case 'object':
      return objectType(schema, style)
    case undefined:
      return 'unknown'
    default:
      throw new TypeError(`no type of TypeScript is known for ${JSON.stringify(schema)}`)
  }
}

/** Declares a named type with the description of its schema. */
export function declarationOf(name: string, schema: Json, input: boolean): string {
  const text = typeOf(schema, { indent: '', input })
  const isInterface = schema['type'] === 'object' && text.startsWith('{\n')
  const doc = docComment(descriptionOf(schema), '')
  return `${doc}export ${isInterface ? `interface ${name} ` : `type ${name} = `}${text}\n`
}

/** A doc comment of paragraphs, or nothing. */
export function docComment(paragraphs: readonly string[], indent: string): string {
  const lines = paragraphs
    .flatMap((paragraph, i) => [
      ...(i > 0 ? [''] : []),
      ...wrap(paragraph.replaceAll('*/', '*∕'), WIDTH - indent.length - 3),
    ])
    .map((line) => line.trimEnd())
  const [only = '', ...more] = lines
  if (only === '') return ''
  if (more.length === 0 && only.length + indent.length + 7 <= WIDTH) return `${indent}/** ${only} */\n`
  return `${indent}/**\n${lines.map((line) => `${indent} *${line === '' ? '' : ` ${line}`}\n`).join('')}${indent} */\n`
}

const descriptionOf = (schema: Json): string[] =>
  typeof schema['description'] === 'string' ? [schema['description']] : []

function objectType(schema: Json, style: Style): string {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Json>)
  const inner = { ...style, indent: `${style.indent}  ` }
  const [pattern] = Object.values((schema['patternProperties'] ?? {}) as Record<string, Json>)
  const other = pattern ?? schema['additionalProperties']
  const rest = other === undefined || other === false ? undefined : typeOf(other === true ? {} : (other as Json), inner)
  if (properties.length === 0) return `Record<string, ${rest ?? (pattern === undefined ? 'unknown' : 'never')}>`
  const required = new Set((schema['required'] ?? []) as string[])
  const members = properties.map(([name, value]) => memberOf(name, value, required.has(name), inner))
  if (rest !== undefined) members.push(`${inner.indent}[member: string]: unknown\n`)
  return `{\n${members.join('')}${style.indent}}`
}

function memberOf(name: string, schema: Json, required: boolean, style: Style): string {
  const type = typeOf(schema, style)
  const optional = required ? '' : '?'
  const absent = !required && style.input && type !== 'unknown' ? ' | undefined' : ''
  return `${docComment(descriptionOf(schema), style.indent)}${style.indent}${key(name)}${optional}: ${type}${absent}\n`
}

const key = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name))

function arrayOf(item: string, { input }: Style): string {
  const items = item.includes(' | ') && !item.startsWith('{') ? `(${item})[]` : `${item}[]`
  return input ? `readonly ${items}` : items
}

const union = (types: readonly string[]): string => [...new Set(types)].join(' | ')

const literal = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'` : JSON.stringify(value)

function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/)) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}
