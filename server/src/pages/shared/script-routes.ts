import { Type } from 'typebox'
import { Reply } from '#/platform/http/routing/reply.ts'
import { pagesRoute } from '#/platform/http/routing/route.ts'
import { keepingScript, passkeyScript, passwordScript } from '#/ui/scripts/script.ts'
import type { PagesRoute, RouteName } from '#/platform/http/routing/route.ts'
import type { PageScript } from '#/ui/scripts/script.ts'

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
      query: Type.Object({ v: Type.Optional(Type.String({ description: 'Hash of the content wanted' })) }),
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

export const scriptRoutes = [
  getScript('assets.getPasskeyScript', passkeyScript, 'Get the script that adds passkeys to the hosted pages'),
  getScript('assets.getPasswordScript', passwordScript, 'Get the script that shows passwords and how strong they look'),
  getScript('assets.getKeepingScript', keepingScript, 'Get the script that copies and prints what a page shows once'),
]
