import { Type } from 'typebox'
import { buttonLink, html } from '#/ui/index.ts'
import { seeOther } from '#/platform/http/routing/reply.ts'
import type { Reply } from '#/platform/http/routing/reply.ts'
import type { SsoConnection } from '#/modules/sso/index.ts'
import { pageRoute } from '#/pages/shared/form-page.ts'
import { leavingPage } from '#/pages/shared/leaving-page.ts'
import type { PageContext } from '#/pages/shared/page-context.ts'
import { PurposeQuery, toContinue, withPurpose } from '#/pages/shared/sign-in-context.ts'
import { joinsHere } from './sso-join.ts'
import { ssoWords } from './words/sso.ts'

const chooseConnection = pageRoute({
  name: 'pages.ssoChoice',
  method: 'GET',
  url: '/sso',
  auth: { kind: 'browser' },
  summary: 'Choose where to sign in',
  description: 'For an address whose domain several connections speak for.',
  query: Type.Object({
    ...PurposeQuery.properties,
    login_hint: Type.Optional(Type.String({ maxLength: 320, description: 'The address of the person' })),
  }),
  answers: [200, 303, 403, 410],
  open: async (page) => {
    const email = page.request.queryForm.get('login_hint') ?? page.purpose.loginHint ?? ''
    const connections = await page.services.ssoRouting.forEmail(email)
    if (connections.length === 0) return seeOther(passwordPath(page))
    return connections.length === 1 ? seeOther(wayTo(page, connections, email)) : choicePage(page, connections, email)
  },
})

/** The page to choose where to sign in. */
export const ssoChoiceRoutes = [chooseConnection]

function choicePage(page: PageContext, connections: readonly SsoConnection[], email: string): Reply {
  const { chooseTitle, chooseIntro, continueWith, withPassword } = ssoWords(page.locale)
  return page.show({
    title: chooseTitle,
    intro: toContinue(page.purpose, page.locale) ?? chooseIntro(email),
    body: html`<ul class="providers">
        ${connections.map(
          (connection) => html`<li>${buttonLink(continueWith(connection.name), wayTo(page, [connection], email))}</li>`,
        )}
      </ul>
      ${connections.every(({ required }) => !required) && html`<p class="fine"><a href="${passwordPath(page)}">${withPassword}</a></p>`}`,
  })
}

const wayTo = ({ services, purpose }: PageContext, connections: readonly SsoConnection[], email: string): string =>
  withPurpose(services.ssoRouting.urlFor(connections, email), purpose)

/** The sign-in page with its password, wherever an address would be led. */
export const passwordPath = ({ purpose }: PageContext): string => withPurpose('/login?with=password', purpose)

/** Where an application or its hint about the person leads at once; undefined when the person is asked. */
export async function routeAsked(page: PageContext): Promise<Reply | undefined> {
  const { request, purpose, services } = page
  const { queryForm } = request
  if (queryForm.has('with') || queryForm.get('prompt') === 'login') return undefined
  const { loginHint, waiting } = purpose
  const named = waiting?.request.asked.connection
  const connection = named ? await services.ssoRouting.named(named) : undefined
  if (connection) return seeOther(withPurpose(services.ssoRouting.startUrl(connection), purpose))
  const connections = loginHint === undefined ? [] : await services.ssoRouting.forEmail(loginHint)
  return connections.length === 0 ? undefined : seeOther(wayTo(page, connections, loginHint ?? ''))
}

/**
 * Where the address leads that somebody typed; undefined when they sign in here. By a page that opens the next one, since a
 * form of ours leads nowhere else.
 */
export async function routeTyped(page: PageContext): Promise<Reply | undefined> {
  const { email = '', password } = page.fields()
  if (page.request.queryForm.has('with') || joinsHere(page.purpose)) return undefined
  const connections = await page.services.ssoRouting.forEmail(email)
  const isAsked = password === undefined || connections.some(({ required }) => required)
  const [first] = connections
  if (!first || !isAsked) return undefined
  const { severalCompanies } = ssoWords(page.locale)
  return leavingPage(page, connections.length === 1 ? first.name : severalCompanies, wayTo(page, connections, email))
}
