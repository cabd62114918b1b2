/**
 * The pages a person sees: sign in with second factor and passkey, sign up, sign out, confirm that it is still them,
 * the start page, and what links in mail open: new password, sign-in, confirmed address, invitation; consent stands
 * beside them. Forms that the server renders and that work without scripts. Each page knows why it is shown
 * (`visit.ts`): an authorization request of the same browser, or a path of ours to go on to. What a form claims is
 * proven by `credentials` and kept by `sessions`; a page only words the outcome. `form-page.ts` and `page-visit.ts`
 * hold what all of them do, so that a page's file says only what is its own; `words/` holds what they say in each
 * language.
 */
import { accountRoutes } from './account/index.ts'
import { scriptRoutes } from './assets/routes.ts'
import { confirmRoutes } from './confirm.ts'
import { forgotRoutes } from './forgot.ts'
import { homeRoutes } from './home.ts'
import { invitationRoutes } from './invitations.ts'
import { languageRoutes } from './language.ts'
import { linkRoutes } from './link.ts'
import { magicRoutes } from './magic.ts'
import { resetRoutes } from './reset.ts'
import { secondFactorPageRoutes } from './second-factor.ts'
import { signInRoutes } from './sign-in.ts'
import { signOutRoutes } from './sign-out.ts'
import { signUpRoutes } from './sign-up.ts'
import { verifyRoutes } from './verify.ts'

export { providerPageRoutes } from './provider-sign-in.ts'

/** Pages to be listed under the area `pages`. */
export const loginRoutes = [
  ...homeRoutes,
  ...signInRoutes,
  ...secondFactorPageRoutes,
  ...confirmRoutes,
  ...signUpRoutes,
  ...signOutRoutes,
  ...forgotRoutes,
  ...resetRoutes,
  ...magicRoutes,
  ...verifyRoutes,
  ...linkRoutes,
  ...invitationRoutes,
  ...accountRoutes,
  ...languageRoutes,
  ...scriptRoutes,
]
