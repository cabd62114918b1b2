import { Type } from 'typebox'
import { html } from '#/ui/index.ts'
import { errorPage } from '#/ui/error-page.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import type { RequestContext } from '#/platform/request-context.ts'
import type { Html } from '#/ui/index.ts'
import { seeOther } from '#/platform/http/routing/reply.ts'
import type { Reply } from '#/platform/http/routing/reply.ts'
import type { SsoOutcome } from '#/modules/sso/index.ts'
import { pageRoute } from '#/pages/shared/form-page.ts'
import type { PageContext } from '#/pages/shared/page-context.ts'
import { greeting } from '#/pages/shared/sign-in-context.ts'
import { ssoWords } from './words/sso.ts'

const testConnection = pageRoute({
  name: 'pages.ssoTest',
  method: 'GET',
  url: '/sso/test/:id',
  auth: { kind: 'browser' },
  summary: 'Try a connection for single sign-on',
  description:
    'By a link of POST /api/v1/sso/connections/{id}/test. Leads to the identity provider and back to what it said.',
  params: Type.Object({ id: Type.String() }),
  query: Type.Object({ link: Type.String({ maxLength: 1000 }) }),
  answers: [303, 400, 429],
  open: async ({ request, services, browser, context }) => {
    const { ssoTesting, ssoSignIns, samlSignIns } = services
    const { id, type } = await ssoTesting.open(request.params['id'] ?? '', request.queryForm.get('link') ?? '')
    const departure = { browserId: browser.id, goingOn: '', purpose: 'test' } as const
    const url = await (type === 'oidc' ? ssoSignIns : samlSignIns).depart(id, departure, context)
    return greeting(seeOther(url), browser)
  },
})

/** The page that a link to try a connection opens. */
export const ssoTestRoutes = [testConnection]

/** What an identity provider said, and what would come of it. */
export function testedPage(page: PageContext, outcome: Extract<SsoOutcome, { kind: 'tested' }>): Reply {
  const { connection, result, speaks, grant } = outcome
  const words = ssoWords(page.locale)
  if (typeof result === 'string') {
    const { title, text } = words.refusals[result]
    const intro = text(connection.name, words.thisAddress)
    return page.show({ title, intro, status: result === 'denied' ? 400 : 502, selfUrl: false, body: html`` })
  }
  const { subject, email, emailDenied, name, groups, groupsLeftOut } = result
  const lacksGroups = groupsLeftOut && connection.groupRoles.length > 0
  const isFine = email !== null && speaks && !emailDenied && !lacksGroups
  return page.show({
    title: words.testedTitle(connection.name),
    intro: isFine ? words.testedFine : words.testedNot,
    selfUrl: false,
    body: html`<dl class="facts">
      ${fact(words.testedSubject, said(subject))} ${fact(words.testedEmail, saidOr(email, words.testedNothing))}
      ${fact(words.testedDomain, speaks ? words.testedYes : words.testedNo)}
      ${emailDenied && fact(words.testedConfirmed, words.testedNo)}
      ${fact(words.testedName, saidOr(name, words.testedNothing))}
      ${fact(words.testedGroups, groupsLeftOut ? words.testedGroupsLeftOut : saidOr(groups.slice(0, MAX_GROUPS).join(', '), words.testedNothing))}
      ${grant.organizationRole !== null && fact(words.testedOrganizationRole, said(grant.organizationRole))}
      ${grant.systemRole !== null && fact(words.testedSystemRole, said(grant.systemRole))}
      ${fact(words.testedRoles, saidOr([...grant.roleIds].join(', '), words.testedNothing))}
    </dl>`,
  })
}

/**
 * Why the response of somebody who tries a connection out was not taken; undefined for everybody else. It came by a form of
 * another site, without the cookie that says whose browser it is: so the page gives it none either.
 */
export function refusedTestPage(error: unknown, { requestId, locale }: RequestContext): Reply | undefined {
  if (!(error instanceof AppError) || error.details['reason'] === undefined) return undefined
  const { connection, reason, message } = error.details
  const { refusals, testedRefused } = ssoWords(locale)
  return errorPage({
    status: 400,
    title: refusals.failed.title,
    message: testedRefused(String(connection)),
    requestId,
    detail: `${String(reason)}: ${String(message)}`,
    locale,
  })
}

const MAX_GROUPS = 50

/** What came from elsewhere, as it is. */
const said = (value: string): Html => html`<code>${value}</code>`

const saidOr = (value: string | null, nothing: string): Html | string => (value ? said(value) : nothing)

const fact = (name: string, value: Html | string): Html =>
  html`<dt>${name}</dt>
    <dd>${value}</dd>`
