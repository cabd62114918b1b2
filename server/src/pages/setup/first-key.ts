import { buttonLink, html } from '#/ui/index.ts'
import { seeOther } from '#/platform/http/routing/reply.ts'
import { mayMakeKeys } from '#/modules/api-keys/index.ts'
import { accountPage } from '#/pages/account/frame.ts'
import { keyForm } from '#/pages/account/key-form.ts'
import { ownPage } from '#/pages/account/own-page.ts'
import { apiKeyWords } from '#/pages/account/words/api-keys.ts'

/** Where the setup ends. */
export const FIRST_KEY = '/setup/key'

// What makes the key is the form of the account; this page only offers it at the moment it is needed.
const showFirstKey = ownPage({
  name: 'pages.setup.key.show',
  url: FIRST_KEY,
  summary: 'Offer the first owner an API key',
  open: (page, person) => {
    const { setUpTitle, setUpIntro, later } = apiKeyWords(page.locale)
    if (!mayMakeKeys(person.user.systemRole)) return seeOther('/')
    return accountPage(page, {
      title: setUpTitle,
      place: 'overview',
      intro: setUpIntro,
      body: html`<div class="panel">${keyForm(page, person, {})}</div>
        <p class="panel-actions">${buttonLink(later, '/account')}</p>`,
    })
  },
})

export const firstKeyRoutes = [showFirstKey]
