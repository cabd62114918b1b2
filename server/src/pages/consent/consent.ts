import { LOOPBACK_NAMES } from '#/platform/loopback.ts'
import { Type } from 'typebox'
import { authorizationErrors, isGoodFor } from '#/modules/authorization-requests/index.ts'
import type { AuthorizationRequest } from '#/modules/authorization-requests/index.ts'
import { button, html, ribbon } from '#/ui/index.ts'
import type { Html } from '#/ui/index.ts'
import type { Client } from '#/modules/clients/index.ts'
import {
  clientLinks,
  lifetimesOf,
  lifetimeSentence,
  permissionList,
  targetList,
  unverifiedNotice,
} from '#/modules/consents/index.ts'
import type { Locale } from '#/ui/i18n/index.ts'
import type { SessionPrincipal } from '#/modules/sessions/index.ts'
import { accountChoice } from '#/modules/vault/index.ts'
import { displayName } from '#/modules/users/index.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { seeOther } from '#/platform/http/routing/reply.ts'
import type { Reply } from '#/platform/http/routing/reply.ts'
import { pageRoute } from '#/pages/shared/form-page.ts'
import type { PageContext } from '#/pages/shared/page-context.ts'
import { common } from '#/pages/shared/common-words.ts'
import { consentWords } from './words.ts'

/** `GET /consent`: who wants what, for how long, and where the answer goes. The answer is sent to `/oauth/authorize`. */
export const showConsent = pageRoute({
  name: 'pages.consent.show',
  method: 'GET',
  url: '/consent',
  auth: { kind: 'browser' },
  summary: 'Show what a client asks for',
  query: Type.Object({ request: Type.Optional(Type.String({ description: 'The pending request.' })) }),
  answers: [200, 303, 403, 410],
  open: async (page) => {
    const { request, client } = page.purpose.waiting ?? {}
    if (!request) throw gone()
    const person = await page.person()
    if (!person || !isGoodFor(request, person.session)) return seeOther(`/login?request=${request.id}`)
    if (!client) throw gone()
    await page.services.authorizationRequests.show(request, person.user.id)
    return consentPage(page, { request, client, person })
  },
})

const MOST_NAMES = 5

const gone = (): AppError => new AppError(authorizationErrors.authorization_request_gone)

interface Question {
  readonly request: AuthorizationRequest
  readonly client: Client
  readonly person: SessionPrincipal
}

/** Asks whether a client may have what it asks for. */
export async function consentPage(page: PageContext, question: Question): Promise<Reply> {
  const { request, client, person } = question
  const { locale } = page
  const { title, heading, notYou, later, reviewLater } = consentWords(locale)
  return page.show({
    title: title(client.clientName),
    // Who asks comes first, as a picture; the heading stands below it.
    above: chain(question, locale, await page.services.clientLogos.pathOf(client)),
    heading: heading(client.clientName),
    intro: html`${common(locale).signedInAs} <strong>${person.user.email}</strong>.
      <a href="/login?request=${request.id}">${notYou}</a>`,
    allowsClientRedirect: true,
    body: html`${unverifiedNotice(client, locale, request.asked.redirectUri)}
      ${permissionList(request.asked.scope, locale, await page.services.resources.sentences(request.asked.resource))}
      ${await facts(page, question)} ${await decisionForm(page, question)} ${clientLinks(client, locale)}
      <p class="fine">${later} <a href="/account">${reviewLater}</a>.</p>`,
  })
}

async function facts({ services, locale }: PageContext, { request, client, person }: Question): Promise<Html> {
  const { howLong, where, backTo, handsOn } = consentWords(locale)
  const lifetimes = lifetimesOf(client, await services.settings.current())
  const targets = request.asked.resource.filter((target) => target !== services.issuer)
  const listed = await services.resources.at(targets)
  const held = { userId: person.user.id, clientId: client.id, scope: request.asked.scope }
  const actors = await services.policies.namesOfActors(held)
  return html`<dl class="facts">
    <dt>${howLong}</dt>
    <dd>${lifetimeSentence(lifetimes, locale)}</dd>
    ${
      targets.length > 0 &&
      html`<dt>${where}</dt>
        <dd>${targetList(targets, listed)}</dd>`
    }
    ${
      actors.length > 0 &&
      html`<dt>${handsOn}</dt>
        <dd>${named(actors, locale)}</dd>`
    }
    <dt>${backTo}</dt>
    <dd>${destination(request.asked.redirectUri, locale)}</dd>
  </dl>`
}

/** The first of several names, and how many more there are. */
function named(names: readonly string[], locale: Locale): string {
  const shown = names.slice(0, MOST_NAMES).join(', ')
  return names.length > MOST_NAMES ? consentWords(locale).andOthers(shown, names.length - MOST_NAMES) : shown
}

async function decisionForm(page: PageContext, { request, client, person }: Question): Promise<Html> {
  const { deny, allow } = consentWords(page.locale)
  const { clientId, clientName } = client
  const asking = { userId: person.user.id, clientId, scope: request.asked.scope }
  const offers = await page.services.vaultOffers.offersFor(asking)
  return page.form({
    action: '/oauth/authorize',
    session: person.session,
    body: html`<input type="hidden" name="request" value="${request.id}" />
      ${offers && accountChoice(offers, clientName, page.locale)}
      <div class="actions actions-pair">
        ${button(deny, { kind: 'plain', name: 'decision', value: 'deny' })}
        ${button(allow, { kind: 'plain', name: 'decision', value: 'allow' })}
      </div>`,
  })
}

function chain({ request, client, person }: Question, locale: Locale, picture: string | undefined): Html {
  const { you, agent, application, keyBound } = consentWords(locale)
  const isBound = request.asked.dpopJkt !== null || client.dpopBound
  const kind = client.kind === 'agent' ? 'agent' : 'app'
  const noun = kind === 'agent' ? agent : application
  return ribbon([
    { kind: 'person', name: displayName(person.user), role: you },
    { kind, name: client.clientName, role: isBound ? keyBound(noun) : noun, picture },
  ])
}

/** Where the browser goes afterwards, as a person can check it: a host, this computer, or an app on it. */
function destination(redirectUri: string, locale: Locale): Html {
  const { anApp, aProgram } = consentWords(locale)
  const url = URL.parse(redirectUri)
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return anApp(url?.protocol ?? redirectUri)
  return LOOPBACK_NAMES.includes(url.hostname) ? aProgram(url.host) : html`<strong>${url.host}</strong>`
}

export const consentPageRoutes = [showConsent]
