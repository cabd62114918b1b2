import { Type } from 'typebox'
import { ErrorSchema } from '#/platform/http/output/error-response.ts'
import { relayedReply } from '#/platform/http/output/stream.ts'
import { apiRoute, everyMethod } from '#/platform/http/routing/route.ts'
import { readTarget } from './proxy-target.ts'
import { ConnectProviderParams } from './schemas.ts'

const MAX_BODY_BYTES = 64 * 1024 * 1024

const summaries = {
  GET: 'Read something at a provider, with an account of a person',
  POST: 'Send something to a provider, with an account of a person',
  PUT: 'Put something at a provider, with an account of a person',
  PATCH: 'Change something at a provider, with an account of a person',
  DELETE: 'Delete something at a provider, with an account of a person',
}

/** Calls of a provider's API through the vault, by every method. */
export const vaultProxyRoutes = everyMethod.map((method) =>
  apiRoute({
    name: `vault.proxy.${method.toLowerCase()}`,
    method,
    url: '/vault/:provider/proxy/*',
    auth: { kind: 'bearer', scope: 'vault:use' },
    summary: summaries[method],
    description:
      'For an agent whose access token is for a person and has vault:use. The path, the query and the body go to the provider as far as its proxy rules allow, with the credential of the account, which the agent never gets. Responses with Proxy-Status come from the provider; redirects are not followed.',
    relay: true,
    bodyLimitBytes: MAX_BODY_BYTES,
    schema: {
      params: Type.Object({
        ...ConnectProviderParams.properties,
        '*': Type.String({ description: 'The path at the provider, slashes included.' }),
      }),
      headers: Type.Object({
        'Mandate-Connection': Type.Optional(
          Type.String({
            description:
              'Which account, where a person has several. The parameter connection of the query says the same, and does not go on; with this header, it does.',
          }),
        ),
        'Mandate-Host': Type.Optional(
          Type.String({ description: 'Which of the hosts of the provider, such as api.example.com; else the first.' }),
        ),
      }),
      response: { 403: ErrorSchema, 404: ErrorSchema, 409: ErrorSchema, 502: ErrorSchema, 504: ErrorSchema },
    },
    handler: async ({ method: asked, params, url, headers, bodyStream, principal, context }, { vaultProxy }) => {
      const call = {
        token: principal.token,
        providerName: params.provider,
        method: asked,
        target: readTarget(url, headers),
        headers,
        body: bodyStream,
      }
      const { status, headers: returned, body } = await vaultProxy.call(call, context)
      return relayedReply(status, returned, body)
    },
  }),
)
