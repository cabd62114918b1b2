import { Type } from 'typebox'
import { AppError } from '#/platform/errors/app-error.ts'
import { apiRoute } from '#/platform/http/routing/route.ts'
import { appErrors } from './errors.ts'
import { AppParams } from './schemas.ts'
import { languages } from './snippets/snippet.ts'
import { snippetsFor } from './snippets/snippets.ts'

const LanguageWord = Type.Enum([...languages])

const SnippetSchema = Type.Object({
  language: LanguageWord,
  title: Type.String(),
  file: Type.String({ description: 'What to call the file.' }),
  install: Type.Union([Type.String(), Type.Null()], { description: 'Fetches what it needs.' }),
  environment: Type.Array(Type.String(), { description: 'What it reads from the environment, secrets above all.' }),
  code: Type.String(),
})

/** Code for an application, in one language or in all there is. */
export const snippetRoute = apiRoute({
  name: 'apps.getSnippet',
  method: 'GET',
  url: '/admin/apps/:id/snippet',
  auth: { kind: 'admin', scope: 'apps:read' },
  summary: 'Write code for an application',
  description: 'Working code with the client_id and the address of this server. Secrets are names of the environment.',
  schema: {
    params: AppParams,
    query: Type.Object({ language: Type.Optional(LanguageWord) }),
    response: {
      200: Type.Object({
        client_id: Type.String(),
        issuer: Type.String(),
        snippets: Type.Array(SnippetSchema),
        unavailable: Type.Array(Type.Object({ language: LanguageWord, reason: Type.String() })),
      }),
    },
  },
  handler: async ({ params, query }, { apps, issuer }) => {
    const app = await apps.get(params.id)
    const { snippets, unavailable } = snippetsFor({ app, issuer }, query.language)
    if (snippets.length === 0 && query.language !== undefined) {
      throw new AppError(appErrors.app_snippet_not_available, { details: { reason: unavailable[0]?.reason } })
    }
    return { client_id: app.clientId, issuer, snippets, unavailable }
  },
})
