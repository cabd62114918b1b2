import { errorSummary, html, page as renderPage } from '#/ui/index.ts'
import { words } from '#/ui/i18n/index.ts'
import { noticeOf, withoutNotice } from './notices.ts'
import type { Html } from '#/ui/index.ts'
import type { Locale } from '#/ui/i18n/index.ts'
import type { Reply } from '#/platform/http/routing/reply.ts'
import type { Failure } from '#/pages/shared/form-errors.ts'
import type { PageContext } from '#/pages/shared/page-context.ts'

const texts = words({
  en: {
    around: 'Your account',
    overview: 'Overview',
    profile: 'Profile',
    security: 'Security',
    connections: 'Connections',
    signOut: 'Sign out',
    failed: (title: string) => `Error: ${title}`,
  },
  es: {
    around: 'Tu cuenta',
    overview: 'Resumen',
    profile: 'Perfil',
    security: 'Seguridad',
    connections: 'Conexiones',
    signOut: 'Cerrar sesión',
    failed: (title) => `Error: ${title}`,
  },
})

const places = {
  overview: '/account',
  profile: '/account/profile',
  security: '/account/security',
  connections: '/account/connections',
}

/** The four pages the others belong to. */
export type AccountSection = keyof typeof places

interface AccountSheet {
  /** The title of the window, and the heading when there is no other. */
  readonly title: string
  readonly heading?: Html
  readonly place: AccountSection
  /** Whether it is a step away from that page, with a way back. */
  readonly isStep?: true
  readonly intro?: Html | string | undefined
  readonly failure?: Failure | undefined
  readonly body: Html
  readonly script?: string | undefined
}

/** A page of the account, with the way around it and what was done on the way here. */
export function accountPage(page: PageContext, sheet: AccountSheet): Reply {
  const { title, heading, place, isStep, intro, failure, body, script } = sheet
  const said = noticeOf(page)
  const { locale, request } = page
  const reply = renderPage({
    title: failure ? texts(locale).failed(title) : title,
    status: failure?.status ?? 200,
    headers: failure?.headers ?? {},
    script,
    lang: locale,
    selfUrl: request.method === 'GET' ? request.url : undefined,
    nav: navigation(place, isStep ? undefined : place, locale),
    body: html`${isStep && html`<p class="back"><a href="${places[place]}">${texts(locale)[place]}</a></p>`}
    ${heading ?? html`<h1>${title}</h1>`} ${intro && html`<p class="lede">${intro}</p>`}
    ${said !== undefined && html`<div class="notice notice-ok" role="status">${said}</div>`}
    ${errorSummary(failure?.errors ?? {})} ${body}`,
  })
  return said === undefined ? reply : withoutNotice(page, reply)
}

function navigation(within: AccountSection, here: AccountSection | undefined, locale: Locale): Html {
  const labels = texts(locale)
  const marking = (place: AccountSection): Html | false =>
    place === within && html` aria-current="${place === here ? 'page' : 'true'}"`
  return html`<a class="sign-out" href="/logout">${labels.signOut}</a>
    <nav aria-label="${labels.around}">
      <ul>
        ${Object.entries(places).map(
          ([place, href]) =>
            html`<li><a href="${href}" ${marking(place as AccountSection)}>${labels[place as AccountSection]}</a></li>`,
        )}
      </ul>
    </nav>`
}
