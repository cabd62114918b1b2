import { Type } from 'typebox'
import { button, buttonLink, html } from '#/ui/index.ts'
import { withFormErrors } from '#/pages/shared/form-errors.ts'
import { accountPage } from './frame.ts'
import { doneAt } from './notices.ts'
import { ownForm, ownPage } from './own-page.ts'
import { connectionWords } from './words/connections.ts'
import type { DescribedAccount } from '#/modules/identity-providers/index.ts'
import type { SessionPrincipal } from '#/modules/sessions/index.ts'
import type { Reply } from '#/platform/http/routing/reply.ts'
import type { Failure } from '#/pages/shared/form-errors.ts'
import type { PageContext } from '#/pages/shared/page-context.ts'

const CONNECTIONS = '/account/connections'
const params = Type.Object({ id: Type.String() })
const pageOf = ({ id = '' }: Readonly<Record<string, string>>): string => `/account/linked/${encodeURIComponent(id)}`
const own = (visit: PageContext, { user }: SessionPrincipal): Promise<DescribedAccount> =>
  visit.services.oauthAccounts.getOwn(user.id, visit.request.params['id'] ?? '')

const showLinked = ownPage({
  name: 'pages.account.oauthAccount.show',
  url: '/account/linked/:id',
  params,
  summary: 'Ask before unlinking an account at a provider',
  open: async (visit, person) => unlinkPage(visit, person, await own(visit, person)),
})

const unlink = ownForm({
  name: 'pages.account.oauthAccount.submit',
  url: '/account/linked/:id',
  params,
  standsOn: pageOf,
  summary: 'Unlink one’s account at a provider',
  description: 'Asks for a fresh proof. The last way to sign in can not be taken away.',
  fresh: true,
  answers: [409],
  open: async (visit, person) => {
    const account = await own(visit, person)
    const wording = {
      last_way_to_sign_in: { field: '', status: 409, text: () => connectionWords(visit.locale).last },
    }
    return withFormErrors(
      wording,
      (failure) => unlinkPage(visit, person, account, failure),
      async () => {
        await visit.services.oauthAccounts.unlinkOwn(person.user.id, account.id, person.actor)
        return doneAt(visit, CONNECTIONS, 'unlinked')
      },
    )
  },
})

function unlinkPage(
  visit: PageContext,
  { session }: SessionPrincipal,
  { id, displayName, email }: DescribedAccount,
  failure?: Failure,
): Reply {
  const words = connectionWords(visit.locale)
  return accountPage(visit, {
    title: words.unlinkTitle(displayName),
    place: 'connections',
    isStep: true,
    intro: email ?? undefined,
    failure,
    body: html`<div class="panel">
      <p>${words.unlinkIntro}</p>
      ${visit.form({
        action: pageOf({ id }),
        session,
        body: html`<div class="panel-actions">
          ${failure ? buttonLink(words.choosePassword, '/account/password', 'primary') : button(words.unlink, { kind: 'danger' })}
          ${buttonLink(words.keep, CONNECTIONS)}
        </div>`,
      })}
    </div>`,
  })
}

export const linkedRoutes = [showLinked, unlink]
