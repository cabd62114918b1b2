import { Type } from 'typebox'
import { button, buttonLink, html } from '#/ui/index.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { seeOther } from '#/platform/http/routing/reply.ts'
import type { Reply } from '#/platform/http/routing/reply.ts'
import type { SessionPrincipal } from '#/modules/sessions/index.ts'
import { personalPage } from '#/pages/shared/form-page.ts'
import type { PageContext } from '#/pages/shared/page-context.ts'
import { purposeAfter } from '#/pages/shared/sign-in-context.ts'
import type { SignInContext } from '#/pages/shared/sign-in-context.ts'
import { ssoWords } from './words/sso.ts'

const JOIN = '/sso/join'

/** Where somebody connects the company they came back from with the account they have. */
export const joinPath = (secret: string): string => `${JOIN}?${new URLSearchParams({ join: secret })}`

/** Whether somebody signs in to prove the account they have: then nothing leads them back to the company. */
export const joinsHere = ({ destination }: SignInContext): boolean => destination.startsWith(`${JOIN}?`)

// By a form of ours only, and freshly signed in: that is the proof that the account is theirs.
export const ssoJoinRoutes = personalPage({
  name: 'pages.ssoJoin',
  url: JOIN,
  query: Type.Object({ join: Type.String({ maxLength: 200, description: 'What waits, from the page before' }) }),
  fresh: true,
  show: { summary: 'Ask before connecting a company with an account', answers: [200, 303, 400, 403], open: ask },
  submit: {
    summary: 'Connect a company with one’s account',
    answers: [303, 400, 403],
    open: accept,
  },
})

async function ask(page: PageContext, { user, session }: SessionPrincipal): Promise<Reply> {
  const secret = page.request.queryForm.get('join') ?? ''
  const { join, connection } = await page.services.ssoJoining.get(secret, page.browser.id)
  if (join.userId !== user.id) return otherPage(page, user.email)
  if (!user.emailVerified) return unprovenPage(page, user.email)
  const { joinTitle, joinHeading, joinIntro, connect, notNow } = ssoWords(page.locale)
  const { destination } = await purposeAfter(join.goingOn, page.browser, page.services)
  return page.show({
    title: joinTitle(connection.name),
    heading: joinHeading(connection.name),
    intro: joinIntro(connection.name, user.email),
    body: page.form({
      action: joinPath(secret),
      session,
      body: html`<div class="actions actions-pair">${buttonLink(notNow, destination)}${button(connect)}</div>`,
    }),
  })
}

async function accept(page: PageContext, { user, actor }: SessionPrincipal): Promise<Reply> {
  const { services, browser, context, request } = page
  try {
    const secret = request.queryForm.get('join') ?? ''
    const goingOn = await services.ssoJoining.accept(secret, { user, actor, browserId: browser.id }, context)
    return seeOther((await purposeAfter(goingOn, browser, services)).destination)
  } catch (error) {
    if (error instanceof AppError && error.code.code === 'sso_join_unproven') return unprovenPage(page, user.email)
    throw error
  }
}

function otherPage(page: PageContext, email: string): Reply {
  const { otherTitle, otherIntro } = ssoWords(page.locale)
  return page.show({ title: otherTitle, intro: otherIntro(email), status: 403, body: html`` })
}

function unprovenPage(page: PageContext, email: string): Reply {
  const { unprovenTitle, unprovenIntro, mailLink } = ssoWords(page.locale)
  return page.show({
    title: unprovenTitle,
    intro: unprovenIntro(email),
    status: 403,
    body: html`<p class="actions">${buttonLink(mailLink, '/magic', 'primary')}</p>`,
  })
}
