import { Type } from 'typebox'
import { authorizationErrors } from '#/modules/authorization-requests/index.ts'
import { pageRoute } from '#/pages/shared/form-page.ts'
import type { PageContext } from '#/pages/shared/page-context.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { button, html } from '#/ui/index.ts'
import type { Html } from '#/ui/index.ts'
import { words } from '#/ui/i18n/index.ts'

const cancelSignIn = pageRoute({
  name: 'pages.signIn.cancel',
  method: 'POST',
  url: '/login/cancel',
  auth: { kind: 'browser', csrf: 'browser' },
  summary: 'Go back to the application without signing in',
  description: 'The application that waits for the sign-in gets access_denied.',
  query: Type.Object({ request: Type.Optional(Type.String({ description: 'The pending request.' })) }),
  answers: [303, 403, 410],
  open: async ({ purpose, services }) => {
    if (!purpose.waiting) throw new AppError(authorizationErrors.authorization_request_gone)
    return services.authorizationEndpoint.cancel(purpose.waiting.request)
  },
})

/** The way back for somebody who does not want to sign in to the application that asks for it. */
export const cancelForm = (page: PageContext): Html | undefined =>
  page.purpose.waiting &&
  page.form({
    action: `/login/cancel?request=${page.purpose.waiting.request.id}`,
    body: html`<div class="actions">${button(texts(page.locale).cancel, { kind: 'plain' })}</div>`,
  })

const texts = words({ en: { cancel: 'Cancel' }, es: { cancel: 'Cancelar' } })

export const cancelRoutes = [cancelSignIn]
