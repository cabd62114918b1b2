import { commonErrors } from '#/platform/errors/app-error.ts'
import type { ErrorCode } from '#/platform/errors/app-error.ts'
import type { Json } from '#/platform/openapi/components.ts'
import { sdkOperations } from './operations.ts'
import type { SdkOperation } from './operations.ts'
import { className, NOTICE, resourceFile } from './resource-file.ts'
import { declarationOf, docComment, typeName } from './types.ts'

type Schemas = Readonly<Record<string, Json>>

/**
 * The generated part of the SDK, by the name of its file: a file for each noun of the API with its methods and types, the
 * types that several nouns use, the codes of errors, the events that webhooks bring, and the client that holds it all.
 */
export function sdkFiles(document: Json, errors: readonly ErrorCode[]): Map<string, string> {
  const { schemas } = document['components'] as { schemas: Schemas }
  const operations = sdkOperations(document)
  const events = eventSchemas(document)
  const nouns = Map.groupBy(operations, ({ noun }) => noun)
  for (const name of ['request', 'send', 'follow']) {
    if (nouns.has(name)) throw new TypeError(`no noun is called ${name}, which is a method of every client`)
  }
  const inputs = componentsIn(
    operations.flatMap(({ body }) => (body ? [body.schema] : [])),
    schemas,
  )
  const owners = ownersOf([...nouns, [WEBHOOK_EVENTS, Object.values(events)]], schemas)
  const ownedBy = (owner: string): Map<string, { schema: Json; input: boolean }> =>
    new Map(
      Object.entries(schemas)
        .filter(([name]) => owners.get(name) === owner)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, schema]) => [name, { schema, input: inputs.has(name) }]),
    )
  const shared = ownedBy(SHARED)
  const elsewhere = new Set([...shared.keys()].map(typeName))
  const descriptions = new Map(
    (document['tags'] as { name: string; description?: string }[]).map((tag) => [tag.name, tag.description]),
  )
  const files = new Map<string, string>()
  for (const [noun, ofNoun] of nouns) {
    const [first] = ofNoun
    const description = descriptions.get(first?.tag ?? '') ?? ''
    files.set(fileOf(noun), resourceFile({ noun, description, operations: ofNoun, schemas: ownedBy(noun) }, elsewhere))
  }
  files.set('shared.ts', sharedFile(shared))
  files.set('webhook-events.ts', eventsFile(events, ownedBy(WEBHOOK_EVENTS), elsewhere))
  files.set('error-codes.ts', errorCodesFile(errors))
  files.set('mandate.ts', mandateFile([...nouns.keys()], descriptions, nouns))
  files.set('index.ts', indexFile([...nouns.keys()]))
  return files
}

const SHARED = 'shared'
const WEBHOOK_EVENTS = 'webhook events'

const fileOf = (noun: string): string => `${noun.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`

/** Which noun alone refers to each component, at once or through others; `shared` where there are several. */
function ownersOf(parts: Iterable<readonly [string, unknown]>, schemas: Schemas): Map<string, string> {
  const owners = new Map<string, string>()
  for (const [owner, part] of parts) {
    for (const name of componentsIn([part], schemas)) owners.set(name, owners.has(name) ? SHARED : owner)
  }
  return owners
}

function componentsIn(parts: readonly unknown[], schemas: Schemas): Set<string> {
  const found = new Set<string>()
  const follow = (part: unknown): void => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (found.has(name)) continue
      found.add(name)
      follow(schemas[name] ?? null)
    }
  }
  parts.forEach(follow)
  return found
}

const sharedFile = (schemas: ReadonlyMap<string, { schema: Json; input: boolean }>): string =>
  [NOTICE, ...[...schemas].map(([name, { schema, input }]) => declarationOf(typeName(name), schema, input))].join('\n')

/** The schema of what each event carries, by the name of the event. */
function eventSchemas(document: Json): Schemas {
  const webhooks = (document['webhooks'] ?? {}) as Record<string, { post: Json }>
  const body = ({ post }: { post: Json }): Json => {
    const { content } = post['requestBody'] as { content: Record<string, { schema: Json }> }
    const { schema } = content['application/json'] ?? { schema: {} }
    return { ...schema, description: (post['description'] as string).replace(/\. Respond with[^]*$/, '.') }
  }
  return Object.fromEntries(
    Object.entries(webhooks)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, it]) => [name, body(it)]),
  )
}

function eventsFile(
  events: Schemas,
  own: ReadonlyMap<string, { schema: Json; input: boolean }>,
  elsewhere: ReadonlySet<string>,
): string {
  const nameOf = (event: string): string =>
    `${event
      .split(/[._]/)
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
      .join('')}Event`
  const types = [
    ...[...own].map(([name, { schema }]) => declarationOf(typeName(name), schema, false)),
    ...Object.entries(events).map(([name, schema]) => declarationOf(nameOf(name), schema, false)),
  ]
  const members = Object.keys(events).map((name) => `  '${name}': ${nameOf(name)}\n`)
  const body = types.join('\n')
  const used = [...elsewhere].filter((name) => new RegExp(`\\b${name}\\b`).test(body)).toSorted()
  const imported = used.length > 0 ? `import type { ${used.join(', ')} } from './shared.ts'\n` : ''
  return `${NOTICE}${imported}
/** What a webhook brings, by the name of the event. */
export interface WebhookEvents {
${members.join('')}}

${body}`
}

function errorCodesFile(errors: readonly ErrorCode[]): string {
  const all = [...Object.values<ErrorCode>(commonErrors), ...errors].toSorted((a, b) => (a.code < b.code ? -1 : 1))
  const lines = all.map(({ code, message }) => `${docComment([message], '  ')}  ${code}: true\n`)
  return `${NOTICE}
/** Every code that an error of \`/api/v1\` may have, with its message. */
export interface ErrorCodes {
${[...new Set(lines)].join('')}}
`
}

function mandateFile(
  nouns: readonly string[],
  descriptions: ReadonlyMap<string, string | undefined>,
  operations: ReadonlyMap<string, readonly SdkOperation[]>,
): string {
  const imported = nouns.map((noun) => `import { ${className(noun)} } from './${fileOf(noun)}'\n`)
  const tagOf = (noun: string): string => operations.get(noun)?.[0]?.tag ?? ''
  const fields = nouns.map(
    (noun) => `${docComment([descriptions.get(tagOf(noun)) ?? ''], '  ')}  readonly ${noun}: ${className(noun)}\n`,
  )
  const made = nouns.map((noun) => `    this.${noun} = new ${className(noun)}(transport)\n`)
  return `${NOTICE}import type { MandateOptions } from '#/client/options.ts'
import { Transport } from '#/client/transport.ts'
${imported.join('')}
/** A server's API: every operation by its id in the OpenAPI document, and \`request\` for whatever has none here. */
export class Mandate {
${fields.join('')}  /** Any route: the body of its response, parsed. */
  readonly request: Transport['request']
  /** Any route: its response, unread. */
  readonly send: Transport['send']
  /** Any route that responds with server-sent events. */
  readonly follow: Transport['events']

  constructor(options: MandateOptions) {
    const transport = new Transport(options)
    this.request = transport.request.bind(transport)
    this.send = transport.send.bind(transport)
    this.follow = transport.events.bind(transport)
${made.join('')}  }
}
`
}

const indexFile = (nouns: readonly string[]): string =>
  `${NOTICE}
export { Mandate } from './mandate.ts'
${nouns.map((noun) => `export * from './${fileOf(noun)}'\n`).join('')}export type * from './webhook-events.ts'
export type * from './shared.ts'
export type { ErrorCodes } from './error-codes.ts'
`
