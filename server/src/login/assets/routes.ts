import { Type } from 'typebox'
import { Reply } from '#/platform/http/reply.ts'
import { route } from '#/platform/http/route.ts'
import { passkeyScript } from './script.ts'

/** `GET /assets/passkeys.js`: kept for a year under its hash, checked again under any other name. */
const getPasskeyScript = route({
  method: 'GET',
  url: '/assets/passkeys.js',
  auth: { kind: 'public' },
  summary: 'Get the script that adds passkeys to the hosted pages',
  tag: 'pages',
  schema: {
    query: Type.Object({ v: Type.Optional(Type.String({ description: 'Hash of the content wanted' })) }),
    response: { 200: Type.String() },
  },
  page: true,
  handler: ({ query }) =>
    new Reply(200, passkeyScript.text, {
      'content-type': 'text/javascript; charset=utf-8',
      etag: `"${passkeyScript.hash}"`,
      'cache-control': query.v === passkeyScript.hash ? 'public, max-age=31536000, immutable' : 'no-cache',
    }),
})

export const scriptRoutes = [getPasskeyScript]
