import { html } from '#/ui/index.ts'
import { words } from '#/ui/i18n/index.ts'
import type { LastWay } from '#/modules/sessions/index.ts'
import type { Html } from '#/ui/index.ts'
import type { PageContext } from '#/pages/shared/page-context.ts'

/** Says of a way to sign in that it was the last one in this browser; nothing of any other. */
export const lastUsed = ({ services, context, locale }: PageContext, way: LastWay): Html | undefined =>
  services.sessions.wasLast(way, context.cookies)
    ? html` <span class="used">${texts(locale).lastUsed}</span>`
    : undefined

const texts = words({ en: { lastUsed: 'Last used here' }, es: { lastUsed: 'Lo último que usaste aquí' } })
