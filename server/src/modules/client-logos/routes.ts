import { Type } from 'typebox'
import { AppError } from '#/platform/errors/app-error.ts'
import { FOR_GOOD, fileReply } from '#/platform/http/routing/file-reply.ts'
import { pagesRoute } from '#/platform/http/routing/route.ts'
import { clientLogoErrors } from './errors.ts'

const PICTURE = /^[\w-]{32}\.(?:png|jpg|webp)$/

const getClientLogo = pagesRoute({
  name: 'assets.getClientLogo',
  method: 'GET',
  url: '/assets/clients/:file',
  auth: { kind: 'public' },
  summary: 'Get the logo of a client',
  description: 'As the consent page shows it: fetched by this server from the logo_uri of the client, and kept.',
  tag: 'pages',
  page: true,
  schema: {
    params: Type.Object({ file: Type.String({ description: 'A name that a page names' }) }),
    response: {
      200: Type.String({ 'x-media-types': ['image/png', 'image/jpeg', 'image/webp'] }),
      304: Type.Null(),
      404: Type.String(),
    },
  },
  handler: async ({ params, headers }, { clientLogos }) => {
    const logo = PICTURE.test(params.file) ? await clientLogos.find(params.file) : undefined
    if (!logo?.content || logo.type === null) throw new AppError(clientLogoErrors.client_logo_not_found)
    return fileReply(Buffer.from(logo.content, 'base64'), {
      etag: `"${params.file}"`,
      known: headers['if-none-match'],
      headers: { 'content-type': logo.type, 'cache-control': FOR_GOOD },
    })
  },
})

/** Where browsers get the logos of clients. */
export const clientLogoRoutes = [getClientLogo]
