import { Type } from 'typebox'
import { FOR_GOOD, fileReply } from '#/platform/http/routing/file-reply.ts'
import { Reply } from '#/platform/http/routing/reply.ts'
import { pagesRoute } from '#/platform/http/routing/route.ts'
import { inter } from '#/ui/css/inter.ts'
import { keepingScript, passkeyScript, passwordScript } from '#/ui/scripts/script.ts'
import type { PagesRoute, RouteName } from '#/platform/http/routing/route.ts'
import type { PageScript } from '#/ui/scripts/script.ts'

const Version = Type.Object({ v: Type.Optional(Type.String({ description: 'Hash of the content wanted' })) })

/** A script is kept for a year under its hash, checked again under any other name. */
const getScript = (name: RouteName, { name: file, text, hash }: PageScript, summary: string): PagesRoute =>
  pagesRoute({
    name,
    method: 'GET',
    url: `/assets/${file}`,
    auth: { kind: 'public' },
    summary,
    tag: 'pages',
    schema: {
      query: Version,
      response: { 200: Type.String({ 'x-media-types': ['text/javascript'] }) },
    },
    page: true,
    handler: ({ query }) =>
      new Reply(200, text, {
        'content-type': 'text/javascript; charset=utf-8',
        etag: `"${hash}"`,
        'cache-control': query.v === hash ? 'public, max-age=31536000, immutable' : 'no-cache',
      }),
  })

/** The font of the pages, which the style sheet names. */
const getFont = pagesRoute({
  name: 'assets.getFont',
  method: 'GET',
  url: '/assets/inter.woff2',
  auth: { kind: 'public' },
  summary: 'Get the font of the hosted pages',
  tag: 'pages',
  schema: {
    query: Version,
    response: { 200: Type.String({ 'x-media-types': ['font/woff2'] }), 304: Type.Null() },
  },
  page: true,
  handler: ({ query, headers }) =>
    fileReply(inter.bytes, {
      etag: `"${inter.hash}"`,
      known: headers['if-none-match'],
      headers: {
        'content-type': 'font/woff2',
        'cache-control': query.v === inter.hash ? FOR_GOOD : 'no-cache',
        // What the gateway tells people stands at hosts of others, and fonts are fetched by CORS even there.
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
      },
    }),
})

export const assetRoutes = [
  getScript('assets.getPasskeyScript', passkeyScript, 'Get the script that adds passkeys to the hosted pages'),
  getScript('assets.getPasswordScript', passwordScript, 'Get the script that shows passwords and how strong they look'),
  getScript('assets.getKeepingScript', keepingScript, 'Get the script that copies and prints what a page shows once'),
  getFont,
]
