import { Type } from 'typebox'
import { AppError } from '#/platform/errors/app-error.ts'
import { Reply } from '#/platform/http/routing/reply.ts'
import { apiRoute } from '#/platform/http/routing/route.ts'
import { appErrors } from './errors.ts'
import { AppParams } from './schemas.ts'
import { languages, uses } from './snippets/snippet.ts'
import { snippetsFor } from './snippets/snippets.ts'
import type { Static } from 'typebox'
import type { Setting } from './snippets/snippet.ts'

const LanguageWord = Type.Enum([...languages])
const UseWord = Type.Enum([...uses], {
  description:
    'What the code does: signs people in, gets a machine its token, signs a device in, hands a token on down a chain of agents, or is the API that gets the tokens.',
})

const SnippetSchema = Type.Object({
  language: LanguageWord,
  use: UseWord,
  title: Type.String(),
  file: Type.String({ description: 'What to call the file.' }),
  install: Type.Union([Type.String(), Type.Null()], { description: 'Fetches what it needs.' }),
  environment: Type.Array(Type.String(), { description: 'What it reads from the environment, secrets above all.' }),
  code: Type.String(),
})

const AgentParams = Type.Object({ id: Type.String({ description: 'The id or the client_id of the agent.' }) })

const Query = Type.Object({ language: Type.Optional(LanguageWord), use: Type.Optional(UseWord) })

const Snippets = Type.Object({
  client_id: Type.String(),
  issuer: Type.String(),
  snippets: Type.Array(SnippetSchema),
  unavailable: Type.Array(Type.Object({ language: LanguageWord, use: UseWord, reason: Type.String() })),
})

/** JSON, or the code itself. */
const SnippetsOrCode = Type.Union([Snippets, Type.String()], { 'x-media-types': ['application/json', 'text/plain'] })

const description =
  'Working code with the client_id and the address of this server, in every language and for every use that fits. Secrets are names of the environment. With Accept: text/plain the response is the code itself, the first of those chosen.'

/** Code for an application, in one language or in all there is. */
const appSnippet = apiRoute({
  name: 'apps.getSnippet',
  method: 'GET',
  url: '/admin/apps/:id/snippet',
  auth: { kind: 'admin', scope: 'apps:read' },
  summary: 'Write code for an application',
  description,
  schema: { params: AppParams, query: Query, response: { 200: SnippetsOrCode } },
  handler: async ({ params, query, headers }, { apps, issuer }) =>
    written({ app: await apps.get(params.id), issuer }, query, headers['accept']),
})

const agentSnippet = apiRoute({
  name: 'agents.getSnippet',
  method: 'GET',
  url: '/agents/:id/snippet',
  auth: { kind: 'admin', scope: 'agents:read' },
  summary: 'Write code for an agent',
  description,
  schema: { params: AgentParams, query: Query, response: { 200: SnippetsOrCode } },
  handler: async ({ params, query, headers }, { agents, issuer }) =>
    written({ app: await agents.get(params.id), issuer }, query, headers['accept']),
})

function written(setting: Setting, query: Static<typeof Query>, accept: string | undefined) {
  const { snippets, unavailable } = snippetsFor(setting, query)
  const isChosen = query.language !== undefined || query.use !== undefined || wantsText(accept)
  if (snippets.length === 0 && isChosen) {
    throw new AppError(appErrors.app_snippet_not_available, { details: { reason: unavailable[0]?.reason } })
  }
  const [first] = snippets
  if (first && wantsText(accept)) return new Reply(200, first.code, { 'content-type': 'text/plain; charset=utf-8' })
  return { client_id: setting.app.clientId, issuer: setting.issuer, snippets, unavailable }
}

/** Whether somebody asks for plain text and not for JSON as well, as a browser or a library would. */
const wantsText = (accept = ''): boolean => /\btext\/plain\b/i.test(accept) && !/\bjson\b/i.test(accept)

export const snippetRoutes = [appSnippet, agentSnippet]
