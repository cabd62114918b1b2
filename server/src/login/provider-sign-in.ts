import { Type } from 'typebox'
import { buttonLink, html, page } from '#/modules/branding/index.ts'
import type { Landing, Refusal } from '#/modules/providers/index.ts'
import { FEDERATED, signInBy } from '#/modules/sessions/index.ts'
import { seeOther } from '#/platform/http/reply.ts'
import type { Reply } from '#/platform/http/reply.ts'
import { route } from '#/platform/http/route.ts'
import { PurposeQuery } from './sign-in.ts'
import { goOn, greeting, purposeAfter, purposeOf } from './visit.ts'
import type { Purpose } from './visit.ts'

const Page = Type.String({ description: 'A page for the person' })
const tag = 'auth'
const ProviderParams = Type.Object({ provider: Type.String({ description: 'The name of the provider.' }) })

const startProviderSignIn = route({
  method: 'GET',
  url: '/auth/providers/:provider',
  auth: { kind: 'browser' },
  summary: 'Sign in with a provider',
  description: 'Leads the browser to the provider. `request` and `next` say where to go on afterwards, as at /login.',
  tag,
  page: true,
  schema: { params: ProviderParams, query: PurposeQuery, response: { 303: Type.Null(), 403: Page, 410: Page } },
  handler: async (visit, services) => {
    const browser = services.sessions.browserOf(visit.cookies)
    const { query: goingOn } = await purposeOf(visit, browser, services)
    const departure = { browserId: browser.id, address: visit.address, goingOn }
    return greeting(seeOther(await services.providerSignIns.depart(visit.params.provider, departure)), browser)
  },
})

const ANSWER = {
  code: Type.Optional(Type.String()),
  state: Type.Optional(Type.String()),
  iss: Type.Optional(Type.String({ description: 'Checked against the provider (RFC 9207 §2.4).' })),
  error: Type.Optional(Type.String()),
  error_description: Type.Optional(Type.String()),
}

const finishProviderSignIn = route({
  method: 'GET',
  url: '/auth/providers/:provider/callback',
  auth: { kind: 'browser' },
  summary: 'Come back from a provider',
  description: 'The address to register with the provider. Signs the person in, or says why not.',
  tag,
  page: true,
  schema: {
    params: ProviderParams,
    query: Type.Object(ANSWER),
    response: { 303: Type.Null(), 400: Page, 403: Page, 409: Page, 502: Page },
  },
  handler: async (visit, services) => {
    const { sessions, providerSignIns } = services
    const browser = sessions.browserOf(visit.cookies)
    const landing = await providerSignIns.arrive(visit.params.provider, {
      browserId: browser.id,
      address: visit.address,
      requestId: visit.id,
      answer: new URLSearchParams(visit.query),
      person: await sessions.authenticate(visit.cookies, visit),
    })
    const purpose = await purposeAfter(landing.goingOn, browser, services)
    if (landing.kind === 'linked') return seeOther(purpose.destination)
    if (landing.kind === 'refused') return refusalPage(landing, purpose)
    return goOn(await sessions.start(landing.user, signInBy([FEDERATED], visit)), purpose)
  },
})

// A form that another site sends does not bring our SameSite cookies, so nothing can be decided here. One hop through
// ourselves does; it carries what the provider sent and no more.
const relayProviderAnswer = route({
  method: 'POST',
  url: '/auth/providers/:provider/callback',
  auth: { kind: 'public' },
  summary: 'Come back from a provider that answers by form',
  description: 'For response_mode=form_post, as Apple uses it. Goes on to the same address by GET.',
  tag,
  page: true,
  form: true,
  schema: { params: ProviderParams, body: Type.Object(ANSWER), response: { 303: Type.Null() } },
  handler: ({ params, form }, { issuer }) => {
    const query = new URLSearchParams()
    for (const name of Object.keys(ANSWER)) for (const value of form.all(name)) query.append(name, value)
    return seeOther(`${issuer}/api/v1/auth/providers/${encodeURIComponent(params.provider)}/callback?${query}`)
  },
})

type Refused = Extract<Landing, { kind: 'refused' }>

interface Words {
  readonly status: 400 | 403 | 409 | 502
  readonly title: string
  text(provider: string, email: string): string
}

const words: Readonly<Record<Refusal, Words>> = {
  denied: {
    status: 400,
    title: 'You did not sign in',
    text: (provider) => `Nothing was shared by ${provider}. You can try again or sign in another way.`,
  },
  failed: {
    status: 502,
    title: 'That did not work',
    text: (provider) => `What ${provider} answered can not be used. Try again, or sign in another way.`,
  },
  no_email: {
    status: 400,
    title: 'There is no address',
    text: (provider) =>
      `${provider} told us no e-mail address, and we need one. Add one there, or sign up with one here.`,
  },
  email_unverified: {
    status: 400,
    title: 'Your address is not confirmed',
    text: (provider, email) =>
      `${provider} has not confirmed that ${email} is yours. Confirm it there and try again. If you have an account ` +
      'here, sign in to it first, then link the two.',
  },
  address_in_use: {
    status: 409,
    title: 'You have an account already',
    text: (provider, email) =>
      `There is an account for ${email}. To use ${provider} with it, sign in the way you did before, then link the two.`,
  },
  user_disabled: {
    status: 403,
    title: 'This account is disabled',
    text: () => 'Ask the people who run this service.',
  },
  linked_elsewhere: {
    status: 409,
    title: 'That account is taken',
    text: (provider) =>
      `This account at ${provider} signs in somebody else here. Sign in with it, or choose another one.`,
  },
  session_changed: {
    status: 403,
    title: 'You are not signed in any more',
    text: (provider) => `Sign in again, then link your account at ${provider}.`,
  },
}

function refusalPage({ provider, reason, email }: Refused, { query }: Purpose): Reply {
  const { status, title, text } = words[reason]
  return page({
    title,
    status,
    body: html`<h1>${title}</h1>
      <p class="lede">${text(provider.displayName, email ?? 'this address')}</p>
      <p class="actions">
        ${
          reason === 'address_in_use'
            ? buttonLink(
                'Sign in and link',
                `/login?${new URLSearchParams({ next: `/link/${provider.name}` })}`,
                'primary',
              )
            : buttonLink('Sign in another way', `/login${query}`, 'primary')
        }
      </p>`,
  })
}

/** Routes under `/api/v1` that lead a browser to a provider and back. */
export const providerPageRoutes = [startProviderSignIn, finishProviderSignIn, relayProviderAnswer]
