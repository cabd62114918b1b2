import Type from 'typebox'
import { stylesheet } from './stylesheet.ts'
import { Reply } from '#/platform/http/reply.ts'
import { route } from '#/platform/http/route.ts'

const AssetQuery = Type.Object({ v: Type.Optional(Type.String({ description: 'Hash of the content wanted' })) })

/** `GET /assets/mandate.css`: kept for a year under its hash, checked again under any other name. */
const getStylesheet = route({
  method: 'GET',
  url: '/assets/mandate.css',
  auth: { kind: 'public' },
  summary: 'Get the style sheet of the hosted pages',
  tag: 'pages',
  schema: { query: AssetQuery, response: { 200: Type.String() } },
  page: true,
  handler: ({ query }) =>
    new Reply(200, stylesheet.text, {
      'content-type': 'text/css; charset=utf-8',
      etag: `"${stylesheet.hash}"`,
      // While nodes of two versions run side by side, one may be asked for the other's sheet: it must not be kept.
      'cache-control': query.v === stylesheet.hash ? 'public, max-age=31536000, immutable' : 'no-cache',
    }),
})

export const assetRoutes = [getStylesheet]
