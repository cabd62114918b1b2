import type { Json } from '#/platform/openapi/components.ts'
import type { SdkOperation } from './operations.ts'
import { declarationOf, docComment, typeName } from './types.ts'

/** Says who wrote a file, since its readers are elsewhere than in this repository, too. */
export const NOTICE = '// Made from the OpenAPI document by `npm run generate`; changes here are lost.\n'

/** What one noun of the API has: its methods, and what they take and return. */
interface Resource {
  readonly noun: string
  readonly description: string
  readonly operations: readonly SdkOperation[]
  /** The named schemas that no other noun uses, by name, and whether callers hand them over. */
  readonly schemas: ReadonlyMap<string, { readonly schema: Json; readonly input: boolean }>
}

const capitalized = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

/** Groups whose types would be called as those of a noun: `vault.connections` are a person's own, `vaultConnections` all. */
const OTHER_PREFIXES: Readonly<Record<string, string>> = {
  'vault.connections': 'VaultOwnConnections',
  'vault.grants': 'VaultOwnGrants',
}

/** `agents`, [`policies`] → `AgentsPolicies`: what its types and its class begin with. */
function prefixOf(noun: string, groups: readonly string[]): string {
  const path = [noun, ...groups]
  return OTHER_PREFIXES[path.join('.')] ?? path.map(capitalized).join('')
}

export const className = (noun: string, groups: readonly string[] = []): string => `${prefixOf(noun, groups)}Api`

/** The file of one noun. `elsewhere` are the names of types that stand in the shared file. */
export function resourceFile(resource: Resource, elsewhere: ReadonlySet<string>): string {
  const groups = groupsOf(resource.operations)
  const types = new Map<string, string>()
  for (const [name, { schema, input }] of resource.schemas) {
    types.set(typeName(name), declarationOf(typeName(name), schema, input))
  }
  const classes = [...groups].map(([, group]) => classOf(resource, group, [...groups.values()], types))
  const body = [...classes, ...types.values()].join('\n')
  return [NOTICE, imports(body, elsewhere), '\n', body].join('')
}

interface Group {
  readonly path: readonly string[]
  readonly operations: readonly SdkOperation[]
}

function groupsOf(operations: readonly SdkOperation[]): Map<string, Group> {
  const groups = new Map<string, Group>([['', { path: [], operations: [] }]])
  for (const { groups: path } of operations) {
    for (let depth = 1; depth <= path.length; depth += 1) {
      const part = path.slice(0, depth)
      if (!groups.has(part.join('.'))) groups.set(part.join('.'), { path: part, operations: [] })
    }
  }
  const byPath = Map.groupBy(operations, (operation) => operation.groups.join('.'))
  return new Map([...groups].map(([key, { path }]) => [key, { path, operations: byPath.get(key) ?? [] }]))
}

function classOf(resource: Resource, group: Group, all: readonly Group[], types: Map<string, string>): string {
  const { noun } = resource
  const children = all.filter(({ path }) => path.length === group.path.length + 1 && isBelow(path, group.path))
  const name = className(noun, group.path)
  const doc = group.path.length === 0 ? resource.description : `\`${[noun, ...group.path].join('.')}\``
  const fields = children.map(({ path }) => `  readonly ${path.at(-1)}: ${className(noun, path)}\n`)
  const made = children.map(({ path }) => `    this.${path.at(-1)} = new ${className(noun, path)}(transport)\n`)
  const methods = group.operations.map((operation) => `\n${methodOf(operation, types)}`)
  return `${docComment([doc], '')}export class ${name} {
${group.operations.length > 0 ? '  readonly #transport: Transport\n' : ''}${fields.join('')}
  constructor(transport: Transport) {
${group.operations.length > 0 ? '    this.#transport = transport\n' : ''}${made.join('')}  }
${methods.join('')}}
`
}

const isBelow = (path: readonly string[], parent: readonly string[]): boolean =>
  parent.every((part, i) => path[i] === part)

