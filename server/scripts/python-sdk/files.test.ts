import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Json } from '#/platform/openapi/components.ts'
import { pythonFiles } from './files.ts'

const text = { type: 'string' }
const object = (properties: Json, required: string[] = []): Json => ({ type: 'object', properties, required })
const json = (schema: Json): Json => ({ content: { 'application/json': { schema } } })

function fileOf(name: string, operation: Json, schemas: Json = {}): string {
  const defaults = {
    tags: ['things'],
    summary: 'Do it',
    description: 'Really.',
    security: [{ adminKey: [] }],
    parameters: [],
  }
  const document = {
    paths: { '/api/v1/things/{id}': { post: { ...defaults, ...operation } } },
    components: { schemas },
  }
  return pythonFiles(document).get(name) ?? ''
}

suite('the generated Python client', () => {
  test('nests nouns, writes names in the way of Python, and goes around its keywords', () => {
    const parameters = [
      { name: 'id', in: 'path', required: true, schema: text, description: 'Which.' },
      { name: 'from', in: 'query', required: false, schema: text, description: 'Since when.' },
    ]
    const responses = { 200: json({ $ref: '#/components/schemas/Thing' }) }
    const operation = { operationId: 'things.parts.rotateSecret', parameters, responses }
    const client = fileOf('admin/resources.py', operation, { Thing: object({ id: text }, ['id']) })
    assert.match(client, /class ThingsParts\(Resource\):/)
    assert.match(
      client,
      /def rotate_secret\(self, id: str, \*, from_: str \| None = None, \*\*options: Unpack\[Options\]\) -> t\.Thing:/,
    )
    assert.match(client, /f"\/api\/v1\/things\/\{segment\(id\)\}", options, query=\{"from": from_\}/)
    const asynchronous = fileOf('admin/async_resources.py', operation, { Thing: object({ id: text }, ['id']) })
    assert.match(asynchronous, /async def rotate_secret\([^]*return await self\._transport\.json/)
  })

  test('says what may be missing, what may be null, and takes names that no class can have', () => {
    const body = object({ 'oauth.mode': { enum: ['a', 'b'] }, note: { anyOf: [text, { type: 'null' }] } }, ['note'])
    const requestBody = { required: true, ...json(body) }
    const types = fileOf('types.py', { operationId: 'things.set', requestBody, responses: { 204: {} } })
    assert.match(types, /ThingsSetBody = TypedDict\(/)
    assert.match(types, /"oauth\.mode": "NotRequired\[Literal\[\\"a\\", \\"b\\"\]\]"/)
    assert.match(types, /"note": "str \| None"/)
  })

  test('takes a schema that holds itself', () => {
    const node = object({ next: { $ref: '#/components/schemas/Node' } })
    const types = fileOf(
      'types.py',
      { operationId: 'things.get', responses: { 200: json({ $ref: '#/components/schemas/Node' }) } },
      { Node: node },
    )
    assert.match(types, /class Node\(TypedDict\):\n {4}next: NotRequired\[Node\]/)
  })

  test('tells the result of a dry run from nothing', () => {
    const flag = { name: 'dry_run', in: 'query', required: false, schema: { type: 'boolean' }, description: '' }
    const counts = { $ref: '#/components/schemas/DryRun' }
    const operation = { operationId: 'things.delete', parameters: [flag], responses: { 200: json(counts), 204: {} } }
    const client = fileOf('admin/resources.py', operation, { DryRun: object({ total: { type: 'integer' } }) })
    assert.match(client, /@overload\n {4}def delete\(self, \*, dry_run: Literal\[True\], [^)]*\) -> t\.DryRun: \.\.\./)
    assert.match(client, /dry_run: Literal\[False\] \| None = None, [^)]*\) -> None: \.\.\./)
  })

  test('leaves out what no key opens', () => {
    const client = fileOf('admin/resources.py', {
      operationId: 'things.get',
      security: [{ session: [] }],
      responses: {},
    })
    assert.doesNotMatch(client, /things/)
  })
})
