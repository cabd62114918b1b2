import type { ClientOperation, Parameter } from './operations.ts'
import { itemOf } from './operations.ts'
import { className, docstring, pythonName, pythonText } from './names.ts'
import type { PythonTypes } from './types.ts'

/** The words in which the two clients differ; everything else is one template. */
interface Flavour {
  readonly prefix: '' | 'Async'
  readonly def: 'def' | 'async def'
  readonly wait: '' | 'await '
  readonly base: string
  readonly pages: string
  readonly stream: string
}

/** The client that waits. */
export const SYNC: Flavour = {
  prefix: '',
  def: 'def',
  wait: '',
  base: 'Resource',
  pages: 'Pages',
  stream: 'AbstractContextManager[Response]',
}

/** The client for asyncio. */
export const ASYNC: Flavour = {
  prefix: 'Async',
  def: 'async def',
  wait: 'await ',
  base: 'AsyncResource',
  pages: 'AsyncPages',
  stream: 'AbstractAsyncContextManager[Response]',
}

/** A noun of the API with what can be done to it, and the nouns below it. */
interface Noun {
  readonly name: readonly string[]
  readonly methods: ClientOperation[]
  readonly nouns: Map<string, Noun>
}

/** Every noun as a class, those below others first, and the root that the client inherits from last. */
export function resourceClasses(operations: readonly ClientOperation[], types: PythonTypes, flavour: Flavour): string {
  const root: Noun = { name: [], methods: [], nouns: new Map() }
  for (const operation of operations) nounOf(root, operation.id.slice(0, -1)).methods.push(operation)
  return classesOf(root, types, flavour).join('\n\n\n')
}

function nounOf(noun: Noun, path: readonly string[]): Noun {
  const [first, ...rest] = path
  if (first === undefined) return noun
  const known = noun.nouns.get(first) ?? { name: [...noun.name, first], methods: [], nouns: new Map() }
  noun.nouns.set(first, known)
  return nounOf(known, rest)
}

function classesOf(noun: Noun, types: PythonTypes, flavour: Flavour): string[] {
  const below = [...noun.nouns.values()]
  const names = [...below.map(({ name }) => name.at(-1)), ...noun.methods.map(({ id }) => id.at(-1))]
  if (new Set(names).size < names.length) throw new Error(`a noun and a method of ${noun.name.join('.')} share a name`)
  const members = [...below.map((it) => property(it, flavour)), ...noun.methods.map((it) => method(it, types, flavour))]
  const head = `class ${nounClass(noun, flavour)}(${flavour.base}):`
  const about = noun.name.length === 0 ? 'Every noun of the API.' : `\`${noun.name.map(pythonName).join('.')}\``
  return [
    ...below.flatMap((it) => classesOf(it, types, flavour)),
    [head, docstring([about], '    '), '', members.join('\n\n')].join('\n'),
  ]
}

const nounClass = ({ name }: Noun, { prefix }: Flavour): string =>
  name.length === 0 ? `${prefix}Root` : className(prefix, ...name)

const property = (noun: Noun, flavour: Flavour): string =>
  [
    '    @property',
    `    def ${pythonName(noun.name.at(-1) ?? '')}(self) -> ${nounClass(noun, flavour)}:`,
    `        return ${nounClass(noun, flavour)}(self._transport)`,
  ].join('\n')

function method(operation: ClientOperation, types: PythonTypes, flavour: Flavour): string {
  const returns = returnType(operation, types, flavour)
  const parameters = signature(operation, types)
  const waits = operation.result.kind !== 'pages' && operation.result.kind !== 'stream'
  const head = (taken: string, result: string): string =>
    `    ${waits ? flavour.def : 'def'} ${pythonName(operation.id.at(-1) ?? '')}(${taken}) -> ${result}:`
  return [
    ...dryRunOverloads(parameters, returns, head),
    head(parameters, returns),
    docstring([`${operation.summary}.`, operation.description, parameterDocs(operation)], '        '),
    `        return ${waits ? flavour.wait : ''}self._transport.${operation.result.kind}(${call(operation)})`,
  ].join('\n')
}

/** With `dry_run` such an operation says what would end, and without it nothing. */
function dryRunOverloads(
  parameters: string,
  returns: string,
  head: (taken: string, result: string) => string,
): string[] {
  const asked = 'dry_run: bool | None = None'
  if (!parameters.includes(asked) || !returns.endsWith(' | None')) return []
  return [
    ['dry_run: Literal[True]', returns.replace(/ \| None$/, '')],
    ['dry_run: Literal[False] | None = None', 'None'],
  ].flatMap(([said = '', result = '']) => ['    @overload', `${head(parameters.replace(asked, said), result)} ...`])
}

