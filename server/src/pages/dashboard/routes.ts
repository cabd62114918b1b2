import { Type } from 'typebox'
import { AppError, commonErrors } from '#/platform/errors/app-error.ts'
import { BUILT_MEDIA_TYPES } from '#/platform/http/routing/built-files.ts'
import { pagesRoute } from '#/platform/http/routing/route.ts'
import { html, page } from '#/ui/index.ts'
import { words } from '#/ui/i18n/index.ts'
import type { Locale } from '#/ui/i18n/index.ts'
import type { Reply } from '#/platform/http/routing/reply.ts'
import type { PageServices } from '#/platform/http/routing/services.ts'

type Given = Pick<PageServices, 'dashboardFiles'>

const shellReply = (
  locale: Locale,
  address: string,
  headers: Readonly<Record<string, string | undefined>>,
  given: Given,
): Reply => given.dashboardFiles.shell(locale, address, headers) ?? notBuilt(locale)

const response = { 200: Type.String({ 'x-media-types': ['text/html'] }), 304: Type.Null(), 503: Type.String() }

const showHome = pagesRoute({
  name: 'dashboard.show',
  method: 'GET',
  url: '/admin',
  auth: { kind: 'public' },
  summary: 'Open the dashboard',
  description: 'A page without data: it calls this API with the session of whoever is signed in.',
  tag: 'pages',
  page: true,
  schema: { response },
  handler: ({ context, headers }, services) => shellReply(context.locale, '', headers, services),
})

const showScreen = pagesRoute({
  name: 'dashboard.showScreen',
  method: 'GET',
  url: '/admin/*',
  auth: { kind: 'public' },
  summary: 'Open a screen of the dashboard',
  description: 'The same page as at /admin: which screen it shows, it reads from its address.',
  tag: 'pages',
  page: true,
  schema: { params: Type.Object({ '*': Type.String({ description: 'The address of the screen' }) }), response },
  handler: ({ context, params, headers }, services) => shellReply(context.locale, params['*'], headers, services),
})

const getFile = pagesRoute({
  name: 'assets.getDashboardFile',
  method: 'GET',
  url: '/admin/assets/:file',
  auth: { kind: 'public' },
  summary: 'Get a file of the dashboard',
  description: 'Its name changes with its content.',
  tag: 'pages',
  page: true,
  schema: {
    params: Type.Object({ file: Type.String({ description: 'A name that the dashboard names' }) }),
    response: {
      200: Type.String({ 'x-media-types': BUILT_MEDIA_TYPES }),
      304: Type.Null(),
      404: Type.String(),
    },
  },
  handler: async ({ params, headers }, { dashboardFiles }) => {
    const reply = await dashboardFiles.file(params.file, headers)
    if (!reply) throw new AppError(commonErrors.not_found)
    return reply
  },
})

/** The dashboard: one page at every address below `/admin`, and its files. */
export const dashboardRoutes = [getFile, showHome, showScreen]

function notBuilt(locale: Locale): Reply {
  const { title, body, how } = notBuiltWords(locale)
  return page({
    status: 503,
    title,
    lang: locale,
    body: html`<h1>${title}</h1>
      <p>${body}</p>
      <p class="fine">${how} <code>npm start</code></p>`,
  })
}

const notBuiltWords = words({
  en: {
    title: 'The dashboard was not built here',
    body: 'Everything else of this server works: its API, its sign-in pages and the accounts of people.',
    how: 'What builds and serves it:',
  },
  es: {
    title: 'El panel no se ha construido aquí',
    body: 'Todo lo demás de este servidor funciona: su API, sus páginas de acceso y las cuentas de las personas.',
    how: 'Lo que lo construye y lo sirve:',
  },
})
