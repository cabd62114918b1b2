import { Type } from 'typebox'
import { choiceCookie, isLocale } from '#/ui/i18n/index.ts'
import { seeOther } from '#/platform/http/routing/reply.ts'
import { pagesRoute } from '#/platform/http/routing/route.ts'
import { safeNext } from '#/pages/shared/safe-next.ts'

/** `GET /language`: what the links below each page lead to. Nothing is lost when somebody else's link leads here. */
const chooseLanguage = pagesRoute({
  name: 'pages.language.choose',
  method: 'GET',
  url: '/language',
  auth: { kind: 'public' },
  summary: 'Choose the language of the pages',
  description: 'Remembers the choice in a cookie of the browser and goes on to a path of this server.',
  page: true,
  schema: {
    query: Type.Object({
      use: Type.Optional(Type.String({ description: '`en` or `es`.' })),
      next: Type.Optional(Type.String({ description: 'A path of this server to go on to.' })),
    }),
    response: { 303: Type.Null() },
  },
  handler: ({ queryForm }, { clock, issuer }) => {
    const onward = seeOther(safeNext(queryForm.get('next')))
    const use = queryForm.get('use') ?? ''
    return isLocale(use) ? onward.withCookie(choiceCookie(use, clock.now(), issuer.startsWith('https:'))) : onward
  },
})

export const languageRoutes = [chooseLanguage]
