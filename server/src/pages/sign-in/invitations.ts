import { Type } from 'typebox'
import { button, buttonLink, html, notice } from '#/ui/index.ts'
import { seeOther } from '#/platform/http/routing/reply.ts'
import { orDeadInvitation } from './dead-invitation.ts'
import { explain, tooManyAttempts } from '#/pages/shared/form-errors.ts'
import { formPage } from '#/pages/shared/form-page.ts'
import { common } from '#/pages/shared/common-words.ts'
import { invitationWords } from './words/invitations.ts'
import type { Html } from '#/ui/index.ts'
import type { Locale } from '#/ui/i18n/index.ts'
import type { OpenInvitation } from '#/modules/organizations/index.ts'
import type { SessionPrincipal } from '#/modules/sessions/index.ts'
import type { User } from '#/modules/users/index.ts'
import type { Reply } from '#/platform/http/routing/reply.ts'
import type { Failure, ErrorMessages } from '#/pages/shared/form-errors.ts'
import type { PageContext } from '#/pages/shared/page-context.ts'

// The click is what accepts: mail scanners only look, and a person reads who invites them first.
export const invitationRoutes = formPage({
  name: 'pages.invitations',
  url: '/invitations',
  query: Type.Object({ token: Type.Optional(Type.String()) }),
  fields: ['token', 'decision'],
  show: {
    summary: 'Show who invites somebody to an organization',
    answers: [200, 400, 410],
    open: (page) => orDeadInvitation(page, () => show(page, page.request.queryForm.get('token') ?? '')),
  },
  submit: {
    summary: 'Accept or decline an invitation',
    answers: [200, 303, 400, 403, 409, 410, 429],
    open: (page) => orDeadInvitation(page, () => submit(page, page.fields()['token'] ?? '')),
  },
})

async function show(page: PageContext, token: string): Promise<Reply> {
  const opened = await page.services.admissions.find(token)
  return invitationPage(page, { token, opened, person: await page.person() })
}

async function submit(page: PageContext, token: string): Promise<Reply> {
  const opened = await page.services.admissions.find(token)
  const person = await page.person()
  if (!person) return seeOther(`/login${nextTo(token)}`)
  try {
    return await decide(page, { token, opened, person })
  } catch (error) {
    return invitationPage(page, { token, opened, person, failure: explain(error, wording(page.locale)) })
  }
}

async function decide(page: PageContext, asked: Asked & { person: SessionPrincipal }): Promise<Reply> {
  const { admissions, addressProofs } = page.services
  const { token, person } = asked
  const { user, actor } = person
  const { decision } = page.fields()
  if (decision === 'mail') {
    await addressProofs.sendLink(user, actor)
    return invitationPage(page, { ...asked, isMailed: true })
  }
  if (decision === 'accept') return joinedPage(page, await admissions.accept(token, user.id, actor))
  if (decision === 'decline') return declinedPage(page, (await admissions.decline(token, user.id, actor)).name)
  return invitationPage(page, asked)
}

function wording(locale: Locale): ErrorMessages {
  const { already, unconfirmed, signInFirst } = invitationWords(locale)
  return {
    already_member: { field: '', status: 409, text: () => already },
    verified_address_needed: { field: '', status: 403, text: () => unconfirmed },
    invitation_for_other_address: { field: '', status: 403, text: () => signInFirst },
    rate_limited: { field: '', status: 429, text: tooManyAttempts(locale) },
  }
}

interface Asked {
  readonly token: string
  readonly opened: OpenInvitation
  readonly person: SessionPrincipal | undefined
  readonly failure?: Failure
  /** Whether the link that confirms the address has just been mailed again. */
  readonly isMailed?: boolean
}

function invitationPage(page: PageContext, asked: Asked): Reply {
  const { title, invited, invitedBy, role } = invitationWords(page.locale)
  const { invitation, organization, inviter } = asked.opened
  return page.show({
    title: title(organization.name),
    intro: inviter === null ? invited(invitation.email) : invitedBy(inviter, invitation.email),
    failure: asked.failure,
    selfUrl: addressOf(asked.token),
    body: html`<p>${role(invitation.role)}</p>
      ${nextStep(page, asked)}`,
  })
}

/** What stands between the person and the organization, one thing at a time. */
function nextStep(page: PageContext, asked: Asked): Html {
  const { person, opened, token } = asked
  if (!person) return signInFirst(page, token)
  if (person.user.emailCanonical !== opened.invitation.emailCanonical) return otherAccount(page, person.user, token)
  return person.user.emailVerified ? decisionForm(page, token) : unconfirmed(page, asked)
}

function signInFirst({ locale }: PageContext, token: string): Html {
  const { signInFirst: why, createAccount } = invitationWords(locale)
  return html`<p>${why}</p>
    <p class="actions">
      ${buttonLink(common(locale).signIn, `/login${nextTo(token)}`, 'primary')}${buttonLink(
        createAccount,
        `/signup${nextTo(token)}`,
      )}
    </p>`
}

function otherAccount({ locale }: PageContext, { email }: User, token: string): Html {
  const { otherAddress, otherAccount: label } = invitationWords(locale)
  return html`${notice('warn', otherAddress(email))}
    <p class="actions">${buttonLink(label, `/login${nextTo(token)}&prompt=login`, 'primary')}</p>`
}

function unconfirmed(page: PageContext, { token, isMailed }: Asked): Html {
  const { unconfirmed: why, mailed, mailAgain } = invitationWords(page.locale)
  const again = html`<div class="actions">
    ${button(mailAgain, { kind: 'plain', name: 'decision', value: 'mail' })}
  </div>`
  return html`${notice('info', isMailed ? mailed : why)} ${tokenForm(page, token, again)}`
}

function decisionForm(page: PageContext, token: string): Html {
  const { accept, decline } = invitationWords(page.locale)
  const decision = 'decision'
  return tokenForm(
    page,
    token,
    html`<div class="actions">
      ${button(decline, { kind: 'plain', name: decision, value: 'decline' })}${button(accept, {
        name: decision,
        value: 'accept',
      })}
    </div>`,
  )
}

const tokenForm = (page: PageContext, token: string, actions: Html): Html =>
  page.form({
    action: '/invitations',
    body: html`<input type="hidden" name="token" value="${token}" />${actions}`,
  })

const addressOf = (token: string): string => `/invitations?${new URLSearchParams({ token })}`
const nextTo = (token: string): string => `?${new URLSearchParams({ next: addressOf(token) })}`

function joinedPage(
  page: PageContext,
  { organization, role }: { organization: { name: string }; role: string },
): Reply {
  const { joined, joinedAs, goOn } = invitationWords(page.locale)
  return page.show({
    title: joined(organization.name),
    intro: joinedAs(role),
    body: html`<p class="actions">${buttonLink(goOn, '/', 'primary')}</p>`,
  })
}

function declinedPage(page: PageContext, organization: string): Reply {
  const { declined, declinedIntro, goOn } = invitationWords(page.locale)
  return page.show({
    title: declined,
    intro: declinedIntro(organization),
    body: html`<p class="actions">${buttonLink(goOn, '/')}</p>`,
  })
}
