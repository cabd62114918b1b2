import { Type } from 'typebox'
import { FOR_GOOD, fileReply } from '#/platform/http/routing/file-reply.ts'
import { Reply } from '#/platform/http/routing/reply.ts'
import { pagesRoute } from '#/platform/http/routing/route.ts'
import { brandingErrors } from '#/modules/branding/index.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { marks } from '#/ui/marks/marks.ts'
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

/** Content types can't be guessed from, and a picture shown by itself runs nothing: `fileReply` sees to that. */
const getMark = pagesRoute({
  name: 'assets.getMark',
  method: 'GET',
  url: '/assets/marks/:file',
  auth: { kind: 'public' },
  summary: 'Get the mark of a provider',
  tag: 'pages',
  schema: {
    params: Type.Object({ file: Type.String({ description: 'The kind of the provider with `.svg` behind it.' }) }),
    query: Version,
    response: { 200: Type.String({ 'x-media-types': ['image/svg+xml'] }), 304: Type.Null(), 404: Type.String() },
  },
  page: true,
  handler: ({ params, query, headers }) => {
    const mark = marks.get(params.file.replace(/\.svg$/, ''))
    if (mark === undefined) throw new AppError(brandingErrors.asset_not_found)
    return fileReply(mark.svg, {
      etag: `"${mark.hash}"`,
      known: headers['if-none-match'],
      headers: {
        'content-type': 'image/svg+xml',
        'cache-control': query.v === mark.hash ? FOR_GOOD : 'no-cache',
      },
    })
  },
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
  getMark,
]
