import { html, shape } from '#/ui/index.ts'
import { mayMakeKeys } from '#/modules/api-keys/index.ts'
import { displayName } from '#/modules/users/index.ts'
import { adviceFor } from './advice.ts'
import { accountPage } from './frame.ts'
import { actingFor, lineOf } from './delegation-tree.ts'
import { API_KEYS } from './key-form.ts'
import { ownPage } from './own-page.ts'
import { mark, panel, rows, smallLink } from './fragments.ts'
import { stateOf } from './state.ts'
import { apiKeyWords } from './words/api-keys.ts'
import { overviewWords } from './words/overview.ts'
import type { Html } from '#/ui/index.ts'
import type { SessionPrincipal } from '#/modules/sessions/index.ts'
import type { PageContext } from '#/pages/shared/page-context.ts'
import type { AccountState } from './state.ts'

const SHOWN = 3

const showOverview = ownPage({
  name: 'pages.account.show',
  url: '/account',
  summary: 'Show one’s account at a glance',
  open: async (page, person) => {
    const state = await stateOf(page.services, person)
    return accountPage(page, {
      title: overviewWords(page.locale).title,
      heading: identity(page, person),
      place: 'overview',
      body: html`${adviceFor(page, person, state)} ${signInPanel(page, state)} ${wherePanel(page, state)}
      ${await actingPanel(page, person)} ${keysPanel(page, person)}`,
    })
  },
})

function identity({ locale }: PageContext, { user }: SessionPrincipal): Html {
  const words = overviewWords(locale)
  const name = displayName(user)
  const state = user.emailVerified ? mark(words.confirmed, 'ok') : mark(words.unconfirmed, 'warn')
  return html`<div class="identity">
    ${shape('person', name)}
    <div>
      <h1>${name}</h1>
      <p class="muted">${name !== user.email && user.email} ${state}</p>
    </div>
  </div>`
}

function signInPanel({ locale }: PageContext, { hasPassword, secondStep, codesLeft, passkeys }: AccountState): Html {
  const words = overviewWords(locale)
  const names = passkeys.map(({ name }) => name).join(', ')
  const list = [
    {
      title: words.password,
      detail: hasPassword ? words.set : words.none,
      action: smallLink(hasPassword ? words.change : words.choose, '/account/password', words.password),
    },
    {
      title: words.secondStep,
      detail: secondStep ? `${words.on}, ${words.codesLeft(codesLeft)}` : words.off,
      action: smallLink(secondStep ? words.manage : words.setUp, '/account/second-step', words.secondStep),
    },
    {
      title: words.passkeys,
      detail: passkeys.length > 0 ? names : words.none,
      action:
        passkeys.length > 0
          ? smallLink(words.manage, '/account/security#passkeys', words.passkeys)
          : smallLink(words.add, '/account/passkeys/new', words.passkeys),
    },
  ]
  return panel({ id: 'sign-in', heading: words.signIn, body: rows(list) })
}

function wherePanel({ locale }: PageContext, { sessions }: AccountState): Html {
  const words = overviewWords(locale)
  const list = [{ title: words.places(sessions), action: smallLink(words.see, '/account/security#sessions') }]
  return panel({ id: 'where', heading: words.where, body: rows(list) })
}

async function actingPanel(page: PageContext, { user }: SessionPrincipal): Promise<Html> {
  const words = overviewWords(page.locale)
  const acting = await actingFor(page, user)
  const lines = acting.flatMap((it) => it.lines)
  const more = lines.length - SHOWN
  return panel({
    id: 'acting',
    heading: words.acting,
    body:
      acting.length === 0
        ? html`<p class="muted">${words.nobody}</p>`
        : html`${lines.slice(0, SHOWN).map((line) => lineOf(user, line, page.locale))}
            <p class="panel-actions">
              ${smallLink(words.review, '/account/connections')}
              ${more > 0 && html`<span class="muted">${words.more(more)}</span>`}
            </p>`,
  })
}

/** For people whose role lets them make keys. */
function keysPanel({ locale }: PageContext, { user }: SessionPrincipal): Html | false {
  const { title, intro } = apiKeyWords(locale)
  const manage = smallLink(overviewWords(locale).manage, API_KEYS, title)
  return (
    mayMakeKeys(user.systemRole) &&
    panel({ id: 'keys', heading: title, body: rows([{ title: intro, action: manage }]) })
  )
}

export const overviewRoutes = [showOverview]
