import Type from 'typebox'
import { FOR_GOOD, fileReply, takes } from '#/platform/http/routing/file-reply.ts'
import type { Reply } from '#/platform/http/routing/reply.ts'
import { pagesRoute } from '#/platform/http/routing/route.ts'
import { brandingErrors } from './errors.ts'
import type { Sheet } from '#/ui/css/stylesheet.ts'
import { AppError } from '#/platform/errors/app-error.ts'

const THEME = /^theme-[\w-]{16}\.css$/
const PICTURE = /^[\w-]{32}\.(?:png|jpg|webp)$/

/** `GET /assets/branding/{file}`: the style sheet of the pages and the logo, under names made from their content. */
const getAsset = pagesRoute({
  name: 'assets.getBranding',
  method: 'GET',
  url: '/assets/branding/:file',
  auth: { kind: 'public' },
  summary: 'Get the style sheet or the logo of the hosted pages',
  tag: 'pages',
  page: true,
  schema: {
    params: Type.Object({ file: Type.String({ description: 'A name that a page or the branding names' }) }),
    response: {
      200: Type.String({ 'x-media-types': ['text/css', 'image/png', 'image/jpeg', 'image/webp'] }),
      304: Type.Null(),
      404: Type.String(),
    },
  },
  handler: async ({ params, headers }, { branding }) => {
    if (THEME.test(params.file)) {
      const { sheet, roomSheet } = await branding.look()
      // The sheet of rooms has the rules of both.
      return styleSheet(sheet.url.endsWith(`/${params.file}`) ? sheet : roomSheet, params.file, headers)
    }
    const picture = PICTURE.test(params.file) ? await branding.asset(params.file) : undefined
    if (picture === undefined) throw new AppError(brandingErrors.asset_not_found)
    return fileReply(Buffer.from(picture.content, 'base64'), {
      etag: `"${picture.name}"`,
      known: headers['if-none-match'],
      headers: {
        'content-type': picture.type,
        'cache-control': FOR_GOOD,
        // Webmail shows the logo of a message within a page of its own.
        'cross-origin-resource-policy': 'cross-origin',
      },
    })
  },
})

type Headers = Readonly<Record<string, string | undefined>>

// Right after a change, and while two versions run side by side, a node may be asked for a sheet it does not know yet: it
// hands out its own, which must not be kept.
function styleSheet({ text, packed, hash, url }: Sheet, name: string, headers: Headers): Reply {
  const packs = takes('gzip', headers)
  return fileReply(packs ? packed : text, {
    etag: `"${hash}${packs ? '-gzip' : ''}"`,
    known: headers['if-none-match'],
    headers: {
      'content-type': 'text/css; charset=utf-8',
      'cache-control': url.endsWith(`/${name}`) ? FOR_GOOD : 'no-cache',
      vary: 'Accept-Encoding',
      // What the gateway tells people stands at hosts of others.
      'cross-origin-resource-policy': 'cross-origin',
      ...(packs ? { 'content-encoding': 'gzip' } : {}),
    },
  })
}

export const assetRoutes = [getAsset]
