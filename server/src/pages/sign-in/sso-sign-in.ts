import { Type } from 'typebox'
import { buttonLink, html } from '#/ui/index.ts'
import { SINGLE_SIGN_ON } from '#/modules/sessions/index.ts'
import type { SsoOutcome, SsoRefusal } from '#/modules/sso/index.ts'
import { seeOther } from '#/platform/http/routing/reply.ts'
import type { Reply } from '#/platform/http/routing/reply.ts'
import { pagesRoute } from '#/platform/http/routing/route.ts'
import type { PageServices } from '#/platform/http/routing/services.ts'
import { PageContext } from '#/pages/shared/page-context.ts'
import type { PageRequest } from '#/pages/shared/page-context.ts'
import { goOn, greeting, purposeAfter, purposeOf, PurposeQuery, wayOf } from '#/pages/shared/sign-in-context.ts'
import type { Browser, Session } from '#/modules/sessions/index.ts'
import { orStopped } from '#/pages/shared/stopped-page.ts'
import { passwordPath } from './sso-choice.ts'
import { testedPage } from './sso-test.ts'
import { joinPath } from './sso-join.ts'
import { ssoWords } from './words/sso.ts'

const Page = Type.String({ description: 'A page for the person' })
const ConnectionParams = Type.Object({ connection_id: Type.String() })

const startOidc = pagesRoute({
  name: 'sso.oidc.signIn',
  method: 'GET',
  url: '/sso/oidc/:connection_id/auth',
  auth: { kind: 'public' },
  summary: 'Sign in through a connection by OpenID Connect',
  description:
    'Leads the browser to the identity provider. `request` and `next` say where to go on afterwards, as at /login; `login_hint` goes along.',
  tag: 'sso',
  page: true,
  popup: true,
  noHead: true,
  schema: {
    params: ConnectionParams,
    query: Type.Object({
      ...PurposeQuery.properties,
      login_hint: Type.Optional(
        Type.String({ maxLength: 320, description: 'The address the person is known by there' }),
      ),
    }),
    response: { 303: Type.Null(), 403: Page, 410: Page, 429: Page },
  },
  handler: async (request, services) => {
    const { params, query, context } = request
    const browser = services.sessions.browserOf(context.cookies)
    const { query: goingOn, loginHint } = await purposeOf(request, browser, services)
    const departure = { browserId: browser.id, goingOn, loginHint: query.login_hint ?? loginHint }
    return greeting(seeOther(await services.ssoSignIns.depart(params.connection_id, departure, context)), browser)
  },
})

const finishOidc = pagesRoute({
  name: 'sso.oidc.callback',
  method: 'GET',
  url: '/sso/oidc/:connection_id/callback',
  auth: { kind: 'public' },
  summary: 'Come back from a connection by OpenID Connect',
  description: 'The address to register with the identity provider. Signs the person in, or says why not.',
  tag: 'sso',
  page: true,
  popup: true,
  noHead: true,
  schema: {
    params: ConnectionParams,
    query: Type.Object({
      code: Type.Optional(Type.String()),
      state: Type.Optional(Type.String()),
      iss: Type.Optional(Type.String({ description: 'Checked against the connection (RFC 9207 §2.4).' })),
      error: Type.Optional(Type.String()),
      error_description: Type.Optional(Type.String()),
    }),
    response: { 200: Page, 303: Type.Null(), 400: Page, 403: Page, 409: Page, 502: Page },
  },
  handler: async (request, services) => {
    const { params, query, context } = request
    const browser = services.sessions.browserOf(context.cookies)
    const response = { browserId: browser.id, answer: new URLSearchParams(query) }
    const outcome = await services.ssoSignIns.arrive(params.connection_id, response, context)
    const note = (session: Session) => services.samlLogouts.note(session, params.connection_id)
    return ssoReply({ request, services, browser, note }, outcome)
  },
})

interface Returned {
  readonly request: PageRequest
  readonly services: PageServices
  readonly browser: Browser
  /** Told of the session, for when the connection or the identity provider ends it. */
  readonly note: (session: Session) => Promise<void>
}

/** Where somebody goes who came back from an identity provider, by whichever protocol. */
export async function ssoReply({ request, services, browser, note }: Returned, outcome: SsoOutcome): Promise<Reply> {
  const purpose = await purposeAfter(outcome.goingOn, browser, services)
  const page = new PageContext({ request, services, browser, purpose })
  if (outcome.kind === 'signed_in') {
    const { context } = request
    const way = wayOf(purpose, 'oauth_callback')
    return orStopped(page, async () => {
      const started = await services.signIn.complete(outcome.user, [SINGLE_SIGN_ON], context, way)
      await note(started.session)
      return (await goOn(started, purpose, services)).withCookie(services.sessions.rememberingCookie('sso'))
    })
  }
  if (outcome.kind === 'tested') return testedPage(page, outcome)
  return outcome.kind === 'join' ? joinPage(page, outcome) : refusalPage(page, outcome)
}

const statuses: Readonly<Record<SsoRefusal, 400 | 403 | 502>> = {
  denied: 400,
  failed: 502,
  no_email: 400,
  email_unverified: 400,
  domain_unverified: 403,
  user_disabled: 403,
  not_provisioned: 403,
  groups_left_out: 502,
}

function joinPage(page: PageContext, { connection, user, secret }: Extract<SsoOutcome, { kind: 'join' }>): Reply {
  const { haveAccount, proveAccount, signInAndConnect } = ssoWords(page.locale)
  return page.show({
    title: haveAccount,
    intro: proveAccount(connection.name, user.email),
    status: 409,
    selfUrl: false,
    body: html`<p class="actions">${buttonLink(signInAndConnect, joinPath(secret), 'primary')}</p>`,
  })
}

function refusalPage(page: PageContext, outcome: Extract<SsoOutcome, { kind: 'refused' }>): Reply {
  const { connection, reason, email } = outcome
  const { refusals, thisAddress, anotherWay } = ssoWords(page.locale)
  const { title, text } = refusals[reason]
  return page.show({
    title,
    intro: text(connection.name, email ?? thisAddress),
    status: statuses[reason],
    selfUrl: false,
    body: html`<p class="actions">${buttonLink(anotherWay, passwordPath(page), 'primary')}</p>`,
  })
}

/** Routes under `/api/v1` that lead a browser to an identity provider and back. */
export const ssoPageRoutes = [startOidc, finishOidc]
