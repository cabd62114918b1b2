import { Type } from 'typebox'
import { buttonLink, html } from '#/ui/index.ts'
import { nameInForm } from '#/modules/identity-providers/index.ts'
import type { Refusal, SignInOutcome } from '#/modules/identity-providers/index.ts'
import { FEDERATED } from '#/modules/sessions/index.ts'
import { seeOther } from '#/platform/http/routing/reply.ts'
import type { Reply } from '#/platform/http/routing/reply.ts'
import { pagesRoute } from '#/platform/http/routing/route.ts'
import { PageContext } from '#/pages/shared/page-context.ts'
import { goOn, greeting, purposeAfter, purposeOf, PurposeQuery, wayOf } from '#/pages/shared/sign-in-context.ts'
import { orStopped } from '#/pages/shared/stopped-page.ts'
import { providerWords } from './words/providers.ts'

const Page = Type.String({ description: 'A page for the person' })
const ProviderParams = Type.Object({ provider: Type.String({ description: 'The name of the provider.' }) })

const startProviderSignIn = pagesRoute({
  name: 'auth.providers.signIn',
  method: 'GET',
  url: '/auth/providers/:provider',
  auth: { kind: 'browser' },
  summary: 'Sign in with a provider',
  description: 'Leads the browser to the provider. `request` and `next` say where to go on afterwards, as at /login.',
  page: true,
  popup: true,
  noHead: true,
  schema: {
    params: ProviderParams,
    query: PurposeQuery,
    response: { 303: Type.Null(), 403: Page, 410: Page, 429: Page },
  },
  handler: async (request, services) => {
    const { params, context } = request
    const browser = services.sessions.browserOf(context.cookies)
    const { query: goingOn } = await purposeOf(request, browser, services)
    const departure = { browserId: browser.id, goingOn }
    return greeting(seeOther(await services.providerSignIns.depart(params.provider, departure, context)), browser)
  },
})

const ANSWER = {
  code: Type.Optional(Type.String()),
  state: Type.Optional(Type.String()),
  iss: Type.Optional(Type.String({ description: 'Checked against the provider (RFC 9207 §2.4).' })),
  error: Type.Optional(Type.String()),
  error_description: Type.Optional(Type.String()),
}

const finishProviderSignIn = pagesRoute({
  name: 'auth.providers.callback',
  method: 'GET',
  url: '/auth/providers/:provider/callback',
  auth: { kind: 'browser' },
  summary: 'Come back from a provider',
  description: 'The address to register with the provider. Signs the person in, or says why not.',
  page: true,
  popup: true,
  noHead: true,
  schema: {
    params: ProviderParams,
    query: Type.Object({ ...ANSWER, name: Type.Optional(Type.String({ description: 'From an answer by form.' })) }),
    response: { 303: Type.Null(), 400: Page, 403: Page, 409: Page, 502: Page },
  },
  handler: async (request, services) => {
    const { params, query, context } = request
    const { sessions, signIn, providerSignIns } = services
    const browser = sessions.browserOf(context.cookies)
    const { name, ...answer } = query
    const response = {
      browserId: browser.id,
      answer: new URLSearchParams(answer),
      name,
      person: await sessions.authenticate(context),
    }
    const outcome = await providerSignIns.arrive(params.provider, response, context)
    const purpose = await purposeAfter(outcome.goingOn, browser, services)
    if (outcome.kind === 'linked') return seeOther(purpose.destination)
    if (outcome.kind === 'refused') {
      return refusalPage(new PageContext({ request, services, browser, purpose }), outcome)
    }
    const way = wayOf(purpose, 'oauth_callback')
    const page = new PageContext({ request, services, browser, purpose })
    return orStopped(page, async () => {
      const started = await signIn.complete(outcome.user, [FEDERATED], context, way)
      const onwards = await goOn(started, purpose, services)
      return onwards.withCookie(sessions.rememberingCookie(`provider.${params.provider}`))
    })
  },
})

// A form that another site sends does not bring our SameSite cookies, so nothing can be decided here. One hop through
// ourselves does; it carries what the provider sent that we use.
const relayProviderAnswer = pagesRoute({
  name: 'auth.providers.callbackByPost',
  method: 'POST',
  url: '/auth/providers/:provider/callback',
  auth: {
    kind: 'public',
    origin: 'any',
    why: 'the provider sends it; it decides nothing and leads to the same address by GET',
  },
  summary: 'Return from a provider that responds with a form',
  description: 'For response_mode=form_post, as Apple uses it. Goes on to the same address by GET.',
  page: true,
  popup: true,
  form: true,
  schema: {
    params: ProviderParams,
    body: Type.Object({
      ...ANSWER,
      user: Type.Optional(
        Type.String({ description: 'JSON with the name of a person who is new, as Apple sends it.' }),
      ),
    }),
    response: { 303: Type.Null() },
  },
  handler: ({ params, form }, { issuer }) => {
    const query = new URLSearchParams()
    for (const name of Object.keys(ANSWER)) for (const value of form.all(name)) query.append(name, value)
    const called = nameInForm(form.get('user'))
    if (called !== undefined) query.set('name', called)
    return seeOther(`${issuer}/api/v1/auth/providers/${encodeURIComponent(params.provider)}/callback?${query}`)
  },
})

type Refused = Extract<SignInOutcome, { kind: 'refused' }>

const statuses: Readonly<Record<Refusal, 400 | 403 | 409 | 502>> = {
  denied: 400,
  failed: 502,
  no_email: 400,
  email_unverified: 400,
  address_in_use: 409,
  user_disabled: 403,
  linked_elsewhere: 409,
  sign_up_closed: 403,
  session_changed: 403,
}

function refusalPage(page: PageContext, { provider, reason, email }: Refused): Reply {
  const { refusals, thisAddress, signInAndLink, anotherWay } = providerWords(page.locale)
  const { title, text } = refusals[reason]
  const linking = `/login?${new URLSearchParams({ next: `/link/${provider.name}` })}`
  return page.show({
    title,
    intro: text(provider.displayName, email ?? thisAddress),
    status: statuses[reason],
    selfUrl: false,
    body: html`<p class="actions">
      ${
        reason === 'address_in_use'
          ? buttonLink(signInAndLink, linking, 'primary')
          : buttonLink(anotherWay, `/login${page.purpose.query}`, 'primary')
      }
    </p>`,
  })
}

/** Routes under `/api/v1` that lead a browser to a provider and back. */
export const providerPageRoutes = [startProviderSignIn, finishProviderSignIn, relayProviderAnswer]
