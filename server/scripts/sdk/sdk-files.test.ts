import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sdkFiles } from './sdk-files.ts'

const json = (schema: object): object => ({ content: { 'application/json': { schema } } })
const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` })
const id = { name: 'agent_id', in: 'path', required: true, schema: { type: 'string' } }
const said = { summary: 'Do it', description: 'With */ care.' }

const document = {
  tags: [{ name: 'agents', description: 'Machine clients.' }],
  paths: {
    '/api/v1/agents/{agent_id}/policies': {
      get: {
        ...said,
        operationId: 'agents.policies.list',
        tags: ['agents'],
        parameters: [id, { name: 'limit', in: 'query', description: 'How many.', schema: { type: 'integer' } }],
        responses: {
          200: json({ type: 'object', properties: { data: { type: 'array', items: ref('Policy') }, next_cursor: {} } }),
        },
      },
      post: {
        ...said,
        operationId: 'agents.policies.create',
        tags: ['agents'],
        parameters: [id, { name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } }],
        requestBody: {
          required: true,
          ...json({
            type: 'object',
            required: ['name'],
            properties: { name: { type: 'string' }, tags: { type: 'array', items: { enum: ['a', 'b'] } } },
          }),
        },
        responses: { 201: json(ref('Policy')), 204: {} },
      },
    },
    '/agents/page': {
      get: { ...said, operationId: 'pages.agents', tags: ['pages'], responses: { 200: {} } },
    },
    '/api/v1/users/{agent_id}': {
      get: {
        ...said,
        operationId: 'users.get',
        tags: ['users'],
        parameters: [id],
        responses: { 200: json(ref('Subject')) },
      },
    },
    '/api/v1/go': {
      get: { ...said, operationId: 'users.go', tags: ['users'], responses: { 303: {} } },
    },
  },
  components: {
    schemas: {
      Policy: {
        type: 'object',
        required: ['subject'],
        properties: { subject: ref('Subject'), note: { type: 'string' } },
      },
      Subject: { type: 'object', description: 'Whom it is about.', patternProperties: { '^.*$': { type: 'boolean' } } },
    },
  },
}

test('an operation is a method: path parameters, body, query, options', () => {
  const agents = sdkFiles(document, []).get('agents.ts') ?? ''
  assert.match(
    agents,
    /create\(agentId: string, body: AgentsPoliciesCreateBody, options\?: RequestOptions\): Promise<Policy \| undefined>/,
  )
  assert.match(
    agents,
    /request\('POST', path`\/api\/v1\/agents\/\$\{agentId\}\/policies`, \{ \.\.\.options, body, keyed: true \}\)/,
  )
  assert.match(
    agents,
    /list\(agentId: string, query\?: AgentsPoliciesListQuery, options\?: RequestOptions\): PageRequest<Policy>/,
  )
  assert.match(agents, /readonly policies: AgentsPoliciesApi/)
})

test('types follow the schemas: what is required, what may be undefined, and what it means', () => {
  const agents = sdkFiles(document, []).get('agents.ts') ?? ''
  assert.match(agents, /export interface Policy \{\n {2}subject: Subject\n {2}note\?: string\n\}/)
  assert.match(agents, /name: string\n {2}tags\?: readonly \('a' \| 'b'\)\[\] \| undefined/)
  assert.match(agents, /\/\*\* How many\. \*\/\n {2}limit\?: number \| undefined/)
})

test('a description cannot end the comment that it stands in', () => {
  const agents = sdkFiles(document, []).get('agents.ts') ?? ''
  assert.doesNotMatch(agents, /With \*\/ care/)
})

test('a schema of several nouns stands in the shared file, once', () => {
  const files = sdkFiles(document, [])
  assert.match(
    files.get('shared.ts') ?? '',
    /\/\*\* Whom it is about\. \*\/\nexport type Subject = Record<string, boolean>/,
  )
  assert.match(files.get('users.ts') ?? '', /import type \{ Subject \} from '\.\/shared\.ts'/)
  assert.doesNotMatch(files.get('agents.ts') ?? '', /export \w+ Subject/)
})

test('pages and redirects have no method', () => {
  const files = sdkFiles(document, [])
  assert.equal(files.has('pages.ts'), false)
  assert.doesNotMatch(files.get('users.ts') ?? '', /\bgo\(/)
})

test('every code of an error is known by its name', () => {
  const code = {
    code: 'agent_missing',
    error: 'not_found',
    message: 'There is no such agent.',
    help: 'Look again.',
  } as const
  assert.match(
    sdkFiles(document, [code]).get('error-codes.ts') ?? '',
    /\/\*\* There is no such agent\. \*\/\n {2}agent_missing: true/,
  )
})