function signature({ id, inPath, inQuery, inHeader, body, result }: ClientOperation, types: PythonTypes): string {
  const named = [...inQuery, ...inHeader]
  const ordered = [...named.filter(({ required }) => required), ...named.filter(({ required }) => !required)]
  const keywords = ordered.map((parameter) => keyword(parameter, types, id))
  if (result.kind === 'raw') keywords.push('params: QueryParams | None = None')
  if (body?.kind === 'raw') keywords.push('content: bytes | None = None')
  return [
    'self',
    ...inPath.map(({ name }) => `${pythonName(name)}: str`),
    ...bodyArgument(body, id, types),
    ...(keywords.length > 0 ? ['*', ...keywords] : []),
    '**options: Unpack[Options]',
  ].join(', ')
}

function bodyArgument(body: ClientOperation['body'], id: readonly string[], types: PythonTypes): string[] {
  if (body === undefined || body.kind === 'raw') return []
  if (body.kind === 'files') return ['files: Files']
  const type = qualified(types.typeOf(body.schema, className(...id, 'Body')))
  return [body.required ? `body: ${type}` : `body: ${type} | None = None`]
}

function keyword({ name, required, schema }: Parameter, types: PythonTypes, id: readonly string[]): string {
  const type = qualified(types.typeOf(schema, className(...id, 'Query', name)))
  return required ? `${pythonName(name)}: ${type}` : `${pythonName(name)}: ${type} | None = None`
}

function returnType({ id, result }: ClientOperation, types: PythonTypes, flavour: Flavour): string {
  if (result.kind === 'raw') return 'Response'
  if (result.kind === 'stream') return flavour.stream
  if (result.kind === 'text') return 'str'
  const [first] = result.schemas
  const item = result.kind === 'pages' && first ? itemOf(first) : undefined
  if (item) return `${flavour.pages}[${qualified(types.typeOf(item, className(...id, 'Item')))}]`
  const unique = [...new Map(result.schemas.map((schema) => [JSON.stringify(schema), schema])).values()]
  const shapes = unique.map((schema, i) =>
    qualified(types.typeOf(schema, className(...id, 'Result', i > 0 ? String(i + 1) : ''))),
  )
  return [...new Set(shapes), ...(result.mayBeEmpty ? ['None'] : [])].join(' | ') || 'None'
}

/** The classes of the types stand in a module of their own, so that no name of theirs is one of a resource. */
const qualified = (type: string): string =>
  type.replaceAll(/"(?:[^"\\]|\\.)*"|\b[A-Z]\w*/g, (word) =>
    BUILT_IN.has(word) || word.startsWith('"') ? word : `t.${word}`,
  )

const BUILT_IN = new Set(['Literal', 'Any', 'None', 'True', 'False'])

function call({ method: verb, path, inPath, inQuery, inHeader, takesKey, body, result }: ClientOperation): string {
  const names = new Map(inPath.map(({ name }) => [name, pythonName(name)]))
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const reader = result.kind === 'raw' && name === 'path' ? 'segments' : 'segment'
    return `{${reader}(${names.get(name) ?? name})}`
  })
  const entries = (parameters: readonly Parameter[]): string =>
    `{${parameters.map(({ name }) => `${pythonText(name)}: ${pythonName(name)}`).join(', ')}}`
  return [
    pythonText(verb),
    `${filled === path ? '' : 'f'}${pythonText(filled)}`,
    'options',
    ...(inQuery.length > 0 ? [`query=${entries(inQuery)}`] : []),
    ...(inHeader.length > 0 ? [`headers=${entries(inHeader)}`] : []),
    ...(body?.kind === 'json'
      ? ['body=body']
      : body?.kind === 'files'
        ? ['files=files']
        : body
          ? ['content=content']
          : []),
    ...(result.kind === 'raw' ? ['params=params'] : []),
    ...(takesKey ? ['keyed=True'] : []),
  ].join(', ')
}

function parameterDocs({ inPath, inQuery, inHeader }: ClientOperation): string {
  const all = [...inPath, ...inQuery, ...inHeader].filter(({ description }) => description)
  if (all.length === 0) return ''
  return ['Args:', ...all.map(({ name, description }) => `    ${pythonName(name)}: ${description}`)].join('\n')
}