function methodOf(operation: SdkOperation, types: Map<string, string>): string {
  const { noun, groups, method, pathParameters, body, query, result } = operation
  const prefix = `${prefixOf(noun, groups)}${capitalized(method)}`
  const parameters = pathParameters.map((name) => `${camelCase(name)}: string`)
  const sent = ['...options']
  if (body) {
    parameters.push(`body${body.required ? '' : '?'}: ${declare(`${prefix}Body`, body.schema, true, types)}`)
    sent.push('body')
  }
  if (query.length > 0) {
    const required = query.some((parameter) => parameter['required'] === true)
    parameters.push(`query${required ? '' : '?'}: ${declare(`${prefix}Query`, querySchema(query), true, types)}`)
    sent.push('query')
  }
  if (operation.takesIdempotencyKey) sent.push('keyed: true')
  parameters.push(`options?: ${result === 'events' ? 'StreamOptions' : 'RequestOptions'}`)
  const { type, call } = resultOf(operation, prefix, types)
  const http = result === 'page' || result === 'events' ? '' : `'${operation.http}', `
  const doc = docComment([`${operation.summary}.`, operation.description], '  ')
  return `${doc}  ${method}(${parameters.join(', ')}): ${type} {
    return this.#transport.${call}(${http}${pathExpression(operation)}, ${sent.length === 1 ? 'options' : `{ ${sent.join(', ')} }`})
  }
`
}

function resultOf(
  { result, resultSchemas, mayBeEmpty }: SdkOperation,
  prefix: string,
  types: Map<string, string>,
): { type: string; call: string } {
  const named = resultSchemas.map((schema) => declare(`${prefix}Result`, schema, false, types)).join(' | ')
  switch (result) {
    case 'page':
      return { type: `PageRequest<${named}>`, call: 'list' }
    case 'events':
      return { type: 'AsyncGenerator<ServerEvent, void, undefined>', call: 'events' }
    case 'stream':
      return { type: 'Promise<Response>', call: 'send' }
    case 'text':
      return { type: 'Promise<string>', call: 'request' }
    case 'nothing':
      return { type: 'Promise<void>', call: 'request' }
    case 'json':
      return { type: `Promise<${named}${mayBeEmpty ? ' | undefined' : ''}>`, call: 'request' }
  }
}

/** The name of a schema in TypeScript: its own, or the one it gets here. */
function declare(name: string, schema: Json, input: boolean, types: Map<string, string>): string {
  const reference = schema['$ref']
  if (typeof reference === 'string') return typeName(reference.slice(reference.lastIndexOf('/') + 1))
  types.set(name, declarationOf(name, schema, input))
  return name
}

function querySchema(query: readonly Json[]): Json {
  const required = query.filter((parameter) => parameter['required'] === true).map(({ name }) => name)
  const members = query.map((it) => [it['name'], { description: it['description'], ...(it['schema'] as Json) }])
  return { type: 'object', required, properties: Object.fromEntries(members) as Json }
}

const camelCase = (name: string): string => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

function pathExpression({ path, pathParameters }: SdkOperation): string {
  if (pathParameters.length === 0) return `'${path}'`
  return `path\`${path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => `\${${camelCase(name)}}`)}\``
}

/** What a file needs of others, by what it says. */
function imports(body: string, elsewhere: ReadonlySet<string>): string {
  const uses = (name: string): boolean => new RegExp(`\\b${name}\\b`).test(body.replaceAll(/\/\*\*[\s\S]*?\*\//g, ''))
  const from = (file: string, names: readonly string[]): string => {
    const used = names.filter(uses)
    return used.length === 0 ? '' : `import type { ${used.join(', ')} } from '${file}'\n`
  }
  return [
    body.includes('path`') ? "import { path } from '#/client/path.ts'\n" : '',
    from('#/client/event-stream.ts', ['ServerEvent']),
    from('#/client/options.ts', ['RequestOptions', 'StreamOptions']),
    from('#/client/pages.ts', ['PageRequest']),
    from('#/client/transport.ts', ['Transport']),
    from('./shared.ts', [...elsewhere].toSorted()),
  ].join('')
}
