import { button, buttonLink, field, html, notice } from '#/ui/index.ts'
import { signingOut } from '#/modules/sessions/index.ts'
import { parseEmail } from '#/modules/users/index.ts'
import { incomplete, withFormErrors } from '#/pages/shared/form-errors.ts'
import { accountPage } from './frame.ts'
import { ownForm, ownPage } from './own-page.ts'
import { panel } from './fragments.ts'
import { leaveWords } from './words/profile.ts'
import type { Html } from '#/ui/index.ts'
import type { SessionPrincipal } from '#/modules/sessions/index.ts'
import type { Reply } from '#/platform/http/routing/reply.ts'
import type { Failure } from '#/pages/shared/form-errors.ts'
import type { PageContext } from '#/pages/shared/page-context.ts'

const url = '/account/leave'

const showLeave = ownPage({
  name: 'pages.account.leave.show',
  url,
  summary: 'Show what deleting the account ends',
  fresh: true,
  open: (page, person) => leavePage(page, person),
})

const leave = ownForm({
  name: 'pages.account.leave.submit',
  url,
  standsOn: url,
  fields: ['email'],
  summary: 'Delete the account',
  description: 'Asks for a fresh proof, and for the address of the account typed once more.',
  fresh: true,
  answers: [200, 400, 409],
  open: (page, person) => {
    const { mismatch, lastOwner, onlyOwner } = leaveWords(page.locale)
    const again = (failure: Failure) => leavePage(page, person, failure)
    const typed = parseEmail(page.fields()['email'] ?? '')
    if (typed?.canonical !== person.user.emailCanonical) return again(incomplete({ email: mismatch }))
    const wording = {
      last_owner: { field: '', status: 409, text: () => lastOwner },
      last_organization_owner: { field: '', status: 409, text: () => onlyOwner },
    }
    return withFormErrors(wording, again, async () => {
      await page.services.users.delete(person.user.id, person.actor)
      return signingOut(gonePage(page), page.services.sessions)
    })
  },
})

async function leavePage(page: PageContext, person: SessionPrincipal, failure?: Failure): Promise<Reply> {
  const words = leaveWords(page.locale)
  return accountPage(page, {
    title: words.title,
    place: 'profile',
    isStep: true,
    intro: words.intro,
    failure,
    body: html`${panel({ id: 'ends', heading: words.ends, body: await endings(page, person) })}
      <div class="panel">
        ${page.form({
          action: url,
          session: person.session,
          body: html`${field({
              name: 'email',
              label: words.label,
              type: 'email',
              autocomplete: 'off',
              error: failure?.errors['email'],
            })}
            <div class="panel-actions">
              ${button(words.button, { kind: 'danger' })} ${buttonLink(words.keep, '/account/profile')}
            </div>`,
        })}
      </div>`,
  })
}

/** What hangs on the account, counted, so that nobody is surprised. */
async function endings({ services, locale }: PageContext, { user }: SessionPrincipal): Promise<Html> {
  const words = leaveWords(locale)
  const sessions = await services.sessionDirectory.count({ userId: user.id, pending: false })
  const acting = (await services.actingClients.list(user.id)).length
  return html`<ul class="list">
      <li>${words.signIns(sessions)}</li>
      ${acting > 0 && html`<li>${words.acting(acting)}</li>`}
      <li>${words.factors}</li>
      <li>${words.address}</li>
    </ul>
    ${notice('info', words.elsewhere)}`
}

const gonePage = (page: PageContext): Reply => {
  const { gone, goneIntro, home } = leaveWords(page.locale)
  return page.show({ title: gone, intro: goneIntro, body: html`<p class="actions">${buttonLink(home, '/')}</p>` })
}

export const leaveRoutes = [showLeave, leave]
