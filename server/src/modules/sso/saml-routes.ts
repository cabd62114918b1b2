import { Type } from 'typebox'
import { Reply } from '#/platform/http/routing/reply.ts'
import { apiRoute } from '#/platform/http/routing/route.ts'
import { SamlRouteParams } from './schemas.ts'

const MEDIA_TYPE = 'application/samlmetadata+xml'

const getMetadata = apiRoute({
  name: 'ssoSaml.metadata',
  method: 'GET',
  url: '/sso/saml/:connection_id/metadata',
  auth: { kind: 'public' },
  summary: 'Get our SAML metadata for a connection',
  description:
    'For the identity provider: our entity id, the addresses for responses and logout messages, and the certificates that we sign and decrypt with. Also while the connection is turned off, since it is set up first.',
  tag: 'sso',
  schema: {
    params: SamlRouteParams,
    response: { 200: Type.String({ 'x-media-types': [MEDIA_TYPE], description: 'An EntityDescriptor' }) },
  },
  handler: async ({ params }, { samlMetadata }) =>
    new Reply(200, await samlMetadata.of(params.connection_id), { 'content-type': `${MEDIA_TYPE}; charset=utf-8` }),
})

/** What identity providers and the browsers they send us call. */
export const samlRoutes = [getMetadata]
