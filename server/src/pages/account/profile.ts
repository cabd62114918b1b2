import { button, buttonLink, field, html } from '#/ui/index.ts'
import { withFormErrors, tooManyAttempts } from '#/pages/shared/form-errors.ts'
import { common } from '#/pages/shared/common-words.ts'
import { newPasswordWording } from '#/pages/sign-in/words/new-password.ts'
import { accountPage } from './frame.ts'
import { doneAt } from './notices.ts'
import { ownForm, ownPage } from './own-page.ts'
import { mark, panel } from './fragments.ts'
import { profileWords } from './words/profile.ts'
import type { Html } from '#/ui/index.ts'
import type { SessionPrincipal } from '#/modules/sessions/index.ts'
import type { Reply } from '#/platform/http/routing/reply.ts'
import type { Failure } from '#/pages/shared/form-errors.ts'
import type { PageContext } from '#/pages/shared/page-context.ts'

const url = '/account/profile'

const showProfile = ownPage({
  name: 'pages.account.profile.show',
  url,
  summary: 'Show one’s name and address',
  open: (page, person) => profilePage(page, person),
})

const saveName = ownForm({
  name: 'pages.account.profile.submit',
  url,
  standsOn: url,
  fields: ['name'],
  summary: 'Change one’s name',
  answers: [400],
  open: (page, person) => {
    const name = page.fields()['name'] ?? ''
    const again = (failure: Failure) => profilePage(page, person, { name, failure })
    return withFormErrors(newPasswordWording(page.locale), again, async () => {
      await page.services.users.rename(person.user, name, person.actor)
      return doneAt(page, url, 'name_saved')
    })
  },
})

const sendVerification = ownForm({
  enrolling: true,
  name: 'pages.account.profile.sendVerification',
  url: '/account/verification',
  standsOn: url,
  summary: 'Ask again for the link that confirms one’s address',
  answers: [429],
  open: (page, person) => {
    const again = (failure: Failure) => profilePage(page, person, { failure })
    const wording = { rate_limited: { field: '', status: 429, text: tooManyAttempts(page.locale) } }
    return withFormErrors(wording, again, async () => {
      const sent = await page.services.addressProofs.sendLink(person.user, person.actor)
      return doneAt(page, url, sent ? 'verification_sent' : 'verified_already')
    })
  },
})

interface Tried {
  readonly name?: string
  readonly failure?: Failure
}

function profilePage(page: PageContext, person: SessionPrincipal, tried: Tried = {}): Reply {
  const { title, intro, leaving, leavingIntro, leave } = profileWords(page.locale)
  return accountPage(page, {
    title,
    place: 'profile',
    intro,
    failure: tried.failure,
    body: html`${namePanel(page, person, tried)} ${addressPanel(page, person)}
    ${panel({
      id: 'leaving',
      heading: leaving,
      body: html`<p>${leavingIntro}</p>
        <p class="panel-actions">${buttonLink(leave, '/account/leave')}</p>`,
    })}`,
  })
}

function namePanel(page: PageContext, { user, session }: SessionPrincipal, { name, failure }: Tried): Html {
  const words = profileWords(page.locale)
  return panel({
    id: 'own-name',
    heading: words.yourName,
    body: page.form({
      action: url,
      session,
      body: html`${field({
          name: 'name',
          label: words.name,
          autocomplete: 'name',
          value: name ?? user.name,
          optional: common(page.locale).optional,
          hint: words.nameHint,
          error: failure?.errors['name'],
        })}
        <div class="panel-actions">${button(words.saveName)}</div>`,
    }),
  })
}

function addressPanel(page: PageContext, { user, session }: SessionPrincipal): Html {
  const words = profileWords(page.locale)
  const state = user.emailVerified ? mark(words.confirmed, 'ok') : mark(words.unconfirmed, 'warn')
  const sendAgain = page.form({
    action: '/account/verification',
    session,
    body: button(words.sendAgain, { kind: 'plain' }),
  })
  return panel({
    id: 'address',
    heading: words.address,
    body: html`<p><strong>${user.email}</strong> ${state}</p>
      ${!user.emailVerified && html`<p class="muted">${words.why}</p>`}
      <div class="panel-actions">
        ${!user.emailVerified && sendAgain} ${buttonLink(words.changeAddress, '/account/email')}
      </div>`,
  })
}

export const profileRoutes = [showProfile, saveName, sendVerification]
