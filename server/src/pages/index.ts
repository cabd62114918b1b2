/**
 * The pages a person sees: sign in with second factor and passkey, sign up, sign out, confirm that it is still them,
 * the start page, and what links in mail open: new password, sign-in, confirmed address, invitation; consent stands
 * beside them. Forms that the server renders and that work without scripts. Each page knows why it is shown
 * (`shared/sign-in-context.ts`): an authorization request of the same browser, or a path of ours to go on to. What a form claims is
 * proven by `credentials` and kept by `sessions`; a page only words the outcome. `shared/form-page.ts` and `shared/page-context.ts`
 * hold what all of them do, so that a page's file says only what is its own; `words/` holds what they say in each
 * language.
 */
import { accountRoutes } from './account/index.ts'
import { assetRoutes } from './shared/asset-routes.ts'
import { cancelRoutes } from './sign-in/cancel.ts'
import { confirmRoutes } from './sign-in/confirm.ts'
import { flowPageRoutes } from './sign-in/flow.ts'
import { forgotRoutes } from './sign-in/forgot.ts'
import { homeRoutes } from './account/home.ts'
import { invitationRoutes } from './sign-in/invitations.ts'
import { languageRoutes } from './sign-in/language.ts'
import { linkRoutes } from './sign-in/link.ts'
import { magicRoutes } from './sign-in/magic.ts'
import { resetRoutes } from './sign-in/reset.ts'
import { secondFactorPageRoutes } from './sign-in/second-factor.ts'
import { signInRoutes } from './sign-in/sign-in.ts'
import { signOutRoutes } from './logout/sign-out.ts'
import { signUpRoutes } from './sign-in/sign-up.ts'
import { ssoChoiceRoutes } from './sign-in/sso-choice.ts'
import { ssoTestRoutes } from './sign-in/sso-test.ts'
import { ssoJoinRoutes } from './sign-in/sso-join.ts'
import { verifyRoutes } from './sign-in/verify.ts'

export { servicePageRoutes } from './account/index.ts'
export { samlPageRoutes } from './sign-in/saml-sign-in.ts'
export { ssoPageRoutes } from './sign-in/sso-sign-in.ts'
export { providerPageRoutes } from './sign-in/provider-sign-in.ts'

/** Pages to be listed under the area `pages`. */
export const loginRoutes = [
  ...homeRoutes,
  ...signInRoutes,
  ...cancelRoutes,
  ...secondFactorPageRoutes,
  ...flowPageRoutes,
  ...confirmRoutes,
  ...signUpRoutes,
  ...signOutRoutes,
  ...forgotRoutes,
  ...resetRoutes,
  ...magicRoutes,
  ...verifyRoutes,
  ...linkRoutes,
  ...ssoJoinRoutes,
  ...ssoChoiceRoutes,
  ...ssoTestRoutes,
  ...invitationRoutes,
  ...accountRoutes,
  ...languageRoutes,
  ...assetRoutes,
]
