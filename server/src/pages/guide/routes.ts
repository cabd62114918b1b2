import { Type } from 'typebox'
import { AppError, commonErrors } from '#/platform/errors/app-error.ts'
import { BUILT_MEDIA_TYPES } from '#/platform/http/routing/built-files.ts'
import { pagesRoute } from '#/platform/http/routing/route.ts'
import { html, page } from '#/ui/index.ts'
import { words } from '#/ui/i18n/index.ts'
import type { Locale } from '#/ui/i18n/index.ts'
import type { Reply } from '#/platform/http/routing/reply.ts'

const response = { 200: Type.String({ 'x-media-types': ['text/html'] }), 304: Type.Null(), 404: Type.String() }

const showHome = pagesRoute({
  name: 'guide.show',
  method: 'GET',
  url: '/docs/guide',
  auth: { kind: 'public' },
  summary: 'Read the guide',
  description: 'The documentation as pages, with a search: where it begins.',
  tag: 'pages',
  page: true,
  schema: { response },
  handler: async ({ context, headers }, { guideFiles }) =>
    (await guideFiles.page('', headers)) ?? notBuilt(context.locale),
})

const showPage = pagesRoute({
  name: 'guide.showPage',
  method: 'GET',
  url: '/docs/guide/*',
  auth: { kind: 'public' },
  summary: 'Read a page of the guide',
  description: 'A guide, a page of the reference, or a decision.',
  tag: 'pages',
  page: true,
  schema: { params: Type.Object({ '*': Type.String({ description: 'The address of the page' }) }), response },
  handler: async ({ params, context, headers }, { guideFiles }) =>
    (await guideFiles.page(params['*'], headers)) ?? notBuilt(context.locale),
})

const getFile = pagesRoute({
  name: 'assets.getGuideFile',
  method: 'GET',
  url: '/docs/guide/assets/*',
  auth: { kind: 'public' },
  summary: 'Get a file of the guide',
  description: 'Its name changes with its content.',
  tag: 'pages',
  page: true,
  schema: {
    params: Type.Object({ '*': Type.String({ description: 'A name that the guide names' }) }),
    response: { 200: Type.String({ 'x-media-types': BUILT_MEDIA_TYPES }), 304: Type.Null(), 404: Type.String() },
  },
  handler: async ({ params, headers }, { guideFiles }) => {
    const reply = await guideFiles.asset(params['*'], headers)
    if (!reply) throw new AppError(commonErrors.not_found)
    return reply
  },
})

/** The guide: its pages and their files. */
export const guideRoutes = [getFile, showHome, showPage]

function notBuilt(locale: Locale): Reply {
  const { title, body, how, after } = notBuiltWords(locale)
  return page({
    status: 404,
    title,
    lang: locale,
    body: html`<h1>${title}</h1>
      <p>${body} <a href="/docs">/docs</a></p>
      <p class="fine">${how} <code>npm run guide</code>. ${after}</p>`,
  })
}

const notBuiltWords = words({
  en: {
    title: 'The guide was not built here',
    body: 'Its texts are in the folder docs of the sources. The API reference is here:',
    how: 'What builds it, in the folder of the sources:',
    after: 'Then load this page again.',
  },
  es: {
    title: 'La guía no se ha construido aquí',
    body: 'Sus textos están en la carpeta docs del código fuente. La referencia de la API está aquí:',
    how: 'Lo que la construye, en la carpeta del código fuente:',
    after: 'Después, vuelva a cargar esta página.',
  },
})
