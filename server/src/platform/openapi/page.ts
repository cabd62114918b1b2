import type { Json } from './components.ts'
import { html } from '#/platform/html/html.ts'
import type { Html } from '#/platform/html/html.ts'
import { operationsOf } from './openapi.ts'
import type { Operation } from './openapi.ts'
import { referencePage } from './shell.ts'
import type { ReferencePage } from './shell.ts'
import { membersOf, typeInWords } from './words.ts'

type Parameter = { name: string; in: string; required: boolean; description?: string; schema: Json }

/** The readable reference: every operation of the document, grouped by tag. */
export function operationsPage(document: Json): ReferencePage {
  const operations = operationsOf(document)
  const tags = (document['tags'] as { name: string }[]).map(({ name }) => name)
  const { title, version } = document['info'] as { title: string; version: string }
  return referencePage({
    title: `${title} API`,
    lead: html`Version ${version}. The same as a document for tools: <a href="/openapi.json">openapi.json</a>. Every
      error code: <a href="/docs/errors">errors</a>. How to use it: <a href="/docs/guide">the guide</a>.`,
    links: tags.map((tag) => html`<li><a href="#tag-${tag}">${tag}</a></li>`),
    main: html`${tags.map((tag) =>
      group(
        tag,
        operations.filter((each) => tagOf(each) === tag),
        document,
      ),
    )}`,
  })
}

const tagOf = ({ value }: Operation): string => (value['tags'] as string[])[0] ?? ''

const group = (tag: string, operations: readonly Operation[], document: Json): Html =>
  html`<section aria-labelledby="tag-${tag}">
    <h2 id="tag-${tag}">${tag}</h2>
    ${operations.map((each) => article(each, document))}
  </section>`

function article({ method, path, value }: Operation, document: Json): Html {
  const parameters = value['parameters'] as Parameter[]
  const body = value['requestBody'] as { content: Record<string, { schema: Json }> } | undefined
  return html`<article id="${String(value['operationId'])}">
    <details>
      <summary>
        <span class="method method-${method.toLowerCase()}">${method}</span><span class="path">${path}</span>
        <span class="summary">${String(value['summary'])}</span>
      </summary>
      <div class="body">
        <p>${String(value['description'])}</p>
        ${
          parameters.length > 0 &&
          html`<h3>Parameters</h3>
            ${parameterTable(parameters)}`
        }
        ${body && bodySection(body.content, document)}
        <h3>Responses</h3>
        ${responseSection(value['responses'] as Record<string, Json>, document)}
      </div>
    </details>
  </article>`
}

const parameterTable = (parameters: readonly Parameter[]): Html =>
  table(
    ['Name', 'In', 'Type', 'Meaning'],
    parameters.map(({ name, in: place, required, schema, description = '' }) => [
      nameCell(name, required),
      html`${place}`,
      html`${typeInWords(schema)}`,
      html`${description}`,
    ]),
  )

function bodySection(content: Record<string, { schema: Json }>, document: Json): Html {
  const sections = Object.entries(content).map(
    ([type, { schema }]) =>
      html`<h3>Body, <code>${type}</code></h3>
        ${shapeTables(schema, document)}`,
  )
  return html`${sections}`
}

/** One table, or one for each of the shapes that a body may have. */
function shapeTables(schema: Json, document: Json): Html {
  const shapes = schema['oneOf'] as Json[] | undefined
  if (!shapes) return memberTable(schema, document)
  return html`${shapes.map(
    (shape) =>
      html`<h4>${typeInWords(shape)}</h4>
        ${memberTable(shape, document)}`,
  )}`
}

function memberTable(schema: Json, document: Json): Html {
  const rows = membersOf(schema, document).map(({ name, required, schema: member }) => [
    nameCell(name, required),
    html`${typeInWords(member)}`,
    html`${String(member['description'] ?? '')}`,
  ])
  return rows.length > 0 ? table(['Name', 'Type', 'Meaning'], rows) : html`<p>${typeInWords(schema)}</p>`
}

/** The responses a route declares; those it shares with others stand in one line below. */
function responseSection(responses: Record<string, Json>, document: Json): Html {
  const isShared = ([, response]: [string, Json]): boolean => '$ref' in response
  const entries = Object.entries(responses)
  const rows = entries
    .filter((entry) => !isShared(entry))
    .map(([status, response]) => {
      const content = response['content'] as Record<string, { schema: Json }> | undefined
      const schema = content && Object.values(content)[0]?.schema
      const body = schema ? members(schema, document) : html``
      return [html`<code>${status}</code>`, html`${String(response['description'])}`, body]
    })
  const shared = entries.filter(isShared).map(([status]) => status)
  return html`${table(['Status', 'Meaning', 'Body'], rows)}
    <p class="also">Also ${shared.join(', ')}, see <a href="/docs/errors">errors</a>.</p>`
}

/** The members of a body in one cell. */
function members(schema: Json, document: Json): Html {
  const names = membersOf(schema, document).map(({ name }) => html`<code>${name}</code> `)
  return names.length > 0 ? html`${names}` : html`${typeInWords(schema)}`
}

const nameCell = (name: string, required: boolean): Html =>
  html`<code>${name}</code>${required && html` <span class="required">required</span>`}`

const table = (headings: readonly string[], rows: readonly (readonly Html[])[]): Html =>
  html`<div class="wide">
    <table>
      <thead>
        <tr>
          ${headings.map((heading) => html`<th>${heading}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (cells) =>
            html`<tr>
              ${cells.map((cell) => html`<td>${cell}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
