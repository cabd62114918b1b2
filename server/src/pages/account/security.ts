import { html, buttonLink } from '#/ui/index.ts'
import { accountPage } from './frame.ts'
import { ownPage } from './own-page.ts'
import { panel, rows, smallLink } from './fragments.ts'
import { sessionsPanel } from './sessions.ts'
import { ago, day } from './relative-time.ts'
import { securityWords } from './words/security.ts'
import type { Html } from '#/ui/index.ts'
import type { Passkey } from '#/modules/credentials/index.ts'
import type { SessionPrincipal } from '#/modules/sessions/index.ts'
import type { PageContext } from '#/pages/shared/page-context.ts'

const showSecurity = ownPage({
  name: 'pages.account.security.show',
  url: '/account/security',
  summary: 'Show how one signs in, and where one is signed in',
  open: async (page, person) => {
    const { title, intro } = securityWords(page.locale)
    return accountPage(page, {
      title,
      place: 'security',
      intro,
      body: html`${passwordPanel(page, person)} ${await secondStepPanel(page, person)}
      ${await passkeysPanel(page, person)} ${await sessionsPanel(page, person)}`,
    })
  },
})

function passwordPanel({ locale }: PageContext, { user }: SessionPrincipal): Html {
  const words = securityWords(locale)
  const has = user.passwordHash !== null
  return panel({
    id: 'password',
    heading: words.password,
    body: html`<p>${has ? words.passwordSet : words.passwordNone}</p>
      <p class="panel-actions">
        ${buttonLink(has ? words.changePassword : words.choosePassword, '/account/password')}
      </p>`,
  })
}

async function secondStepPanel({ services, locale }: PageContext, { user }: SessionPrincipal): Promise<Html> {
  const words = securityWords(locale)
  const left = user.mfaEnabled ? await services.recoveryCodes.left(user.id) : 0
  return panel({
    id: 'second-step',
    heading: words.secondStep,
    body: html`<p>${user.mfaEnabled ? words.secondStepOn(left) : words.secondStepOff}</p>
      <p class="panel-actions">
        ${buttonLink(user.mfaEnabled ? words.manageSecondStep : words.setUp, '/account/second-step')}
      </p>`,
  })
}

async function passkeysPanel(page: PageContext, { user }: SessionPrincipal): Promise<Html> {
  const words = securityWords(page.locale)
  const passkeys = await page.services.passkeys.allOf(user.id)
  return panel({
    id: 'passkeys',
    heading: words.passkeys,
    body: html`<p>${words.passkeysIntro}</p>
      ${passkeys.length === 0 ? html`<p class="muted">${words.noPasskeys}</p>` : passkeyRows(page, passkeys)}
      <p class="panel-actions">${buttonLink(words.addPasskey, '/account/passkeys/new')}</p>`,
  })
}

function passkeyRows({ services, locale }: PageContext, passkeys: readonly Passkey[]): Html {
  const words = securityWords(locale)
  return rows(
    passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
      title: name,
      detail: html`${words.added} ${day(createdAt, locale)} ·
      ${lastUsedAt === null ? words.neverUsed : html`${words.used} ${ago(lastUsedAt, services.clock.now(), locale)}`}`,
      action: smallLink(words.manage, `/account/passkeys/${id}`, name),
    })),
  )
}

export const securityRoutes = [showSecurity]
